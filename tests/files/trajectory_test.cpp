#include "core/files/trajectory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <locale>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/backend/cpu_backend.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/files/init_file.h"
#include "core/files/metrics_csv.h"
#include "core/run/session.h"
#include "core/settings/provenance.h"
#include "tests/assigned_config.h"
#include "tests/files/written.h"
#include "tests/scratch_folder.h"

namespace ergo::trajectory_test {
namespace {

namespace fs = std::filesystem;

class TrajectoryTest : public ScratchFolder {};

Session session_of(const RunConfig& config) {
  return Session(config, [](BackendKind) { return std::make_unique<CpuBackend>(); });
}

/// A draw before the first step and after each `every` steps.
Trajectory record(Session& session, std::uint64_t draws, std::uint64_t every) {
  Trajectory trajectory(session.config(), session.backend().kind(), draws);
  trajectory.record(session.read());
  for (std::uint64_t i = 1; i < draws; ++i) {
    session.advance(every);
    trajectory.record(session.read());
  }
  return trajectory;
}

double at(const NpyArray& array, std::size_t index) { return array.to_double().at(index); }

TEST_F(TrajectoryTest, HoldsStateChannelsAndMeta) {
  for (const auto& target : targets(Space::plane)) {
    SCOPED_TRACE(target.descriptor.id);
    const std::size_t dim = static_cast<std::size_t>(target.descriptor.dim);
    Session session =
        session_of(config_of({{"target", target.descriptor.id}, {"sampler", "esh"}, {"chains", "5"}}));
    Trajectory trajectory = record(session, 4, 3);
    write_npz(trajectory, path("t.npz"), provenance(session));
    const Npz npz = read_npz(path("t.npz"));
    const ChainData last = session.read();
    using Shape = std::vector<std::size_t>;
    EXPECT_EQ(npz.arrays.at("x").shape, (Shape{5, 4, dim}));
    EXPECT_EQ(npz.arrays.at("x").type, ElementType::float64);
    EXPECT_EQ(npz.arrays.at("u").shape, (Shape{5, 4, dim}));
    EXPECT_EQ(npz.arrays.at("r").shape, (Shape{5, 4}));
    EXPECT_EQ(npz.arrays.at("diverged").shape, (Shape{5}));
    EXPECT_EQ(npz.arrays.at("draw_step").to_double(), (std::vector<double>{0, 3, 6, 9}));
    EXPECT_FALSE(npz.arrays.contains("gradient"));
    const Descriptor& esh = sampler_unit("esh").descriptor;
    for (const auto& field : esh.state) EXPECT_TRUE(npz.arrays.contains(field.id)) << field.id;
    for (std::size_t i = 0; i < esh.channels.size(); ++i) {
      const auto& channel = npz.arrays.at(esh.channels[i].id);
      EXPECT_EQ(channel.shape, (Shape{5, 4})) << esh.channels[i].id;
      EXPECT_EQ(std::isnan(at(channel, 0)), esh.channels[i].of_transition) << esh.channels[i].id;
      EXPECT_EQ(at(channel, 2 * 4 + 3), last.report[2 * last.report_size + i]) << esh.channels[i].id;
    }
    EXPECT_EQ(at(npz.arrays.at("x"), (2 * 4 + 3) * dim), last.x(2).x);
    EXPECT_EQ(at(npz.arrays.at("x"), (2 * 4 + 3) * dim + dim - 1), dim == 2 ? last.x(2).y : last.x(2).x);
    EXPECT_EQ(nlohmann::json::parse(npz.texts.at("meta.json")).at("steps"), 9);
  }
}

TEST_F(TrajectoryTest, ADeterministicSamplerGoesOnWhereItsExportEnds) {
  const RunConfig config = config_of({{"sampler", "esh"}, {"chains", "50"}});
  Session whole = session_of(config), first = session_of(config), second = session_of(config);
  whole.advance(40);
  write_npz(record(first, 3, 10), path("half.npz"), "{}");
  second.start_from(read_init(path("half.npz"), config));
  second.advance(20);
  const ChainData a = whole.read(), b = second.read();
  for (const char* field : {"x", "energy", "gradient", "u", "r", "initial_energy"}) {
    const int offset = state_offset(whole.sampler_descriptor(), field);
    for (std::size_t chain = 0; chain < 50; ++chain)
      EXPECT_EQ(a.state_row(chain)[offset], b.state_row(chain)[offset]) << field << " of chain " << chain;
  }
}

TEST_F(TrajectoryTest, EverySamplerGoesOnFromItsExport) {
  for (const auto& sampler : kernel_samplers()) {
    SCOPED_TRACE(sampler.descriptor.id);
    const bool lattice = sampler.descriptor.space == Space::lattice;
    const RunConfig config = config_of(
        {{"target", lattice ? "lattice8" : "gaussian"}, {"sampler", sampler.descriptor.id}, {"chains", "4"}});
    Session session = session_of(config);
    write_npz(record(session, 3, 2), path("s.npz"), "{}");
    const ChainData read = read_init(path("s.npz"), config), last = session.read();
    for (const auto& field : sampler.descriptor.state)
      for (std::size_t chain = 0; chain < 4; ++chain)
        for (int k = 0; k < components_in_use(field, 2); ++k) {
          const auto at = static_cast<std::size_t>(state_offset(sampler.descriptor, field.id) + k);
          EXPECT_EQ(read.state_row(chain)[at], last.state_row(chain)[at]) << field.id;
        }
  }
}

TEST_F(TrajectoryTest, GpuDrawsAreSingle) {
  Session session = session_of(config_of({{"sampler", "ula"}, {"chains", "2"}}));
  Trajectory trajectory(session.config(), BackendKind::gpu, 1);
  trajectory.record(session.read());
  write_npz(trajectory, path("t.npz"), "{}");
  const NpyArray x = read_npz(path("t.npz")).arrays.at("x");
  EXPECT_EQ(x.type, ElementType::float32);
  EXPECT_EQ(at(x, 0), static_cast<float>(session.read().x(0).x));
}

TEST_F(TrajectoryTest, UnusedRoomIsLeftOut) {
  Session session = session_of(config_of({{"sampler", "esh"}, {"chains", "3"}}));
  Trajectory roomy(session.config(), BackendKind::cpu, 9), exact(session.config(), BackendKind::cpu, 2);
  for (int draw = 0; draw < 2; ++draw) {
    roomy.record(session.read());
    exact.record(session.read());
    session.advance(1);
  }
  write_npz(roomy, path("roomy.npz"), "{}");
  write_npz(exact, path("exact.npz"), "{}");
  EXPECT_EQ(read_file(path("roomy.npz"), 1 << 20), read_file(path("exact.npz"), 1 << 20));
}

// Files that are large appear bit by bit, and may be given up at any of them.
TEST_F(TrajectoryTest, ProgressIsReportedPerPortionAndCanBeCancelled) {
  Session session = session_of(config_of({{"target", "banana"}, {"sampler", "esh"}, {"chains", "20000"}}));
  Trajectory trajectory = record(session, 40, 1);
  struct Enough {};
  for (const char* name : {"t.npz", "t.csv"}) {
    SCOPED_TRACE(name);
    write_file(path(name), "old");
    const auto write = [&](const WriteProgress& progress) {
      std::string(name) == "t.npz" ? write_npz(trajectory, path(name), "{}", progress)
                                   : write_csv(trajectory, path(name), "{}", progress);
    };
    EXPECT_THROW(write([](double share) {
                   if (share > 0.5) throw Enough();
                 }),
                 Enough);
    EXPECT_EQ(read_file(path(name), 100), "old");
    EXPECT_FALSE(fs::exists(path(std::string(name) + ".json")));
    double told = 0, largest = 0;
    write([&](double share) {
      EXPECT_GE(share, told);
      largest = std::max(largest, share - told);
      told = share;
    });
    // 4 MiB of the 38 MB that pass twice, or 4096 of 800 000 rows.
    EXPECT_LT(largest, 0.06);
    EXPECT_GT(told, 0.94);
    EXPECT_LE(told, 1);
    EXPECT_GT(fs::file_size(path(name)), 1u << 20);
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 3) << "no temporary is left";
}

/// 1.5 as "1,5" and 1000 as "1.000", for whatever writes numbers by the global locale.
struct CommaDecimals : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST_F(TrajectoryTest, CsvReadsBackToTheSameNumbersInAnyLocale) {
  Session session = session_of(config_of({{"target", "banana"}, {"sampler", "esh"}, {"chains", "3"}}));
  Trajectory trajectory = record(session, 2, 5);
  const std::locale old = std::locale::global(std::locale(std::locale::classic(), new CommaDecimals));
  write_csv(trajectory, path("t.csv"), provenance(session));
  std::locale::global(old);
  std::istringstream csv(read_file(path("t.csv"), 1 << 20));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line,
            "chain,draw,step,x,y,energy,kinetic_energy,hamiltonian_error,log_weight,log_importance,"
            "diverged");
  const ChainData last = session.read();
  for (int row = 0; row < 6; ++row) {
    ASSERT_TRUE(std::getline(csv, line));
    EXPECT_TRUE(line.starts_with(std::to_string(row / 2) + "," + std::to_string(row % 2) + "," +
                                 (row % 2 ? "5," : "0,")))
        << line;
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 10) << line;
    EXPECT_EQ(line.find("NaN") != std::string::npos, row % 2 == 0) << line;
    if (row != 5) continue;
    std::istringstream fields(line);
    std::vector<double> values;
    for (std::string field; std::getline(fields, field, ',');) values.push_back(std::stod(field));
    EXPECT_EQ(values[3], last.x(2).x);
    EXPECT_EQ(values[4], last.x(2).y);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(values[5 + i], last.report[2 * last.report_size + i]);
  }
  EXPECT_FALSE(std::getline(csv, line));
  EXPECT_EQ(nlohmann::json::parse(read_file(path("t.csv.json"), 1 << 20)).at("backend"), "cpu");
}

