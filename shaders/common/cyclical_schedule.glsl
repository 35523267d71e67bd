// The balance of a phase of a cycle: beta_min + (beta_max - beta_min) c, beta_max, or on straight lines through eight
// values. The twin of core/unit/cyclical_schedule.

// Every straight piece adds its slope times the part of it that lies below `place`.
float tuned_beta(SamplerParameters p, float place) {
  return p.beta_max + clamp(place, 0.0, 1.0) * (p.beta_1 - p.beta_max) +
         clamp(place - 1.0, 0.0, 1.0) * (p.beta_2 - p.beta_1) + clamp(place - 2.0, 0.0, 1.0) * (p.beta_3 - p.beta_2) +
         clamp(place - 3.0, 0.0, 1.0) * (p.beta_4 - p.beta_3) + clamp(place - 4.0, 0.0, 1.0) * (p.beta_5 - p.beta_4) +
         clamp(place - 5.0, 0.0, 1.0) * (p.beta_6 - p.beta_5) + clamp(place - 6.0, 0.0, 1.0) * (p.beta_min - p.beta_6);
}

float cycle_beta(SamplerParameters p, float phase, float c) {
  if (p.beta_schedule == 1.0) return p.beta_max;
  if (p.beta_schedule == 2.0) return tuned_beta(p, 7.0 * phase / max(p.cycle_length - 1.0, 1.0));
  return p.beta_min + (p.beta_max - p.beta_min) * c;
}
