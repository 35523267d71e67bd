#include "widgets/base/fonts.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QHash>
#include <QProcess>
#include <QStandardPaths>

namespace ergo {
namespace {

QHash<QString, QString> installed() {
  QHash<QString, QString> files;
  for (const QString& folder : QStandardPaths::standardLocations(QStandardPaths::FontsLocation)) {
    QDirIterator entry(folder, {"*.otf", "*.ttf"}, QDir::Files, QDirIterator::Subdirectories);
    while (entry.hasNext()) {
      const QString path = entry.next();
      files.insert(QFileInfo(path).fileName(), path);
    }
  }
  return files;
}

QString matched(const QString& pattern) {
  QProcess fontconfig;
  fontconfig.start("fc-match", {"-f", "%{file}", pattern});
  if (!fontconfig.waitForFinished(2000) || fontconfig.exitCode() != 0) return {};
  const QString path = QString::fromUtf8(fontconfig.readAllStandardOutput()).trimmed();
  return QFileInfo::exists(path) && (path.endsWith(".ttf") || path.endsWith(".otf")) ? path : QString();
}

}  // namespace

FontFiles find_fonts() {
  const QHash<QString, QString> files = installed();
  const auto pick = [&](const QStringList& names, const QString& pattern) {
    for (const QString& name : names)
      if (files.contains(name)) return files.value(name);
    return matched(pattern);
  };
  return {.text = pick({"Inter-Regular.otf", "Inter-Regular.ttf", "DejaVuSans.ttf"}, "sans:lang=el"),
          .semibold =
              pick({"Inter-SemiBold.otf", "Inter-SemiBold.ttf", "DejaVuSans-Bold.ttf"}, "sans:bold:lang=el"),
          .mono = pick({"DejaVuSansMono.ttf"}, "monospace:lang=el"),
          .fallback = pick({"DejaVuSans.ttf"}, "DejaVu Sans")};
}

}  // namespace ergo
