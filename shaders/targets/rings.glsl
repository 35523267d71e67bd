// E = -log sum_k exp(-(r - k)^2/(2 sd^2))/k + log(2 pi sqrt(2 pi) sd K), k = 1 .. K

const float RINGS_SCALE = 15.749609945722419;

Evaluation evaluate(vec2 x, TargetParameters t) {
  int count = int(t.count);
  float r = length(x);
  float nearest = clamp(floor(r + 0.5), 1.0, t.count);
  float falloff = 0.5 / (t.sd * t.sd);
  float total = 0.0;
  float moment = 0.0;
  for (int k = 1; k <= count; k = k + 1) {
    float ring = float(k);
    float gap = (ring - nearest) * (2.0 * r - nearest - ring);
    float weight = exp(max(gap * falloff, -80.0)) / ring;
    total = total + weight;
    moment = moment + weight * (r - ring);
  }
  float excess = r - nearest;
  float slope = r > 0.0 ? 2.0 * falloff * moment / (total * r) : 0.0;
  return Evaluation(excess * excess * falloff - log(total) + log(RINGS_SCALE * t.sd * t.count), slope * x);
}
