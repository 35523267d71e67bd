// Configurations on the device: word w of chain i of configuration c, PRESENT or PROPOSAL, is word (c WORDS + w) chains +
// i. The twin on lanes is core/lanes/site_drive.h.

layout(std430, binding = 5) buffer ConfigurationData { uint configuration_data[]; };
layout(std430, binding = 6) readonly buffer SiteNumbers { float site_numbers[]; };
layout(std430, binding = 7) readonly buffer SiteLinks { int site_links[]; };

uint word_of(int which, int word) { return configuration_data[uint(which * WORDS + word) * chains + this_chain()]; }
void set_word(int which, int word, uint bits) {
  configuration_data[uint(which * WORDS + word) * chains + this_chain()] = bits;
}

/// Slopes are found where they are asked for.
void take_slopes(int which) {}
