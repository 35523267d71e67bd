// Samplers on targets as a page in a browser has them: a loop over chains, one after the other, in double.
// `ergo bench --against` runs it with node: loop.mjs node JOB. What JOB holds and what is printed stands in batched.py.
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

// A target writes E and its gradient at (x, y) to `at`.
function ring8({ modes, radius, sd }) {
  const cx = new Float64Array(modes), cy = new Float64Array(modes), weight = new Float64Array(modes);
  for (let k = 0; k < modes; k++) {
    cx[k] = radius * Math.cos(2 * Math.PI * k / modes);
    cy[k] = radius * Math.sin(2 * Math.PI * k / modes);
  }
  const falloff = 1 / (2 * sd * sd);
  return (x, y, at) => {
    let least = Infinity;
    for (let k = 0; k < modes; k++) {
      const dx = x - cx[k], dy = y - cy[k];
      weight[k] = dx * dx + dy * dy;
      if (weight[k] < least) least = weight[k];
    }
    let total = 0, gx = 0, gy = 0;
    for (let k = 0; k < modes; k++) {
      const w = Math.exp((least - weight[k]) * falloff);
      total += w;
      gx += w * (x - cx[k]);
      gy += w * (y - cy[k]);
    }
    at.E = least * falloff - Math.log(total);
    at.gx = gx / (total * sd * sd);
    at.gy = gy / (total * sd * sd);
  };
}

function banana() {
  return (x, y, at) => {
    const u = x / 2, v = 2 * y + 0.4 * (x * x + 4) - 4;
    const f = (u - v / 2) / 0.75, g = (v - u / 2) / 0.75;
    at.E = (u * f + v * g) / 2;
    at.gx = f / 2 + 0.8 * x * g;
    at.gy = 2 * g;
  };
}

const at = { E: 0, gx: 0, gy: 0 };

// A sampler makes one step of the chain c with normals z1, z2 and the uniform u.
function kick(c, h) {
  const force = Math.hypot(c.gx, c.gy), ex = -c.gx / force, ey = -c.gy / force, a = h * force;
  const along = c.ux * ex + c.uy * ey, ch = Math.cosh(a), sh = Math.sinh(a), grown = ch + along * sh;
  const turn = sh + along * (ch - 1);
  c.ux = (c.ux + ex * turn) / grown;
  c.uy = (c.uy + ey * turn) / grown;
  c.r += Math.log(grown);
}

function moved(c, x, y) {
  c.x = x;
  c.y = y;
  c.E = at.E;
  c.gx = at.gx;
  c.gy = at.gy;
}

const samplers = {
  // Leapfrog in scaled time, d = 2 (Ver Steeg & Galstyan 2021, Eq. 7).
  esh: {
    normals: false, uniforms: false,
    step: (evaluate, h) => (c) => {
      kick(c, h / 4);
      const x = c.x + h * c.ux, y = c.y + h * c.uy;
      evaluate(x, y, at);
      moved(c, x, y);
      kick(c, h / 4);
    },
  },
  ula: {
    normals: true, uniforms: false,
    step: (evaluate, h) => (c, z1, z2) => {
      const x = c.x - h * h / 2 * c.gx + h * z1, y = c.y - h * h / 2 * c.gy + h * z2;
      evaluate(x, y, at);
      moved(c, x, y);
    },
  },
  mala: {
    normals: true, uniforms: true,
    step: (evaluate, h) => {
      const half = h * h / 2;
      const cost = (dx, dy) => (dx * dx + dy * dy) / (2 * h * h);
      return (c, z1, z2, u) => {
        const x = c.x - half * c.gx + h * z1, y = c.y - half * c.gy + h * z2;
        evaluate(x, y, at);
        const ratio = c.E - at.E + cost(x - c.x + half * c.gx, y - c.y + half * c.gy) -
          cost(c.x - x + half * at.gx, c.y - y + half * at.gy);
        if (Math.log(u) <= ratio) moved(c, x, y);
      };
    },
  },
};

const job = JSON.parse(readFileSync(process.argv[3], "utf8"));
const evaluate = { ring8, banana }[job.target](job.target_values);
const sampler = samplers[job.sampler], step = sampler.step(evaluate, job.step_size);

function chain(i) {
  const [x, y] = job.starts[i % job.starts.length], [ux, uy] = job.directions[i % job.starts.length];
  evaluate(x, y, at);
  return { x, y, ux, uy, r: 0, E: at.E, gx: at.gx, gy: at.gy };
}

const few = job.starts.map((_, i) => chain(i));
const first = job.normals.map((z, n) => few.map((c, i) => {
  step(c, z[i][0], z[i][1], job.uniforms[n][i][0]);
  return [c.x, c.y];
}));

const chains = Array.from({ length: job.chains }, (_, i) => chain(i));
function advance() {
  for (const c of chains) {
    let z1 = 0, z2 = 0;
    if (sampler.normals) {
      const size = Math.sqrt(-2 * Math.log(1 - Math.random())), turn = 2 * Math.PI * Math.random();
      z1 = size * Math.cos(turn);
      z2 = size * Math.sin(turn);
    }
    step(c, z1, z2, sampler.uniforms ? 1 - Math.random() : 1);
  }
}

for (let k = 0; k < 4; k++) advance();
let steps = 0;
const begin = performance.now();
do {
  advance();
  steps++;
} while (performance.now() - begin < 1e3 * job.seconds);
console.log(JSON.stringify({ name: "node " + process.versions.node, device: "CPU, 1 thread", first, steps,
  seconds: (performance.now() - begin) / 1e3 }));
