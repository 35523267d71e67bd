#pragma once

#include <QPen>
#include <QString>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/live/moment.h"
#include "core/view/palette.h"

class QCustomPlot;
class QCPGraph;
class QCPItemStraightLine;

namespace ergo {

/// The pattern of curves that are kept beside those of runs.
inline constexpr int kept_dash = -1;

/// Of a run's curve: a whole line, or one of five patterns of dashes; or kept_dash.
QPen curve_pen(Colour colour, double width, int dash);

/// One run's curve in a plot: values with their Monte-Carlo errors as a band around it, the spread over
/// chains as thin lines, and the moments at which a parameter changed. What the run's earlier samplers made
/// stays, each in its own colour, without a band.
class PlotSeries {
 public:
  PlotSeries(QCustomPlot* canvas, QString name);
  ~PlotSeries();
  PlotSeries(const PlotSeries&) = delete;

  const QString& name() const { return name_; }
  void set_name(const QString& name) { name_ = name; }
  /// Who makes the values from now on, by the sampler's id.
  void set_sampler(const std::string& id);
  /// Lines `width` wide, of this pattern. A ghost is dashed and has no band, no spread and no marks.
  struct Style {
    Colour colour;
    double width;
    int dash;
    bool ghost;
    int beside;                                                   ///< so many curves have bands
    std::function<Colour(const std::string&)> colour_of_sampler;  ///< of earlier ones
  };
  void set_style(const Style& style);
  /// How values stand on the axes; draws all anew.
  void set_axes(Abscissa abscissa, bool logarithmic_x, bool logarithmic_y);

  void append(const Moment& at, double value, double error);
  /// Beyond the last step only.
  void append_spread(const Moment& at, double mean, double sd);
  /// At this last moment there is none of the present sampler.
  bool lacks(double gradients) const;
  /// One point alone: a disc.
  bool alone() const;
  void mark(const Moment& at);
  /// Forgets what is beyond so many gradient evaluations.
  void truncate(double gradients);
  struct Value {
    Moment at;
    double value, error;
    int sampler;  ///< number of its maker
  };
  /// All that is recorded.
  struct Past {
    std::vector<Value> values, spreads;
    std::vector<Moment> marks;
    std::vector<std::string> samplers;
  };
  Past past() const;
  void set_past(const Past& past);
  /// Takes over another's values, not its marks.
  void copy(const PlotSeries& other);

  int points() const { return static_cast<int>(values_.size()); }
  int marks() const { return static_cast<int>(marks_.size()); }
  double last_value() const;
  double last_error() const;
  double end() const;  ///< on the horizontal axis, of the last value
  /// The value nearest to a place on the horizontal axis; null where there is none.
  const Value* nearest(double x) const;
  bool range(double& low, double& high) const;  ///< of what is drawn; false where nothing is

  const std::vector<Value>& values() const { return values_; }
  /// The id of the sampler that made a value; empty where set_sampler never told.
  const std::string& maker(const Value& value) const;
  bool earlier(const Value& value) const { return value.sampler != present_; }

 private:
  struct Mark {
    Moment at;
    QCPItemStraightLine* line;
  };
  std::vector<QCPGraph*> graphs() const;
  /// Where the line of a sampler goes; one of its own for each earlier one.
  QCPGraph* curve_of(int sampler);
  void paint_earlier(int sampler, QCPGraph* curve) const;
  /// With numbers of their own.
  void set_makers(std::vector<std::string> samplers);
  void draw(const Value& value);
  void draw_spread(const Value& value);
  void draw_mark(const Mark& mark);
  void redraw();
  void show_points(QCPGraph* curve) const;

  QCustomPlot* canvas_;
  QString name_;
  QCPGraph *curve_, *low_, *high_, *spread_low_, *spread_high_;
  QCPGraph* below_;  ///< ticks on the floor where a logarithmic axis has no place for the value
  std::vector<Value> values_, spreads_;
  std::vector<Mark> marks_;
  std::vector<std::string> samplers_ = {""};  ///< makers of values
  int present_ = 0, drawn_ = 0;               ///< numbers of the present one, and of the last value drawn
  std::map<int, QCPGraph*> earlier_;
  Style style_ = {};
  Abscissa abscissa_ = Abscissa::gradients;
  bool logarithmic_x_ = false, logarithmic_y_ = false;
};

}  // namespace ergo
