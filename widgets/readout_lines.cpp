#include "widgets/readout_lines.h"

#include <algorithm>
#include <cmath>

#include "widgets/numbers.h"

namespace ergo {
namespace {

constexpr std::size_t channels_shown = 3;

void add_channels(std::vector<std::string>& lines, const Descriptor& sampler,
                  const DiagnosticReport& report) {
  const std::size_t count = std::min({channels_shown, report.channels.size(), sampler.channels.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const ChannelMean& mean = report.channels[i];
    if (mean.count == 0 || report.channel_ids[i] != sampler.channels[i].id) continue;
    const double error = std::sqrt(mean.variance / static_cast<double>(mean.count));
    lines.push_back("⟨" + sampler.channels[i].symbol + "⟩ " + with_error(mean.mean, error));
  }
}

void add_normaliser(std::vector<std::string>& lines, const NormaliserEstimates& z) {
  const auto line = [](const std::string& name, const LogMean& estimate) {
    return name + " " + with_error(estimate.value, estimate.error) + ", ESS " +
           significant(estimate.effective_draws, 3);
  };
  lines.push_back(line("log Z", z.exact));
  lines.push_back(line("log Z, paper's weight", z.paper));
  if (z.truth) lines.push_back("log Z, truth " + significant(*z.truth, 4));
}

/// Choices and switches are told where they are not as usual.
void add_parameter(std::vector<std::string>& lines, const Parameter& p, double value) {
  const bool number = p.kind == Kind::real || p.kind == Kind::integer;
  if (!number && value == p.initial) return;
  const std::string words = number ? significant(value, 4) : value_text(p, value);
  lines.push_back((number && !p.symbol.empty() ? p.symbol : p.title) + " = " + words +
                  (p.unit.empty() ? "" : " " + p.unit));
}

}  // namespace

Readouts readouts_of(const Session& session, const DiagnosticReport* report, const Palette& palette) {
  const Descriptor& sampler = session.sampler_descriptor();
  Readouts out{.title = sampler.title,
               .subtitle = session.target_descriptor().title,
               .dot = sampler_colour(sampler.id, palette)};
  for (std::size_t i = 0; i < sampler.parameters.size(); ++i)
    add_parameter(out.lines, sampler.parameters[i], session.config().sampler.values[i]);
  if (!report) return out;
  if (report->modes)
    out.lines.push_back("modes " + std::to_string(report->modes->ever) + " / " +
                        std::to_string(report->modes->occupancy.size()));
  if (report->mmd)
    out.lines.push_back("MMD² " + scientific_with_error(report->mmd->mmd2, report->mmd->error));
  if (draws_of(sampler).size() > 1) out.lines.push_back("draws: " + to_string(report->draws));
  if (report->normaliser) add_normaliser(out.lines, *report->normaliser);
  add_channels(out.lines, sampler, *report);
  return out;
}

}  // namespace ergo
