// Configurations on the device: word w of chain i of configuration c, PRESENT or PROPOSAL, is word (c WORDS + w) chains +
// i. The twin on lanes is core/lanes/site_drive.h.

layout(std430, binding = 5) buffer ConfigurationData { uint configuration_data[]; };
layout(std430, binding = 6) readonly buffer SiteNumbers { float site_numbers[]; };
layout(std430, binding = 7) readonly buffer SiteLinks { int site_links[]; };

uint word_of(int which, int word) { return configuration_data[uint(which * WORDS + word) * chains + this_chain()]; }
void set_word(int which, int word, uint bits) {
  configuration_data[uint(which * WORDS + word) * chains + this_chain()] = bits;
}

/// Numbers that a target's text keeps for what is asked of it next: see SiteKernelData::notes. Note k of chain i is word
/// (2 WORDS + k) chains + i.
float note(int k) { return uintBitsToFloat(word_of(2, k)); }
void set_note(int k, float value) { set_word(2, k, floatBitsToUint(value)); }

/// Slopes are found where they are asked for.
void prepare_slopes(int which);
void take_slopes(int which) { prepare_slopes(which); }
