uniform sampler2D glyphs;

in vec2 glyph_place;
in vec4 shade;

layout(location = 0) out vec4 colour;

void main() { colour = shade * texture(glyphs, glyph_place); }
