#include "widgets/status.h"

#include <QLabel>
#include <QLayout>
#include <QStyle>
#include <cmath>

#include "core/unit/lattice.h"
#include "widgets/numbers.h"

namespace ergo {

namespace {

/// "site (3, 4)   law 0.0123   swarm 0.0117   z −0.55".
std::string site_words(Position place, const LatticeTarget& lattice, const SiteReport* sites) {
  const Position site{std::round(place.x), std::round(place.y)};
  if (!lattice.sides().contain(site)) return "outside the lattice";
  const std::size_t index = lattice.sides().index(site);
  const double mass = lattice.law()[index];
  std::string words =
      "site (" + significant(site.x, 4) + ", " + significant(site.y, 4) + ")   law " + significant(mass, 3);
  if (!sites || sites->sides != lattice.sides() || sites->draws == 0) return words;
  const double count = static_cast<double>((*sites->counts)[index]), expected = sites->draws * mass;
  return words + "   swarm " + significant(count / sites->draws, 3) + "   z " +
         significant((count - expected) / std::sqrt(expected * (1 - mass)), 2);
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
  // Fewer than before where other runs were opened meanwhile.
  if (chain_steps >= steps_before_) rate_ = static_cast<double>(chain_steps - steps_before_) / seconds;
  frames_ = 0;
  steps_before_ = chain_steps;
  since_.restart();
}

Status::Status(QWidget* parent) : QStatusBar(parent) {
  setSizeGripEnabled(false);
  device_ = cell("device", tr("What steps the chains"));
  rates_ = cell("rates", tr("Pictures per second, and chains times steps per second"));
  diverged_ =
      cell("diverged", tr("Chains that left the finite numbers: drawn as triangles, left out of averages"));
  state_ = cell("state", tr("Hash of the run's exact state at this step: the same run has the same one"));
  place_ = cell("place", tr("The pointer's place, the target's energy E there and its density p"), true);
}

QLabel* Status::cell(const char* name, const QString& tooltip, bool permanent) {
  auto* label = new QLabel;
  label->setObjectName(name);
  label->setToolTip(tooltip);
  label->setMinimumWidth(1);  // words may be cut, but never widen the window
  permanent ? addPermanentWidget(label) : addWidget(label);
  return label;
}

void Status::show_device(const QString& device) { device_->setText(device); }

void Status::show_rates(const Meter& meter, bool running) {
  const QString rate = running ? QString::fromStdString(with_prefix(meter.chain_steps_per_second())) : "0";
  rates_->setText(
      QString::fromUtf8("%1 fps  ·  %2 chain-steps/s").arg(qRound(meter.frames_per_second())).arg(rate));
}

void Status::show_state(const std::optional<std::string>& hash) {
  state_->setText(hash ? tr("state %1").arg(QString::fromStdString(*hash)) : QString());
  // Half a hash says nothing, and would cut the rest.
  int needed = 0;
  for (const QLabel* label : {device_, rates_, diverged_, state_}) needed += label->sizeHint().width();
  state_->setVisible(hash && needed + 4 * layout()->spacing() <= width());
}

void Status::show_diverged(const std::vector<Diverged>& runs) {
  std::uint64_t diverged = 0, chains = 0;
  QString by_run;
  for (const Diverged& run : runs) {
    diverged += run.diverged;
    chains += run.chains;
    by_run += tr("\n%1: %2 of %3").arg(run.run, words_of(run.diverged), words_of(run.chains));
  }
  diverged_->setText(QString::fromUtf8("△ %1 diverged").arg(words_of(diverged)));
  diverged_->setToolTip(
      tr("%1 of %2 chains left the finite numbers: drawn as triangles, left out of averages")
          .arg(words_of(diverged), words_of(chains)) +
      (runs.size() > 1 ? by_run : QString()));
  if (diverged_->property("alarm").toBool() == (diverged > 0)) return;
  diverged_->setProperty("alarm", diverged > 0);
  style()->unpolish(diverged_);
  style()->polish(diverged_);
}

void Status::show_place(const std::optional<Position>& place, const Session& session, Coordinates coordinates,
                        const DiagnosticReport* report) {
  if (!place) return place_->clear();
  if (const LatticeTarget* lattice = session.target().lattice())
    return place_->setText(QString::fromStdString(
        site_words(*place, *lattice, report && report->sites ? &*report->sites : nullptr)));
  const Projection shown = projection(session, coordinates);
  if (shown.coordinates != Coordinates::position) {
    const double second = place->y / shown.stretch;
    return place_->setText(QString::fromStdString(std::string(shown.horizontal_symbol) + " " +
                                                  significant(place->x, 4) + "  " + shown.vertical_symbol +
                                                  " " + significant(second, 4)));
  }
  const Target& target = session.target();
  const Position at = target.dim == 1 ? Position{place->x, 0} : *place;
  const double energy = target.evaluate(at).energy;
  const auto log_normaliser = target.log_normaliser();
  const double density = std::exp(-energy - log_normaliser.value_or(0));
  const std::string where = target.dim == 1 ? "x " + significant(at.x, 4)
                                            : "x " + significant(at.x, 4) + "  y " + significant(at.y, 4);
  place_->setText(QString::fromUtf8("%1   E %2   %3 %4")
                      .arg(QString::fromStdString(where), QString::fromStdString(significant(energy, 4)),
                           log_normaliser ? QString("p") : QString::fromUtf8("e⁻ᴱ"),
                           QString::fromStdString(significant(density, 3))));
}

}  // namespace ergo
