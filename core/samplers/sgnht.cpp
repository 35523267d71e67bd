// Stochastic gradient Nose-Hoover thermostat: Langevin dynamics whose friction xi learns the noise of its
// gradients; one gradient a step. With n = d, z ~ N(0, I) and the noisy gradient g,
//   euler    p <- p - xi p h - g h + sqrt(2 A h) z;  x <- x + p h;  xi <- xi + (p.p/n - 1) h
//   badodab  p <- p - g h/2;  x <- x + p h/2;  xi <- xi + (p.p/n - 1) h/2;
//            p <- e^{-xi h} p + sqrt(A (1 - e^{-2 xi h})/xi) z;  then the first three in reverse, g anew
// Source: Ding et al. 2014, Eqs. 5-6 and Algorithm 1; badodab: Leimkuhler & Shang 2016.
//
// Invariant distribution, for gradient noise that is Gaussian and the same everywhere, of strength B = h
// sigma^2/2: target x N(0, I) for p x N(A + B, 1/n) for xi, up to O(h) for euler and O(h^2) for badodab.
// Under euler the time average of p.p/n is 1 + (xi_T - xi_0)/(h T) exactly, so that the positions take the
// error: on a Gaussian their variance is 1 - (A + B) h/2 too small. Frozen at xi, the temperature is (A +
// B)/xi in place of 1. Left out: the matrix-valued thermostat for anisotropic noise.
#include "core/unit/channels.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Sgnht {
  struct State : ChainState {
    Position p;
    double xi;
  };
  struct Report {
    double energy, kinetic_energy, xi;
  };
  enum Slot { momentum = 0, noise = 0 };

  double h, diffusion;
  bool symmetric, frozen;
  double xi_value;

  explicit Sgnht(const Parameters& p)
      : h(p["step_size"]),
        diffusion(p["diffusion"]),
        symmetric(p.flag("integrator")),
        frozen(p.flag("thermostat")),
        xi_value(p["xi_value"]) {}

  static Report report(const State& s, int n) { return {s.energy, dot(s.p, s.p) / (2 * n), s.xi}; }

  /// The thermostat's friction after a time t at this momentum.
  double warmed(const State& s, double t, int n) const {
    return frozen ? xi_value : s.xi + (dot(s.p, s.p) / n - 1) * t;
  }

  Transition<State, Report> init(State s, const Oracle& oracle, const Draws& draws) const {
    if (s.p == Position{}) s.p = normal(draws(momentum));
    if (s.xi == 0) s.xi = diffusion;
    if (frozen) s.xi = xi_value;
    return {s, report(s, oracle.dim)};
  }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    if (frozen) s.xi = xi_value;
    s = symmetric ? badodab(s, oracle, draws, tell) : euler(s, oracle, draws, tell);
    return {s, report(s, oracle.dim)};
  }

  template <class Tell>
  State euler(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const Position z = normal(draws(noise));
    s.p = s.p - s.xi * h * s.p - h * s.gradient + std::sqrt(2 * diffusion * h) * z;
    tell("kick, friction, noise", "p ← p − ξ h p − h ∇E(x) + √(2Ah) z", s.x, told::momentum("p", s.p),
         told::gradient("∇E(x)", s.gradient), told::thermostat("ξ", s.xi), told::vector("z", z));
    s = moved_to(s, s.x + h * s.p, oracle.observe(s.x + h * s.p, draws));
    tell("drift", "x ← x + h p", s.x, told::momentum("p", s.p));
    s.xi = warmed(s, h, oracle.dim);
    tell_thermostat(s, s.x, "ξ ← ξ + (p·p/n − 1) h", tell);
    return s;
  }

  template <class Tell>
  State badodab(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    s.p = s.p - h / 2 * s.gradient;
    tell_kick(s, tell);
    Position x = s.x + h / 2 * s.p;
    tell("A: half drift", "x ← x + (h/2) p", x, told::momentum("p", s.p));
    s.xi = warmed(s, h / 2, oracle.dim);
    tell_thermostat(s, x, "ξ ← ξ + (p·p/n − 1) h/2", tell);
    const Position z = normal(draws(noise));
    s.p = std::exp(-s.xi * h) * s.p + std::sqrt(noise_variance(s.xi)) * z;
    tell("O: friction and noise", "p ← e^(−ξh) p + √(A(1 − e^(−2ξh))/ξ) z", x, told::momentum("p", s.p),
         told::thermostat("ξ", s.xi), told::vector("z", z));
    s.xi = warmed(s, h / 2, oracle.dim);
    tell_thermostat(s, x, "ξ ← ξ + (p·p/n − 1) h/2", tell);
    x = x + h / 2 * s.p;
    tell("A: half drift", "x ← x + (h/2) p", x, told::momentum("p", s.p));
    s = moved_to(s, x, oracle.observe(x, draws));
    s.p = s.p - h / 2 * s.gradient;
    tell_kick(s, tell);
    return s;
  }

  template <class Tell>
  static void tell_kick(const State& s, Tell tell) {
    tell("B: half kick", "p ← p − (h/2) ∇E(x)", s.x, told::momentum("p", s.p),
         told::gradient("∇E(x)", s.gradient));
  }
  template <class Tell>
  void tell_thermostat(const State& s, Position x, const char* formula, Tell tell) const {
    tell("thermostat", frozen ? "ξ frozen" : formula, x, told::momentum("p", s.p),
         told::number("p·p", dot(s.p, s.p)), told::thermostat("ξ", s.xi));
  }

  /// A (1 - e^{-2 xi h})/xi, which is 2 A h at xi = 0 and positive at either sign.
  double noise_variance(double xi) const {
    return xi == 0 ? 2 * diffusion * h : diffusion * -std::expm1(-2 * xi * h) / xi;
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_SAMPLER(sgnht, Sgnht, {
  .id = "sgnht",
  .title = "SGNHT",
  .doc = "Langevin dynamics for noisy gradients. A thermostat adapts the friction ξ until the mean kinetic energy is "
         "right, whatever the noise. ξ settles around A + B, where B is the strength of gradient noise that is "
         "Gaussian and the same everywhere. It fluctuates with standard deviation 1/√n. The stationary distribution "
         "has an error of O(h) for Euler (the paper's Algorithm 1) and O(h²) for BADODAB. With ξ frozen at a wrong "
         "value, this is Langevin dynamics at the wrong temperature, (A + B)/ξ.",
  .source = "Ding et al. 2014, Algorithm 1; Leimkuhler & Shang 2016 (BADODAB)",
  .tint = {{0xFD0BC5, 0xEF19BB}},
  .parameters = {{.id = "step_size", .title = "Step size", .symbol = "h", .doc = "Time of one step.",
                  .initial = 0.01, .hard = {1e-6, 100}, .slider = {0.001, 1}, .scale = Scale::log,
                    .step = StepRule{.usual = 0.1, .widest = 1, .accurate = 0.2, .stable = 2, .band = 0.05, .reason = "Measured on Gaussians from equilibrium: within 4 % at 0.1 s; at h = 0.4 on N(0, 1) the thermostat fails. Friction 1 has time scale 1."}},
                 {.id = "diffusion", .title = "Injected noise", .symbol = "A",
                  .doc = "Strength of the noise that the sampler adds to the gradient noise.",
                  .initial = 1, .hard = {0, 1e4}, .slider = {0, 20}},
                 {.id = "integrator", .title = "Integrator", .symbol = "·",
                  .doc = "Euler as in the paper, or the symmetric splitting BADODAB.",
                  .initial = 0, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::choice,
                  .choices = {"euler", "badodab"}},
                 {.id = "thermostat", .title = "Thermostat", .symbol = "·",
                  .doc = "Frozen: the friction keeps the value below, which shows what the thermostat does.",
                  .initial = 0, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::choice, .choices = {"on", "frozen"}},
                 {.id = "xi_value", .title = "Frozen friction", .symbol = "ξ",
                  .doc = "Friction while the thermostat is frozen.",
                  .initial = 1, .hard = {-100, 1e4}, .slider = {0, 20}, .used_when = {"thermostat", {"frozen"}}}},
  .state = {{"p", 2, "momentum"}, {"xi", 1, "friction"}},
  .channels = {energy_channel(),
               {.id = "kinetic_energy", .title = "Kinetic energy per dimension", .symbol = "K/d",
                .doc = "p·p/(2d); the paper's n is d.",
                .reference = 0.5, .reference_label = "1/2, thermal equilibrium"},
               {.id = "xi", .title = "Friction", .symbol = "ξ", .doc = "The thermostat's friction.",
                .prediction = [](const Circumstances& at) -> std::optional<Prediction> {
                  if (at.sampler.flag("thermostat")) return Prediction{at.sampler["xi_value"], 0, "frozen"};
                  if (at.noise_varies) return {};
                  return Prediction{at.sampler["diffusion"] + at.noise_B, 1 / std::sqrt(at.dim), "N(A + B, 1/n)"};
                }}},
  .claims = {.distribution = Distribution::biased, .bias_order = 1, .coarse_step = 0.2, .momentum_field = "p", .steering_field = "p",
             .thermostat_field = "xi"},
  .gradients_per_step = 1,
})
