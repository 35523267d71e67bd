// Changes of E where a site with value x gets value v: exact, or to first order by the slopes.

/// Before a configuration's changes are asked for. take_changes() leaves alone what chains with other ways have taken.
void take_site_changes(int which, bool exact) {
  if (!exact) take_slopes(which);
  if (exact) take_changes(which);
}

/// What the first-order changes of a site's values have in common: its slope, of classes that of the present value.
float own_slope(int which, int i, int x) { return CODING == CLASSES ? slope(which, i, x) : slope(which, i, 0); }

float first_order_change(int which, int i, int x, int v, float own) {
  return CODING == CLASSES ? slope(which, i, v) - own : own * float(v - x);
}

float site_change(int which, int i, int x, int v, float own, bool exact) {
  return exact ? taken_change(which, i, v) : first_order_change(which, i, x, v, own);
}