TEST_F(TrajectoryTest, CsvTellsWhichDrawsAreOfDivergedChains) {
  Session session = session_of(config_of(
      {{"target", "double_well"}, {"sampler", "ula"}, {"sampler.step_size", "1"}, {"chains", "40"}}));
  Trajectory trajectory(session.config(), BackendKind::cpu, 21);
  trajectory.record(session.read());
  for (int draw = 1; draw <= 20; ++draw) {
    session.advance(1);
    trajectory.record(session.read());
  }
  write_csv(trajectory, path("t.csv"), provenance(session));
  const ChainData last = session.read();
  ASSERT_GT(last.diverged_count(), 0u);
  ASSERT_LT(last.diverged_count(), 40u);
  std::istringstream csv(read_file(path("t.csv"), 1 << 20));
  std::string line;
  std::getline(csv, line);
  for (std::uint64_t chain = 0; chain < 40; ++chain)
    for (std::uint64_t step = 0; step <= 20; ++step) {
      ASSERT_TRUE(std::getline(csv, line));
      const bool rests = last.diverged[chain] != 0 && step >= last.diverged[chain];
      EXPECT_TRUE(line.ends_with(rests ? ",1" : ",0")) << line;
    }
}

TEST_F(TrajectoryTest, TooMuchIsRefusedBeforehand) {
  EXPECT_THROW(Trajectory(RunConfig{}, BackendKind::cpu, 100'000'000), Error);
  EXPECT_THROW(Trajectory(RunConfig{}, BackendKind::cpu, UINT64_MAX), Error);
  EXPECT_THROW(Trajectory(RunConfig{}, BackendKind::cpu, 0), Error);
  Session session = session_of(config_of({{"sampler", "esh"}, {"chains", "3"}}));
  Trajectory trajectory(session.config(), BackendKind::cpu, 2);
  session.advance(1);
  session.assign({"sampler", "mala"});
  EXPECT_THROW(trajectory.record(session.read()), Error);
}

