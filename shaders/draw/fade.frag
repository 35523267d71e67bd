// A frame of the trails without a picture of it.
layout(location = 1) out float trail;

void main() { trail = trail_at(ivec2(gl_FragCoord.xy)); }
