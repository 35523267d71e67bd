// Targets on a lattice are tables; positions hold integers. target_site() is generated: (E, dE/dx, dE/dy, exp(-E)/Z).

Evaluation evaluate(vec2 x, TargetConstants t) {
  vec4 at = target_site(x, t);
  return Evaluation(at.x, vec2(at.y, at.z));
}

bool on_lattice(vec2 x, TargetConstants t) {
  return x.x >= 0.0 && x.y >= 0.0 && x.x < t.sides.x && x.y < t.sides.y;
}
