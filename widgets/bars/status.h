#pragma once

#include <QElapsedTimer>
#include <QStatusBar>
#include <optional>
#include <vector>

#include "core/diagnostics/report.h"
#include "core/view/projection.h"

class QLabel;

namespace ergo {

/// Frames and chain-steps per second over the last second or so.
class Meter {
 public:
  void tick(std::uint64_t chain_steps);  ///< once a frame, with the total so far
  double frames_per_second() const { return fps_; }
  double chain_steps_per_second() const { return rate_; }

 private:
  QElapsedTimer since_;
  std::uint64_t frames_ = 0, steps_before_ = 0;
  double fps_ = 0, rate_ = 0;
};

/// The status bar: backend and device, rates, diverged chains, remarks on the run, and the density under the
/// pointer. Where it has no room for all of them, they are told briefly and at last not at all, the least
/// telling first.
class Status : public QStatusBar {
  Q_OBJECT

 public:
  explicit Status(QWidget* parent = nullptr);
  /// To its width, after its text has another size.
  void fit();
  /// What steps, and what draws.
  void show_device(const QString& kind, const QString& device, const QString& renderer);
  void show_rates(const Meter& meter, bool running);
  /// Of the run in focus; none while it runs.
  void show_state(const std::optional<std::string>& hash, const std::string& scope);
  struct Diverged {
    QString run;
    std::uint64_t diverged = 0, chains = 0;
  };
  /// Of all runs together; the tooltip has each.
  void show_diverged(const std::vector<Diverged>& runs);
  struct Remarks {
    QString run;
    std::vector<std::string> words;  ///< the worst first
  };
  /// How the runs go, so far as there is anything to know: the worst in words, all in the tooltip.
  void show_remarks(const std::vector<Remarks>& runs);
  /// Energy and density of the target at a place of the plane, and the noise of the run's mini-batches there; on a
  /// lattice the site, its mass and what the report knows of the swarm there. Nothing when the pointer is elsewhere.
  void show_place(const std::optional<Position>& place, const Session& session, Coordinates coordinates,
                  const DiagnosticReport* report);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Cell {
    QLabel* label = nullptr;
    QString words, brief;
  };
  Cell cell(const char* name, const QString& tooltip, bool permanent = false);
  void tell(Cell& cell, const QString& words, const QString& brief);
  int needed() const;

  Cell device_, rates_, diverged_, remarks_, state_, place_;
};

}  // namespace ergo
