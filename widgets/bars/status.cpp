#include "widgets/bars/status.h"

#include <QLabel>
#include <QLayout>
#include <QStyle>
#include <cmath>

#include "core/base/marked_text.h"
#include "core/config/run_config.h"
#include "core/site_plane/site_plane.h"
#include "widgets/base/numbers.h"

namespace ergo {

namespace {

struct PlaceWords {
  std::string where, more;
};

/// "site (3, 4)", "   target 0.0123   chains 0.0117   z −0.55".
PlaceWords site_words(Position place, const LatticeTarget& lattice, const SiteReport* sites) {
  const Position site{std::round(place.x), std::round(place.y)};
  if (!lattice.sides().contain(site)) return {"outside the lattice", ""};
  const std::size_t index = lattice.sides().index(site);
  const double mass = lattice.distribution()[index];
  const SitePlane* plane = lattice.sites();
  const std::string where = plane ? plane->statistics().words(site)
                                  : "site (" + significant(site.x, 4) + ", " + significant(site.y, 4) + ")";
  const std::string distribution = "   target " + significant(mass, 3);
  if (!sites || sites->sides != lattice.sides() || sites->draws == 0) return {where, distribution};
  const double count = static_cast<double>((*sites->counts)[index]), expected = sites->draws * mass;
  return {where, distribution + "   chains " + significant(count / sites->draws, 3) + "   z " +
                     significant((count - expected) / std::sqrt(expected * (1 - mass)), 2)};
}

/// "   noise SD 9.1, 8   ρ −0.05": of the gradient noise that mini-batches make there.
std::string minibatch_words(Position at, const Session& session) {
  if (gradient_noise_of(session.config()).kind != NoiseKind::minibatch) return "";
  const auto [xx, xy, yy] = session.target().minibatch_covariance(at);
  const std::string first = "   noise SD " + significant(std::sqrt(xx), 3);
  if (session.target().dim == 1) return first;
  const double correlation = xx * yy > 0 ? xy / std::sqrt(xx * yy) : 0;
  return first + ", " + significant(std::sqrt(yy), 3) + "   ρ " + significant(correlation, 2);
}

/// "x 0.5  y 1.2", "   E 0.31   p 0.2"; e⁻ᴱ where the density's constant is unknown.
PlaceWords words_of(Position place, const Session& session, Coordinates coordinates,
                    const DiagnosticReport* report) {
  const Target& target = session.target();
  if (const LatticeTarget* lattice = target.lattice())
    return site_words(place, *lattice, report && report->sites ? &*report->sites : nullptr);
  const Projection shown = projection(session, coordinates);
  if (shown.coordinates != Coordinates::position)
    return {shown.horizontal_symbol + " " + significant(place.x, 4) + "  " +
                shown.vertical_symbol + " " + significant(place.y / shown.stretch, 4),
            ""};
  const Position at = target.dim == 1 ? Position{place.x, 0} : place;
  const double energy = target.evaluate(at).energy;
  const auto log_normaliser = target.log_normaliser();
  const double density = std::exp(-energy - log_normaliser.value_or(0));
  const std::string second = target.dim == 1 ? "" : "  y " + significant(at.y, 4);
  return {
      "x " + significant(at.x, 4) + second,
      "   E " + significant(energy, 4) + (log_normaliser ? "   p " : "   e⁻ᴱ ") + significant(density, 3) +
          minibatch_words(at, session)};
}

QString words_of(std::uint64_t count) { return QString::fromStdString(grouped(count)); }

}  // namespace

void Meter::tick(std::uint64_t chain_steps) {
  if (!since_.isValid()) {
    since_.start();
    steps_before_ = chain_steps;
    return;
  }
  ++frames_;
  const double seconds = static_cast<double>(since_.nsecsElapsed()) * 1e-9;
  if (seconds < 0.7) return;
  fps_ = static_cast<double>(frames_) / seconds;
  // There are fewer than before if other runs were opened in between.
  if (chain_steps >= steps_before_) rate_ = static_cast<double>(chain_steps - steps_before_) / seconds;
  frames_ = 0;
  steps_before_ = chain_steps;
  since_.restart();
}

Status::Status(QWidget* parent) : QStatusBar(parent) {
  setObjectName("status");
  setSizeGripEnabled(false);
  device_ = cell("device", {});
  rates_ = cell("rates", tr("Frames per second. Chains times steps per second."));
  diverged_ = cell("diverged", tr("Diverged chains: a million windows away or without finite energy. "
                                  "Drawn as triangles, left out of averages."));
  remarks_ = cell("remarks", {});
  remarks_.label->setProperty("alarm", true);
  state_ = cell("state", {});
  place_ = cell("place", tr("Position of the pointer, with the energy E and density p of the target. On a lattice: "
                            "target probability, share of the chains, and z-score of their difference. With "
                            "mini-batches: standard deviations of the gradient noise in x and y, and their "
                            "correlation ρ."), true);
}

Status::Cell Status::cell(const char* name, const QString& tooltip, bool permanent) {
  auto* label = new QLabel;
  label->setObjectName(name);
  label->setToolTip(tooltip);
  label->setMinimumWidth(1);  // words may be cut, but never widen the window
  label->hide();
  permanent ? addPermanentWidget(label) : addWidget(label);
  return {label, {}, {}};
}

void Status::tell(Cell& cell, const QString& words, const QString& brief) {
  if (cell.words == words && cell.brief == brief) return;
  cell.words = words;
  cell.brief = brief;
  fit();
}

int Status::needed() const {
  constexpr int spacing = 6, ends = 5 * spacing;  // what QStatusBar leaves between its cells and beside them
  int sum = ends;
  for (const Cell* each : {&device_, &rates_, &diverged_, &remarks_, &state_, &place_})
    if (!each->label->text().isEmpty()) sum += each->label->sizeHint().width() + spacing;
  return sum;
}

void Status::fit() {
  // The hash has no brief form, as half a hash cannot be compared.
  for (Cell* each : {&device_, &rates_, &diverged_, &remarks_, &state_, &place_})
    each->label->setText(each->words);
  for (Cell* each :
       {&device_, &rates_, &state_, &remarks_, &device_, &rates_, &diverged_, &remarks_, &place_}) {
    if (needed() <= width()) break;
    const bool whole = each->label->text() == each->words;
    each->label->setText(whole ? each->brief : QString());
  }
  for (Cell* each : {&device_, &rates_, &diverged_, &remarks_, &state_, &place_})
    each->label->setVisible(!each->label->text().isEmpty());
}

void Status::resizeEvent(QResizeEvent* event) {
  QStatusBar::resizeEvent(event);
  fit();
}

void Status::show_device(const QString& kind, const QString& device, const QString& renderer) {
  tell(device_, kind + "  " + device + QString::fromUtf8("  ·  ") + renderer, kind);
  device_.label->setToolTip(tr("Backend and device: %1, %2; the picture is %3").arg(kind, device, renderer));
}

void Status::show_rates(const Meter& meter, bool running) {
  const QString rate = running ? QString::fromStdString(with_prefix(meter.chain_steps_per_second())) : "0";
  const QString frames = tr("%1 fps").arg(qRound(meter.frames_per_second()));
  tell(rates_, QString::fromUtf8("%1  ·  %2 chain-steps/s").arg(frames, rate), frames);
}

void Status::show_state(const std::optional<std::string>& hash, const std::string& scope) {
  state_.label->setToolTip(
      tr("Hash of the exact state of all chains at this step. Reproducible on: %1.")
          .arg(QString::fromStdString(scope)));
  tell(state_, hash ? tr("state %1").arg(QString::fromStdString(*hash)) : QString(), {});
}

void Status::show_diverged(const std::vector<Diverged>& runs) {
  std::uint64_t diverged = 0, chains = 0;
  QString by_run;
  for (const Diverged& run : runs) {
    diverged += run.diverged;
    chains += run.chains;
    by_run += tr("\n%1: %2 of %3").arg(run.run, words_of(run.diverged), words_of(run.chains));
  }
  const QString count = QString::fromUtf8("△ %1").arg(words_of(diverged));
  tell(diverged_, tr("%1 diverged").arg(count), count);
  QLabel* label = diverged_.label;
  label->setToolTip(tr("%1 of %2 chains have diverged: a million windows away or without finite energy. "
                       "Drawn as triangles, left out of averages.")
                        .arg(words_of(diverged), words_of(chains)) +
                    (runs.size() > 1 ? by_run : QString()));
  if (label->property("alarm").toBool() == (diverged > 0)) return;
  label->setProperty("alarm", diverged > 0);
  style()->unpolish(label);
  style()->polish(label);
}

void Status::show_remarks(const std::vector<Remarks>& runs) {
  std::size_t count = 0;
  QString worst, all;
  for (const auto& [run, words] : runs) {
    if (!words.empty() && worst.isEmpty()) worst = QString::fromStdString(plain_text(words.front()));
    for (const std::string& remark : words) {
      ++count;
      all += (all.isEmpty() ? "" : "\n") + (runs.size() > 1 ? run + ": " : QString()) +
             QString::fromStdString(plain_text(remark));
    }
  }
  remarks_.label->setToolTip(all);
  const QString sign = "! ";
  if (count == 0) return tell(remarks_, {}, {});
  tell(remarks_, sign + worst + (count > 1 ? tr(", and %1 more").arg(count - 1) : QString()),
       sign + QString::number(count));
}

void Status::show_place(const std::optional<Position>& place, const Session& session, Coordinates coordinates,
                        const DiagnosticReport* report) {
  if (!place) return tell(place_, {}, {});
  const auto [where, more] = words_of(*place, session, coordinates, report);
  tell(place_, QString::fromStdString(where + more), QString::fromStdString(where));
}

}  // namespace ergo
