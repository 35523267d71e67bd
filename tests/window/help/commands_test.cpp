// What menus and tooltips say.
#include "widgets/base/commands.h"

#include <gtest/gtest.h>

#include <QRegularExpression>

namespace ergo::commands_test {
namespace {

TEST(Commands, LabelsHaveAtMostFourWords) {
  static const QRegularExpression word("\\w+");
  for (const Command& command : commands()) {
    int words = 0;
    for (auto i = word.globalMatch(command.text); i.hasNext(); i.next()) ++words;
    EXPECT_GE(words, 1) << command.id;
    EXPECT_LE(words, 4) << command.text;
  }
}

TEST(Commands, TooltipsAreBriefAndTheFieldsWords) {
  static const QRegularExpression jargon("\\b(law|laws|swarm|dearest|ghosts?)\\b",
                                         QRegularExpression::CaseInsensitiveOption);
  for (const Command& command : commands()) {
    const QString sentence = QString::fromUtf8(command.sentence);
    EXPECT_LE(sentence.size(), 110) << command.sentence;
    EXPECT_FALSE(sentence.contains(jargon)) << command.sentence;
    EXPECT_FALSE(sentence.contains('`')) << command.sentence;
  }
}

}  // namespace
}  // namespace ergo::commands_test
