#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>

#include "core/live/panes.h"

namespace ergo {

/// All that each run is.
inline std::vector<std::string> states(Panes& panes) {
  std::vector<std::string> all;
  for (int i = 0; i < panes.count(); ++i) {
    Session& session = panes.at(i).session();
    all.push_back(session.state_hash() + " " + std::to_string(session.step()) + " " +
                  std::to_string(session.journal().size()));
  }
  return all;
}

/// Runs as the window watches them, in a small picture without a window: the default preset with 300 chains.
class PanesTest : public testing::Test {
 protected:
  explicit PanesTest(Machine::Choice choice = {.renderer = Renderer::software},
                     BackendKind backend = BackendKind::automatic) {
    Preset preset = load_preset("default");
    preset.config.chains = 300;
    preset.config.backend = backend;
    view_.width = 64;
    view_.height = 40;
    view_.palette = palette("dark");
    view_.trails = false;
    panes_ = std::make_unique<Panes>(std::make_shared<Machine>(std::move(choice)), preset);
    view_.camera = camera_for(session().target().window(), 1.6);
    panes_->running = false;
  }

  Panes& panes() { return *panes_; }
  const Session& session() { return std::as_const(panes_->focused()).session(); }

  /// One frame of the window, and the reports that have come.
  void frame() {
    for (int i = 0; i < panes().count(); ++i) {
      Player& player = panes().at(i);
      player.observe(view_);
      player.distribution().update_equilibrium();
      player.update_distribution();
      player.take_report();
    }
    panes().frame([this](int) -> const View& { return view_; });
  }
  template <class Reached>
  testing::AssertionResult until(const Reached& reached) {
    const auto begun = std::chrono::steady_clock::now();
    while (!reached()) {
      if (std::chrono::steady_clock::now() - begun > std::chrono::seconds(60))
        return testing::AssertionFailure() << "not within a minute";
      frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return testing::AssertionSuccess();
  }
  /// Until the reports of the present steps are there.
  void rest() {
    frame();
    ASSERT_TRUE(until([&] {
      for (int i = 0; i < panes().count(); ++i)
        if (!panes().at(i).at_rest()) return false;
      return true;
    }));
  }
  std::size_t reports(int pane) { return panes().at(pane).history()->curve("energy").points.size(); }
  /// Runs on until every run has this many reports more, and rests.
  void run_on(std::size_t more) {
    std::vector<std::size_t> wanted;
    for (int i = 0; i < panes().count(); ++i) wanted.push_back(reports(i) + more);
    panes().running = true;
    EXPECT_TRUE(until([&] {
      for (int i = 0; i < panes().count(); ++i)
        if (reports(i) < wanted[static_cast<std::size_t>(i)]) return false;
      return true;
    }));
    panes().running = false;
    rest();
  }
  void edit(const Assignment& assignment) {
    panes().assign({assignment});
    panes().end_edit();
    frame();
  }

 private:
  View view_;
  std::unique_ptr<Panes> panes_;
};

}  // namespace ergo
