#pragma once

#include <array>

namespace ergo::formula {

struct Example {
  const char *title, *text;
};

/// Densities to begin from.
inline constexpr std::array examples = {
    Example{"Rosenbrock's banana", "b = slider(5, 1, 100, log)\nE = ((1-x)^2 + b (y-x^2)^2)/2"},
    Example{"Himmelblau", "E = ((x^2+y-11)^2 + (x+y^2-7)^2)/30"},
    Example{"Egg box", "a = slider(1, 0.1, 4)\nE = (x^2+y^2)/40 - a cos(2x) cos(2y)"},
    Example{"Ring", "R = slider(3, 0, 6)\ns = slider(0.3, 0.05, 1, log)\nr = sqrt(x^2+y^2)\nE = (r-R)^2/(2s^2)"},
    Example{"Crescent", "r = sqrt(x^2+y^2)\nE = (r-3)^2/0.2 - log(exp(-2 (x-3)^2) + exp(-2 (x+3)^2)) "},
    Example{"Student's t", "n = slider(3, 0.5, 30, log)\nE = (n+2)/2 log(1 + (x^2+y^2)/n)"},
    Example{"Funnel", "E = y^2/18 + x^2 exp(-y)/2 + y/2"},
    Example{"Mixture of three",
            "d = slider(2, 0, 4)\np = 0.5 normal(x, -d, 1) normal(y, 0, 1) + 0.3 normal(x, d, 0.6) normal(y, 1, 0.6) + "
            "0.2 normal(x, 0, 0.5) normal(y, -d, 1)"},
    Example{"One dimension: two wells", "h = slider(2, 0, 8)\nE = h (x^2-1)^2"},
};

}  // namespace ergo::formula
