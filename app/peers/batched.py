"""Samplers on targets in NumPy or PyTorch, all chains as one batch in single precision: `ergo bench --against` runs this.

batched.py LIBRARY JOB      LIBRARY: numpy, torch or torch-cuda; JOB: a file of JSON as peer_programs.cpp writes it.
Prints JSON: "missing" where the library is not there, else its name and device; the positions after each of the first
steps from the starts and with the noise of JOB; the steps that then took so many seconds, with noise of its own.
"""
import json
import sys
import time


class NumPy:
    def __init__(self):
        import numpy as np
        self.np, self.noise = np, np.random.default_rng(1)
        self.name, self.device = "NumPy " + np.__version__, "CPU, 1 thread"
        self.exp, self.log, self.sqrt, self.cosh, self.sinh, self.where = np.exp, np.log, np.sqrt, np.cosh, np.sinh, np.where

    def array(self, values): return self.np.asarray(values, dtype=self.np.float32)
    def lists(self, x): return x.tolist()
    def least(self, x): return x.min(-1, keepdims=True)
    def total(self, x): return x.sum(-1, keepdims=True)
    def pull(self, weights, away): return self.np.einsum("nk,nkd->nd", weights, away)
    def repeated(self, x, n): return self.np.resize(x, (n, x.shape[1]))
    def normals(self, x): return self.noise.standard_normal(x.shape, dtype=self.np.float32)
    def uniforms(self, x): return self.noise.random((len(x), 1), dtype=self.np.float32)
    def wait(self): pass


