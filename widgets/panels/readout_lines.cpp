#include "widgets/panels/readout_lines.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/config/run_names.h"
#include "widgets/base/numbers.h"
#include "widgets/panels/control_words.h"

namespace ergo {
namespace {

constexpr std::size_t channels_shown = 3, parameters_shown = 2;

/// Samplers of lattices have their acceptance and jump on a gauge.
bool gauged(const Descriptor& sampler) {
  return on_lattice(sampler.space) && !sampler.claims.acceptance_channel.empty();
}
std::size_t jump_of(const Descriptor& sampler) {
  return static_cast<std::size_t>(shown_channel(sampler, "jump"));
}

/// What weights a channel's mean has, where that is not what the draws shown have.
std::string weights_words(const Descriptor& sampler, const DiagnosticReport& report, std::size_t channel) {
  if (sampler.claims.time_weight_channel.empty()) return "";
  if (report.draws == DrawsUsed::raw || !sampler.channels[channel].of_position) return " raw";
  return report.draws == DrawsUsed::weighted ? "" : " weighted";
}

std::string mean_words(const Descriptor& sampler, const DiagnosticReport& report, std::size_t channel) {
  const ChannelMean& mean = report.channels[channel];
  return "⟨" + sampler.channels[channel].symbol + "⟩ " +
         with_error(mean.mean, std::sqrt(mean.variance / static_cast<double>(mean.count))) +
         weights_words(sampler, report, channel);
}

std::optional<Gauge> gauge_of(const Descriptor& sampler, const DiagnosticReport& report) {
  const auto rate = static_cast<std::size_t>(shown_channel(sampler, sampler.claims.acceptance_channel));
  if (!gauged(sampler) || report.channels.size() != sampler.channels.size() ||
      report.channel_ids[rate] != sampler.channels[rate].id || report.channels[rate].count == 0)
    return {};
  Gauge gauge{report.channels[rate].mean, mean_words(sampler, report, rate), ""};
  if (jump_of(sampler) < sampler.channels.size())
    gauge.beside = mean_words(sampler, report, jump_of(sampler)) + " sites";
  return gauge;
}

/// Less than one of a thousand proposals.
bool nothing_accepted(const Session& session, const DiagnosticReport& report) {
  const Descriptor& sampler = session.sampler_descriptor();
  if (!rejects(sampler, Parameters(sampler.parameters, session.config().sampler.values))) return false;
  const int rate = shown_channel(sampler, sampler.claims.acceptance_channel);
  const auto column = static_cast<std::size_t>(rate);
  if (column >= report.channels.size() || report.channel_ids[column] != sampler.channels[column].id)
    return false;
  return report.channels[column].count > 0 && report.channels[column].mean < 1e-3;
}

/// An exact number that was summed in double: below this it is round-off of 0.
constexpr double rounding = 1e-12;

/// Names the step if it lags behind the report.
std::string infinite_words(const DistributionWorker::State& infinite, std::uint64_t reported) {
  const std::string lag = infinite.step < reported ? "at step " + grouped(infinite.step) + ": " : "";
  const double distance = infinite.distribution.total_variation;
  return "expected TV " + lag + (distance > rounding ? significant(distance, 3) : "0");
}

/// The yardstick's distance stands first.
void add_sites(std::vector<ReadoutLine>& lines, const DiagnosticReport& report, const std::string& infinite) {
  const SiteReport& sites = *report.sites;
  const auto& [distance, floor] = std::tie(sites.distance.total_variation, sites.floor.total_variation);
  const std::string words = "TV " + with_error(distance.value, distance.error);
  if (yardstick_of(report) == Yardstick::modes) {
    const Estimate& shares = report.occupancy->total_variation;
    lines.push_back({LineKind::distance, "TV of modes " + with_error(shares.value, shares.error)});
    if (report.occupancy->band)
      lines.push_back({LineKind::exact, "exact draws " + significant(report.occupancy->band->low, 2) + " to " +
                                            significant(report.occupancy->band->high, 2)});
    lines.push_back({LineKind::exact, words + " of sites"});
  } else {
    lines.push_back({LineKind::distance, words});
  }
  if (!infinite.empty()) lines.push_back({LineKind::exact, infinite});
  const std::string of = sites.sampled ? "reference run's" : "exact";
  lines.push_back({LineKind::exact, "TV of " + of + " draws " + with_error(floor.mean, floor.sd)});
}

void add_equilibrium(std::vector<ReadoutLine>& lines, const Equilibrium& exact) {
  if (std::isfinite(exact.gap))
    lines.push_back({LineKind::exact, "exact gap " + significant(exact.gap, 3) + ", relaxation time " +
                                          significant(1 / exact.gap, 3)});
  if (exact.bias > rounding)
    lines.push_back({LineKind::exact, "exact bias TV " + significant(exact.bias, 3)});
}

void add_channels(std::vector<ReadoutLine>& lines, const Descriptor& sampler,
                  const DiagnosticReport& report) {
  const std::size_t count = std::min({channels_shown, report.channels.size(), sampler.channels.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const ChannelMean& mean = report.channels[i];
    const std::string& id = sampler.channels[i].id;
    if (gauged(sampler) && (id == sampler.claims.acceptance_channel || id == "jump")) continue;
    if (mean.count == 0 || report.channel_ids[i] != sampler.channels[i].id) continue;
    lines.push_back({id == "energy" ? LineKind::energy : LineKind::channel, mean_words(sampler, report, i)});
  }
}

void add_normaliser(std::vector<ReadoutLine>& lines, const NormaliserEstimates& z) {
  const auto line = [](const std::string& name, const LogMean& estimate) {
    return ReadoutLine{LineKind::channel, name + " " + with_error(estimate.value, estimate.error) + ", ESS " +
                                              significant(estimate.effective_draws, 3)};
  };
  lines.push_back(line("log Z", z.exact));
  lines.push_back(line("log Z, paper's weight", z.paper));
  if (z.truth) lines.push_back({LineKind::channel, "log Z, exact " + significant(*z.truth, 4)});
}

void add_learning(std::vector<ReadoutLine>& lines, const LearningReport& report) {
  const LearningMoment& learning = report.model;
  lines.push_back({LineKind::draws, "iteration " + grouped(learning.iterations)});
  if (std::isfinite(learning.log_likelihood))
    lines.push_back({LineKind::draws, "⟨log p⟩ " + significant(learning.log_likelihood, 3) + ", averaged " +
                                          significant(report.averaged.log_likelihood, 3) + ", best " +
                                          significant(learning.best_log_likelihood, 3)});
}

/// Choices, switches, and numbers beyond the first `parameters_shown` are shown only if they are not at their
/// defaults.
void add_parameter(std::vector<ReadoutLine>& lines, const Parameter& p, double value, bool always) {
  const bool number = p.kind == Kind::real || p.kind == Kind::integer;
  if (!(number && always) && value == p.initial) return;
  std::string words = value_words(p, value) + (p.unit.empty() ? "" : " " + p.unit);
  if (const std::string root = root_words(p, value); !root.empty()) words += ", " + root;
  const bool first = std::ranges::none_of(
      lines, [](LineKind kind) { return kind == LineKind::parameter; }, &ReadoutLine::kind);
  lines.push_back({first ? LineKind::parameter : LineKind::setting, words});
}

}  // namespace

void tell_whole_steps(Readouts& readouts, const RunConfig& run) {
  if (SwarmMotion::too_many(run.chains))
    readouts.lines.push_back(
        {LineKind::motion, "whole steps only: more than " + grouped(SwarmMotion::most_chains) + " chains"});
}

Readouts readouts_of(const Player& player, const Palette& palette, std::optional<double> place) {
  const Session& session = player.session();
  const DiagnosticReport* report = player.report();
  const Descriptor& sampler = session.sampler_descriptor();
  Readouts out{.title = sampler.title,
               .subtitle = session.target_descriptor().title,
               .dot = run_colour(sampler.id, place, palette)};
  const std::vector<double>& values = session.config().sampler.values;
  for (std::size_t i = 0; i < sampler.parameters.size(); ++i)
    if (is_used(sampler.parameters[i], sampler.parameters, values))
      add_parameter(out.lines, sampler.parameters[i], values[i], i < parameters_shown);
  if (!report) return out;
  if (report->diverged > 0)
    out.lines.push_back({LineKind::alarm, "△ " + grouped(report->diverged) + " diverged"});
  if (nothing_accepted(session, *report)) out.lines.push_back({LineKind::alarm, "△ nothing accepted"});
  if (draws_of(sampler).size() > 1)
    out.lines.push_back({LineKind::draws, "draws: " + to_string(report->draws)});
  if (report->learning) add_learning(out.lines, *report->learning);
  if (report->modes)
    out.lines.push_back({LineKind::modes, "modes " + std::to_string(report->modes->ever) + " / " +
                                              std::to_string(report->modes->occupancy.size())});
  if (report->mmd)
    out.lines.push_back(
        {LineKind::distance, "MMD² " + scientific_with_error(report->mmd->mmd2, report->mmd->error)});
  const DistributionFollower& exact = player.distribution();
  if (report->sites)
    add_sites(out.lines, *report, exact.infinite() ? infinite_words(*exact.infinite(), report->step) : "");
  if (exact.equilibrium()) add_equilibrium(out.lines, *exact.equilibrium());
  if (report->normaliser) add_normaliser(out.lines, *report->normaliser);
  add_channels(out.lines, sampler, *report);
  out.acceptance = gauge_of(sampler, *report);
  return out;
}

}  // namespace ergo
