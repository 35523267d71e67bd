"""DULA on an Ising torus in NumPy, all chains as one batch in single precision: bench_spins runs this.

spins.py START UNIFORMS SIDE COUPLING ALPHA CHAINS SECONDS    START, UNIFORMS: files of float64, [chain, site] and
[step, chain, site]. Prints JSON: the configurations after these steps; nanoseconds of processor time of a chain's step.
"""
import json
import sys
import time

import numpy as np


def step(spins, uniforms, coupling, alpha):
    """spins -1 or 1 and uniforms: [chain, row, column]. q(flip) ∝ e^(-dE/2 - 1/(2 alpha)), dE the change of E."""
    field = np.roll(spins, 1, 1) + np.roll(spins, -1, 1) + np.roll(spins, 1, 2) + np.roll(spins, -1, 2)
    weight = np.exp(-coupling * spins * field - np.float32(0.5 / alpha))
    return np.where(uniforms * (1 + weight) >= 1, -spins, spins)


def main():
    start, uniforms = (np.fromfile(path) for path in sys.argv[1:3])
    side, chains = int(sys.argv[3]), int(sys.argv[6])
    coupling, alpha, seconds = (float(sys.argv[k]) for k in (4, 5, 7))
    spins = (2 * start - 1).reshape(-1, side, side)
    for drawn in uniforms.reshape(-1, *spins.shape):
        spins = step(spins, drawn, coupling, alpha)
    first = ((spins + 1) / 2).astype(int).reshape(len(spins), -1).tolist()

    random = np.random.default_rng(1)
    spins = np.sign(random.random((chains, side, side), dtype=np.float32) - np.float32(0.5)).astype(np.float32)
    steps, begin, wall = 0, time.process_time(), time.perf_counter()
    while time.perf_counter() - wall < seconds:
        spins = step(spins, random.random(spins.shape, dtype=np.float32), np.float32(coupling), alpha)
        steps += 1
    nanoseconds = 1e9 * (time.process_time() - begin) / (steps * chains)
    print(json.dumps({"numpy": np.__version__, "first": first, "nanoseconds": nanoseconds}))


main()
