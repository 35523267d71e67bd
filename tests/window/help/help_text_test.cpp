// The glossary, the guide and the list of libraries, held against the registries and the build.
#include "app/help/help_text.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "core/diagnostics/quantities.h"
#include "core/exact/state_graph.h"
#include "core/unit/gradient_noise.h"
#include "core/unit/registry.h"

namespace ergo::help_text_test {
namespace {

std::vector<const Descriptor*> all_descriptors() {
  std::vector<const Descriptor*> all = {&gradient_noise_descriptor(), &ising_descriptor()};
  for (const auto& unit : samplers()) all.push_back(&unit.descriptor);
  for (const auto& unit : targets()) all.push_back(&unit.descriptor);
  for (const auto& unit : starts()) all.push_back(&unit.descriptor);
  return all;
}

std::vector<GlossaryEntry> all_entries() {
  std::vector<GlossaryEntry> all;
  for (const GlossarySection& section : glossary())
    all.insert(all.end(), section.entries.begin(), section.entries.end());
  return all;
}

/// Texts between sentence ends; a point within a number or before a small letter ends none.
long sentences(const std::string& text) {
  static const std::regex end("[.!?](?= [^a-z]|$)");
  return std::distance(std::sregex_iterator(text.begin(), text.end(), end), std::sregex_iterator());
}

TEST(Glossary, HasEveryQuantityThatCanBePlotted) {
  std::set<std::string> explained;
  for (const GlossaryEntry& entry : all_entries()) explained.insert(entry.quantity);
  for (const auto& unit : samplers())
    for (const Quantity& quantity : plotted_quantities(unit.descriptor))
      EXPECT_TRUE(explained.contains(quantity.id)) << quantity.id;
}

TEST(Glossary, HasEverySymbol) {
  std::set<std::string> explained;
  for (const GlossaryEntry& entry : all_entries()) explained.insert(entry.symbol);
  for (const Descriptor* unit : all_descriptors()) {
    for (const Parameter& p : unit->parameters) EXPECT_TRUE(explained.contains(p.symbol)) << p.symbol;
    for (const Channel& c : unit->channels) EXPECT_TRUE(explained.contains(c.symbol)) << c.symbol;
  }
  for (const Quantity& quantity : metric_columns()) EXPECT_TRUE(explained.contains(quantity.symbol)) << quantity.id;
}

TEST(Glossary, EntriesAreShort) {
  for (const GlossaryEntry& entry : all_entries()) {
    EXPECT_FALSE(entry.title.empty()) << entry.text;
    EXPECT_GE(sentences(entry.text), 1) << entry.title << ": " << entry.text;
    EXPECT_LE(sentences(entry.text), 3) << entry.title << ": " << entry.text;
  }
}

TEST(Guide, ItsPicturesAreRunsThatErgoRenders) {
  const QTemporaryDir folder;
  int rendered = 0;
  for (const GuideSection& section : guide()) {
    EXPECT_FALSE(section.title.empty());
    EXPECT_FALSE(section.text.empty()) << section.title;
    if (section.rendered.empty()) continue;
    const QString file = folder.filePath(QString("%1.png").arg(++rendered));
    QStringList arguments = {"render", "--size", "64x36", "--quiet", "--out", file};
    for (const std::string& word : section.rendered) arguments << QString::fromStdString(word);
    EXPECT_EQ(QProcess::execute(ERGO_BINARY_DIR "/ergo", arguments), 0) << section.title;
    EXPECT_TRUE(QFile::exists(file)) << section.title;
  }
  EXPECT_GE(rendered, 3);
}

/// Names of the packages that the build asks for, but for the tool that finds others and the C++ library's threads.
std::set<std::string> packages_of_the_build() {
  QFile file(ERGO_SOURCE_DIR "/CMakeLists.txt");
  EXPECT_TRUE(file.open(QIODevice::ReadOnly));
  const std::string text = file.readAll().toStdString();
  const std::regex found("find_package\\((\\w+)"), word("[^ ]+"),
      checked("pkg_check_modules\\(\\w+ REQUIRED IMPORTED_TARGET ([^)]*)\\)");
  std::set<std::string> packages;
  for (std::sregex_iterator i(text.begin(), text.end(), found), end; i != end; ++i) packages.insert((*i)[1]);
  for (std::sregex_iterator i(text.begin(), text.end(), checked), end; i != end; ++i) {
    const std::string names = (*i)[1];
    for (std::sregex_iterator name(names.begin(), names.end(), word); name != end; ++name) packages.insert(name->str());
  }
  packages.erase("PkgConfig");
  packages.erase("Threads");
  return packages;
}

TEST(About, NamesTheLibrariesOfTheBuild) {
  std::set<std::string> named;
  for (const auto& library : nlohmann::json::parse(embedded_help().at("libraries.json")))
    for (const std::string package : library.at("packages")) named.insert(package);
  EXPECT_EQ(named, packages_of_the_build());
  for (const UsedLibrary& library : used_libraries()) EXPECT_FALSE(library.licence.empty()) << library.name;
}

}  // namespace
}  // namespace ergo::help_text_test