// An export of some gigabytes begins at once, and one that ends early has taken no more than it needed.
TEST_F(TrajectoryTest, RoomTakesMemoryAsItIsFilled) {
  const auto resident = [] {
    std::ifstream pages("/proc/self/statm");
    double all = 0, here = 0;
    pages >> all >> here;
    return here * static_cast<double>(sysconf(_SC_PAGESIZE));
  };
  Session session = session_of(config_of({{"sampler", "ula"}, {"chains", "10"}}));
  const auto draws = (std::uint64_t{1} << 30) / bytes_of_draw(session.config(), BackendKind::cpu);
  const double before = resident();
  Trajectory trajectory(session.config(), BackendKind::cpu, draws);
  trajectory.record(session.read());
  EXPECT_LT(resident() - before, 1 << 26);
}

TEST_F(TrajectoryTest, MetricsHaveARowPerReport) {
  FileSet files;
  MetricsCsv metrics(files, path("m.csv"));
  metrics.add({{"esh", 0, 0, {{"mmd2", 0.1, NAN}, {"energy", -2, 0.25}}}});
  metrics.add({{"esh", 10, 10, {{"mmd2", 1e-20, 1e300}, {"energy", 3, 0}}}});
  EXPECT_FALSE(fs::exists(path("m.csv")));
  metrics.describe("{}");
  files.commit();
  EXPECT_EQ(
      read_file(path("m.csv"), 1000),
      "step,grad_evals,mmd2,mmd2_error,energy,energy_error\n0,0,0.1,NaN,-2,0.25\n10,10,1e-20,1e+300,3,0\n");
}

}  // namespace
}  // namespace ergo::trajectory_test