class Torch:
    def __init__(self, device):
        import torch
        self.torch, self.place = torch, device
        self.name = "PyTorch " + torch.__version__
        if device == "cuda":
            if not torch.cuda.is_available(): raise ImportError("no CUDA device")
            self.device = torch.cuda.get_device_name()
        else:
            self.device = f"CPU, {torch.get_num_threads()} threads"
        torch.set_grad_enabled(False)
        self.exp, self.log, self.sqrt, self.cosh, self.sinh, self.where = (
            torch.exp, torch.log, torch.sqrt, torch.cosh, torch.sinh, torch.where)

    def array(self, values): return self.torch.tensor(values, dtype=self.torch.float32, device=self.place)
    def lists(self, x): return x.tolist()
    def least(self, x): return x.amin(-1, keepdim=True)
    def total(self, x): return x.sum(-1, keepdim=True)
    def pull(self, weights, away): return (weights[:, :, None] * away).sum(1)
    def repeated(self, x, n): return x.repeat(-(-n // len(x)), 1)[:n].contiguous()
    def normals(self, x): return self.torch.randn_like(x)
    def uniforms(self, x): return self.torch.rand(len(x), 1, device=self.place)
    def wait(self):
        if self.place == "cuda": self.torch.cuda.synchronize()


# A target: x of shape (chains, 2) -> E of shape (chains, 1) and its gradient of shape (chains, 2).

def ring8(lib, modes, radius, sd):
    from math import cos, pi, sin
    centres = lib.array([[radius * cos(2 * pi * k / modes), radius * sin(2 * pi * k / modes)] for k in range(int(modes))])

    def evaluate(x):
        away = x[:, None, :] - centres
        squared = (away * away).sum(-1)
        least = lib.least(squared)
        weights = lib.exp((least - squared) / (2 * sd * sd))
        total = lib.total(weights)
        return least / (2 * sd * sd) - lib.log(total), lib.pull(weights / total, away) / (sd * sd)
    return evaluate


def banana(lib):
    halves = lib.array([[0.5, 0.0]])

    def evaluate(x):
        a, b = x[:, :1], x[:, 1:]
        u, v = a / 2, 2 * b + 0.4 * (a * a + 4) - 4
        f, g = (u - v / 2) / 0.75, (v - u / 2) / 0.75
        gradient = f * halves
        gradient[:, :1] += 0.8 * a * g
        gradient[:, 1:] = 2 * g
        return (u * f + v * g) / 2, gradient
    return evaluate


# A sampler: a state with x, evaluated, and one step of it with noise z of shape (chains, 2), u of shape (chains, 1).

def esh(lib, evaluate, start, directions, step_size):
    """Leapfrog in scaled time, d = 2 (Ver Steeg & Galstyan 2021, Eq. 7)."""
    state = {"x": start, "u": directions, "r": 0 * start[:, :1]}
    state["E"], state["g"] = evaluate(start)

    def kick(u, r, g):
        force = lib.sqrt((g * g).sum(-1)[:, None])
        e, a = -g / force, step_size / 4 * force
        along, ch, sh = (u * e).sum(-1)[:, None], lib.cosh(a), lib.sinh(a)
        grown = ch + along * sh
        return (u + e * (sh + along * (ch - 1))) / grown, r + lib.log(grown)

    def step(s, z, uniform):
        u, r = kick(s["u"], s["r"], s["g"])
        x = s["x"] + step_size * u
        energy, g = evaluate(x)
        u, r = kick(u, r, g)
        return {"x": x, "u": u, "r": r, "E": energy, "g": g}
    return state, step, (False, False)


def ula(lib, evaluate, start, directions, step_size):
    energy, gradient = evaluate(start)

    def step(s, z, uniform):
        x = s["x"] - step_size * step_size / 2 * s["g"] + step_size * z
        energy, gradient = evaluate(x)
        return {"x": x, "E": energy, "g": gradient}
    return {"x": start, "E": energy, "g": gradient}, step, (True, False)


def mala(lib, evaluate, start, directions, step_size):
    energy, gradient = evaluate(start)
    half = step_size * step_size / 2

    def cost(to, at, g):
        away = to - at + half * g
        return (away * away).sum(-1)[:, None] / (2 * step_size * step_size)

    def step(s, z, uniform):
        x = s["x"] - half * s["g"] + step_size * z
        energy, gradient = evaluate(x)
        log_ratio = s["E"] - energy + cost(x, s["x"], s["g"]) - cost(s["x"], x, gradient)
        taken = lib.log(uniform) <= log_ratio
        return {"x": lib.where(taken, x, s["x"]), "E": lib.where(taken, energy, s["E"]),
                "g": lib.where(taken, gradient, s["g"])}
    return {"x": start, "E": energy, "g": gradient}, step, (True, True)


def main(library, file):
    with open(file) as text:
        job = json.load(text)
    try:
        lib = NumPy() if library == "numpy" else Torch("cuda" if library == "torch-cuda" else "cpu")
    except ImportError as error:
        return {"missing": str(error)}
    evaluate = {"ring8": ring8, "banana": banana}[job["target"]](lib, **job["target_values"])
    sampler = {"esh": esh, "ula": ula, "mala": mala}[job["sampler"]]

    starts, directions = lib.array(job["starts"]), lib.array(job["directions"])
    state, step, needs = sampler(lib, evaluate, starts, directions, job["step_size"])
    first = []
    for z, uniform in zip(job["normals"], job["uniforms"]):
        state = step(state, lib.array(z), lib.array(uniform))
        first.append(lib.lists(state["x"]))

    many = lib.repeated(starts, job["chains"])
    state, step, needs = sampler(lib, evaluate, many, lib.repeated(directions, job["chains"]), job["step_size"])

    def advance(steps):
        nonlocal state
        for _ in range(steps):
            state = step(state, lib.normals(many) if needs[0] else None, lib.uniforms(many) if needs[1] else None)
        lib.wait()

    advance(2)
    steps, begin = 0, time.perf_counter()
    while steps == 0 or time.perf_counter() - begin < job["seconds"]:
        advance(4)
        steps += 4
    return {"name": lib.name, "device": lib.device, "first": first, "steps": steps,
            "seconds": time.perf_counter() - begin}


print(json.dumps(main(sys.argv[1], sys.argv[2])))
