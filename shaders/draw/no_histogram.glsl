// A target of the plane has no histogram.
vec3 with_histogram(vec3 under, vec3 shade) { return under; }
