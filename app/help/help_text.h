#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ergo {

/// The files of app/help by name, written by the build.
const std::map<std::string, std::string>& embedded_help();

struct GlossaryEntry {
  std::string symbol, title;
  std::string text;                     ///< marked text, at most three sentences
  std::vector<std::string> units = {};  ///< titles of the samplers, targets and starts that have it
  std::string quantity = {};            ///< id of its plot, if it has one
};

struct GlossarySection {
  std::string title;
  std::vector<GlossaryEntry> entries;
};

/// Every symbol and every diagnostic: general terms from a file, the rest from the registries' own descriptions.
std::vector<GlossarySection> glossary();

/// One of the sections of the guide.
struct GuideSection {
  std::string title;
  std::string text;                   ///< Markdown
  std::vector<std::string> rendered;  ///< its picture: the arguments of `ergo render`; none if empty
  std::string widget;                 ///< its picture: the object name of a widget of the window; none if empty
};
std::vector<GuideSection> guide();

/// A library that the programs use.
struct UsedLibrary {
  std::string name, licence, address;
};
std::vector<UsedLibrary> used_libraries();

}  // namespace ergo
