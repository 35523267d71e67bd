// The floating panel, by real clicks and keys.
#include <QDirIterator>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/diagnostics/quantities.h"
#include "tests/machine_fixture.h"
#include "tests/sample.h"
#include "tests/window/window_fixture.h"
#include "widgets/base/numbers.h"
#include "widgets/panels/control_words.h"

namespace ergo::panel_test {
namespace {

TEST_F(WindowTest, DraggingASliderIsAJournalledEditWithOneMark) {
  frames(5);
  const QRectF slider = picture().panel().places().at("sampler.step_size");
  drag(slider.center(), slider.center() + QPointF(0.25 * slider.width(), 0));
  const double value = sampler_value("step_size");
  // The slider runs over log(0.001 ... 1); ImGui keeps half a grab (4 px) free at each end.
  const double share = 0.75, slack = 8 / slider.width();
  EXPECT_NEAR(std::log10(value), -3 + 3 * share, 3 * slack);
  const auto& journal = session().journal();
  ASSERT_FALSE(journal.empty());
  for (const JournalEntry& entry : journal) EXPECT_EQ(entry.assignment.path, "sampler.step_size");
  EXPECT_GT(journal.back().step, 0u);
  for (const Plot* plot : window().plots().all())
    EXPECT_EQ(plot->marks(), 1) << plot->subject().id.toStdString();
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(sampler_value("step_size"), 0.1);
}

TEST_F(WindowTest, ATypedValueIsTaken) {
  click(control("sampler.step_size"), Qt::ControlModifier);
  type("0.25");
  EXPECT_EQ(sampler_value("step_size"), 0.25);
  EXPECT_EQ(picture().toast_words(), "");
}

TEST_F(WindowTest, EscapeLeavesATypedValue) {
  click(control("sampler.step_size"), Qt::ControlModifier);
  QTest::keyClick(&surface(), Qt::Key_7);
  frames(4);
  key(Qt::Key_Escape);
  EXPECT_EQ(sampler_value("step_size"), 0.1);
  EXPECT_TRUE(picture().interface_shown);
}

TEST_F(WindowTest, ATypedWrongValueIsRefusedWithAToast) {
  click(control("sampler.step_size"), Qt::ControlModifier);
  type("-1");
  EXPECT_EQ(sampler_value("step_size"), 0.1);
  EXPECT_NE(picture().toast_words().find("-1"), std::string::npos) << picture().toast_words();
  screenshot("toast");
}

TEST_F(WindowTest, TypingIntoAControlTriggersNoCommand) {
  click(control("seed"));
  const bool running = panes().running;
  type("2");  // 2 would open the second preset
  EXPECT_EQ(session().config().target.id, load_preset("default").config.target.id);
  EXPECT_EQ(panes().running, running);
}

TEST_F(WindowTest, ChoosingAnotherSamplerChangesRunAndPlots) {
  frames(5);
  click(control("sampler"));
  click(control("sampler=mala"));
  EXPECT_EQ(session().config().sampler.id, "mala");
  const std::size_t plots = plotted_quantities(session().sampler_descriptor()).size() + chain_plots().size();
  ASSERT_TRUE(until([&] { return window().plots().all().size() == plots; }));
  for (const Channel& channel : session().sampler_descriptor().channels)
    EXPECT_TRUE(window().plots().find(QString::fromStdString(channel.id))) << channel.id;
}

TEST_F(WindowTest, ChoosingAnotherTargetKeepsTheChains) {
  frames(5);
  click(control("target"));
  click(control("target=donut"));
  EXPECT_EQ(session().config().target.id, "donut");
  EXPECT_GT(session().step(), 0u);
}

/// CI takes every third unit.
TEST_F(WindowTest, EveryParameterInUseHasItsControl) {
  std::size_t item = 0;
  const auto check = [&](const char* path, const Descriptor& descriptor, const UnitChoice& chosen) {
    for (const Parameter& p : descriptor.parameters)
      EXPECT_EQ(picture().panel().places().contains(std::string(path) + "." + p.id),
                is_used(p, descriptor.parameters, chosen.values) &&
                    (p.along != Along::y || session().target_descriptor().dim > 1))
          << path << "." << p.id;
  };
  for (const SamplerUnit& unit : samplers()) {
    if (!in_sample(item++, 3)) continue;
    panes().assign({{"target", home_of(unit.descriptor)},
                    {"sampler", unit.descriptor.id}});
    frames(2);
    check("sampler", unit.descriptor, session().config().sampler);
  }
  for (const Assignment& other :
       {Assignment{"sampler.beta_schedule", "tuned"}, {"sampler.beta_schedule", "constant"}}) {
    panes().assign({{"target", "lattice8"}, {"sampler", "acs"}, other});
    frames(2);
    check("sampler", sampler_unit("acs").descriptor, session().config().sampler);
  }
  for (const TargetUnit& unit : targets()) {
    if (!in_sample(item++, 3)) continue;
    SCOPED_TRACE(unit.descriptor.id);
    panes().assign({{"target", unit.descriptor.id}, {"start", "normal"}});
    frames(2);
    check("target", unit.descriptor, session().config().target);
    check("start", start_unit("normal").descriptor, session().config().start);
  }
  for (const char* text : {"x^2 + y^2", "a = slider(1, 0.1, 2); c = slider(2, 0.5, 5); E = a x^2 + c y^2",
                           "a = slider(1, 0.1, 2); b = slider(0, -1, 1); c = slider(2, 0.5, 500); a x^2 + c (y-b)^2"}) {
    SCOPED_TRACE(text);
    panes().assign({{"target", "formula"}, {"target.text", text}});
    frames(2);
    check("target", session().target_descriptor(), session().config().target);
  }
  for (const char* start : {"normal", "point", "uniform", "exact"}) {
    panes().assign({{"start", start}});
    frames(2);
    check("start", start_unit(start).descriptor, session().config().start);
  }
}

// Two controls of one name cannot be told apart.
TEST(ControlLabels, ThoseOfOneConfigurationAreDistinct) {
  for (const TargetUnit& target : targets())
    for (const SamplerUnit& sampler : samplers(target.descriptor.space))
      for (const StartUnit& start : starts()) {
        std::multiset<std::string> titles = {"Chains", "Seed", "Sites show", "Colour by", "Axes", "Draws shown",
                                             "Contours", "Trails", "Marginal histograms"};
        titles.insert(trail_life_parameter().title);
        for (const Descriptor* unit :
             {&target.descriptor, &sampler.descriptor, &start.descriptor, &gradient_noise_descriptor()})
          for (const Parameter& p : unit->parameters) titles.insert(p.title);
        for (const std::string& title : titles)
          EXPECT_EQ(titles.count(title), 1u)
              << title << ": " << target.descriptor.id << ", " << sampler.descriptor.id << ", " << start.descriptor.id;
      }
}

TEST_F(WindowTest, AStrengthOfNoiseIsSetOnlyWhereItsKindHasOne) {
  click(control("heading.Gradient noise"));
  const auto dragged = [&] {
    const RunConfig before = session().config();
    const QRectF slider = picture().panel().places().at("gradient_noise.sigma");
    drag(slider.center(), slider.center() + QPointF(0.2 * slider.width(), 0));
    return session().config() != before;
  };
  EXPECT_FALSE(dragged());
  panes().assign({{"gradient_noise.kind", "gaussian"}});
  frames(3);
  EXPECT_TRUE(dragged());
  panes().assign({{"target", "gaussian_mean"}, {"gradient_noise.kind", "minibatch"}});
  frames(3);
  QTest::mouseMove(&surface(), control("gradient_noise.B").toPoint());
  frames(3);
  screenshot("minibatch");
  EXPECT_FALSE(dragged());
  EXPECT_EQ(picture().toast_words(), "");
}

TEST_F(WindowTest, WhatSettingsDoInFactStandsBelowThem) {
  const auto shown = [&](const char* path) {
    frames(3);
    return picture().panel().places().contains(path);
  };
  panes().assign({{"gradient_noise.kind", "gaussian"}, {"gradient_noise.sigma", "1"}});
  click(control("heading.Gradient noise"));
  EXPECT_FALSE(shown("gradient_noise.remark"));
  panes().assign({{"sampler", "rwm"}});
  EXPECT_TRUE(shown("gradient_noise.remark"));
  screenshot("remark-noise");
  panes().assign({{"target", "lattice8"}, {"sampler", "acs"}});
  EXPECT_FALSE(shown("sampler.remark"));
  panes().assign({{"sampler.alpha_max", "1"}});
  EXPECT_TRUE(shown("sampler.remark"));
  screenshot("remark-schedule");
}

TEST_F(WindowTest, DrawsAreOfferedOnlyForWeightedSamplers) {
  EXPECT_TRUE(picture().panel().places().contains("view.draws"));
  panes().assign({{"sampler", "ula"}});
  frames(3);
  EXPECT_FALSE(picture().panel().places().contains("view.draws"));
}

TEST_F(WindowTest, CheckboxesAndKeysShowTheSameThing) {
  const bool trails = picture().view.trails;
  click(control("view.trails"));
  EXPECT_NE(picture().view.trails, trails);
  key(Qt::Key_T);
  EXPECT_EQ(picture().view.trails, trails);
}

TEST_F(WindowTest, EscapeHidesTheInterface) {
  EXPECT_FALSE(picture().panel().places().empty());
  key(Qt::Key_Escape);
  EXPECT_TRUE(picture().panel().places().empty());
  screenshot("hidden_interface");
  key(Qt::Key_Escape);
  EXPECT_FALSE(picture().panel().places().empty());
}

TEST_F(WindowTest, TheOverlayHasGreekAndMathematics) {
  EXPECT_EQ(picture().bridge().missing_glyphs(U"εξαβσμωΔΣ∇∂⟨⟩²³⁻±−·×→≤∞√°–…"), std::u32string());
  // The check can fail: no face holds Chinese.
  EXPECT_EQ(picture().bridge().missing_glyphs(U"\u4E2D"), std::u32string(U"\u4E2D"));
}

TEST_F(WindowTest, EverySymbolOfEveryUnitCanBeDrawn) {
  std::u32string symbols;
  const auto add = [&](const std::string& text) { symbols += QString::fromStdString(text).toStdU32String(); };
  const auto add_all = [&](const auto& units) {
    for (const auto& unit : units) {
      add(unit.descriptor.title);
      for (const Parameter& p : unit.descriptor.parameters) add(p.symbol + p.title + p.unit + p.doc);
      for (const Channel& channel : unit.descriptor.channels) add(channel.symbol + channel.title);
    }
  };
  add_all(samplers());
  add_all(targets());
  add_all(starts());
  std::erase(symbols, U'\n');
  EXPECT_EQ(picture().bridge().missing_glyphs(symbols), std::u32string());
}

TEST_F(WindowTest, EveryTooltipHasSentenceSymbolUnitAndRange) {
  const auto expect_all = [](const auto& units) {
    for (const auto& unit : units)
      for (const Parameter& p : unit.descriptor.parameters) {
        const std::string words = parameter_words(p);
        for (const std::string& part : {p.doc, p.symbol, p.unit, legal_text(p), initial_text(p)})
          EXPECT_NE(words.find(part), std::string::npos) << unit.descriptor.id << "." << p.id << ": " << part;
        EXPECT_TRUE(p.symbol.empty() || words.starts_with(p.symbol + ": ")) << words;
      }
  };
  expect_all(samplers());
  expect_all(targets());
  expect_all(starts());
}

TEST_F(WindowTest, EveryNumberCanBeDrawn) {
  const std::string numbers = significant(-1.5e-7, 3) + with_error(-0.25, 1e-12) + with_error(NAN, 1) +
                              scientific_with_error(-3e-6, 1.2e-5) + grouped(1'234'567) + with_prefix(-2e7);
  const auto words = QString::fromStdString(numbers).toStdU32String();
  EXPECT_EQ(picture().bridge().missing_glyphs(words), std::u32string());
}

// Whatever stands in quotes in the source, but for the icons of Qt's own buttons and menus.
TEST_F(WindowTest, EveryWordOfTheSourceCanBeDrawn) {
  std::set<char32_t> letters;
  for (const char* folder : {"core", "widgets"}) {
    QDirIterator entry(ERGO_SOURCE_DIR + QString("/") + folder, {"*.cpp", "*.h"}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (entry.hasNext()) {
      QFile source(entry.next());
      if (const QString name = QFileInfo(source).fileName(); name == "commands.cpp" || name == "run_bar.cpp")
        continue;
      ASSERT_TRUE(source.open(QFile::ReadOnly));
      for (const char32_t letter : QString::fromUtf8(source.readAll()).toStdU32String())
        if (letter > 0x7F) letters.insert(letter);
    }
  }
  EXPECT_GE(letters.size(), 40u);
  EXPECT_EQ(picture().bridge().missing_glyphs(std::u32string(letters.begin(), letters.end())),
            std::u32string());
}

}  // namespace
}  // namespace ergo::panel_test
