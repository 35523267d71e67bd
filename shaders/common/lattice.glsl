// Targets on a lattice are tables; positions hold integers. target_site() is generated: (E, dE/dx, dE/dy, exp(-E)/Z).

Evaluation evaluate(vec2 x, TargetConstants t) {
  vec4 at = target_site(x, t);
  return Evaluation(at.x, vec2(at.y, at.z));
}

bool on_lattice(vec2 x, TargetConstants t) {
  return x.x >= 0.0 && x.y >= 0.0 && x.x < t.sides.x && x.y < t.sides.y;
}

/// At any place of the plane, for drawing: that of the site whose unit square holds it.
Evaluation evaluate_place(vec2 x, TargetConstants t) {
  vec2 site = vec2(floor(x.x + 0.5), floor(x.y + 0.5));
  if (!on_lattice(site, t)) return Evaluation(1e30, vec2(0.0, 0.0));
  return Evaluation(target_site(site, t).x, vec2(0.0, 0.0));
}
