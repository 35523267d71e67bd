// Configurations on the device: word w of chain i of configuration c, PRESENT or PROPOSAL, is word (c WORDS + w) chains +
// i. The twin on lanes is core/lanes/site_drive.h.

layout(std430, binding = 5) buffer ConfigurationData { uint configuration_data[]; };
layout(std430, binding = 6) readonly buffer SiteNumbers { float site_numbers[]; };
layout(std430, binding = 7) readonly buffer SiteLinks { int site_links[]; };

uint word_of(int which, int word) { return configuration_data[uint(which * WORDS + word) * chains + this_chain()]; }
void set_word(int which, int word, uint bits) {
  configuration_data[uint(which * WORDS + word) * chains + this_chain()] = bits;
}

/// Numbers that a target's text keeps for what is asked of it next, see SiteKernelData::notes, and after them those that a
/// sampler's text keeps in a step. Note k of chain i is word (2 WORDS + k) chains + i.
float note(int k) { return uintBitsToFloat(configuration_data[uint(2 * WORDS + k) * chains + this_chain()]); }
void set_note(int k, float value) {
  configuration_data[uint(2 * WORDS + k) * chains + this_chain()] = floatBitsToUint(value);
}

/// Slopes and changes of E are found where they are asked for.
void prepare_slopes(int which);
void prepare_changes(int which);
float change(int which, int i, int v);
void take_slopes(int which) { prepare_slopes(which); }
void take_changes(int which) { prepare_changes(which); }
float taken_change(int which, int i, int v) { return change(which, i, v); }
