// Starts every chain at its configuration.

void main() {
  uint chain = this_chain();
  if (chain >= chains) return;
  Transition start = ended_sites(load_state(chain), resting_sites());
  diverged[chain] = 0u;
  store_state(chain, start.state);
  store_report(chain, start.report);
}
