uniform sampler2D values;  // mass per site of each block, filtered linearly
uniform ivec2 sides;       // of the lattice
