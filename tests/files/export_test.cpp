// What `ergo run` leaves behind: a netCDF file with the same numbers as the NPZ of the same run, folders that
// can make themselves again, and the old file where there is no room for the new one.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <tuple>

#include "core/base/atomic_file.h"
#include "core/files/netcdf_writer.h"
#include "core/npz/npz.h"
#include "core/settings/preset.h"
#include "core/unit/registry.h"
#include "tests/command/command_fixture.h"

namespace ergo::export_test {
namespace {

class ExportTest : public CommandTest {
 protected:
  bool python(const std::string& program) const {
    write_file(file("program.py"), program);
    return std::system(("cd '" + folder_.string() + "' && /usr/bin/python3 -W ignore program.py").c_str()) ==
           0;
  }
};

const char* const compare = R"(
import json, numpy as np, xarray as xr
posterior, stats = (xr.open_dataset('a.nc', group=g) for g in ('posterior', 'sample_stats'))
npz = np.load('a.npz')
meta = json.loads(npz['meta.json'])
assert json.loads(posterior.attrs['provenance']) == meta
assert posterior.attrs['inference_library'] == 'ergoscope' and posterior.attrs['seed'] == meta['seed']
renamed = {'lp': ('energy', -1), 'n_steps': ('n_leapfrog', 1), 'grad_evals': ('gradients', 1)}
seen = set()
def same(a, b): return np.array_equal(np.asarray(a, dtype=b.dtype), b, equal_nan=True)
for group in (posterior, stats):
    assert dict(group.sizes) == {'chain': npz['x'].shape[0], 'draw': npz['x'].shape[1]}, group.sizes
    assert list(group.chain.values) == list(range(group.sizes['chain']))
    assert same(group.step.values, npz['draw_step'])
    for name, variable in group.data_vars.items():
        assert variable.dims == ('chain', 'draw'), name
        values = variable.values
        source, sign = renamed.get(name, (name, 1))
        if name == 'step_size':
            assert np.all(values == values.dtype.type(meta['run']['sampler.step_size']))
        elif name == 'grad_evals' and source not in npz:
            assert same(values, npz['draw_step'] * values[0, -1] / npz['draw_step'][-1] + 0 * values)
        elif name == 'diverged':
            at = npz['diverged'][:, None]
            assert variable.dtype == bool and np.array_equal(values, (at > 0) & (at <= npz['draw_step'] + 0 * at))
        elif name == 'diverging':
            assert variable.dtype == bool and same(values[:, 1:], npz[name][:, 1:] != 0) and not values[:, 0].any()
            seen.add(name)
        elif name == 'energy':
            squares = (npz['p'].astype(float) ** 2).sum(axis=2) / 2
            assert np.allclose(values, npz['energy'].astype(float) + squares, rtol=1e-6), name
        elif name == 'reached_max_treedepth':
            deepest = meta['run']['sampler.max_depth']
            assert variable.dtype == bool and same(values[:, 1:], npz['tree_depth'][:, 1:] >= deepest)
            assert not values[:, 0].any()
        elif name in ('tree_depth', 'n_steps'):
            assert same(values[:, 1:], npz[source][:, 1:]) and np.all(values[:, 0] == 0)
            seen.add(source)
        elif source in npz and npz[source].ndim == 2:
            assert variable.dtype == npz[source].dtype and same(sign * values, npz[source]), name
            seen.add(source)
        else:
            base, end = ('x', name) if name in 'xy' else name.rsplit('_', 1)
            k = 'xy'.index(end) if end in 'xy' else int(end) - 1
            assert same(values, npz[base][:, :, k]), name
            seen.add(base)
assert seen == set(npz.keys()) - {'meta.json', 'draw_step', 'diverged'}, set(npz.keys()) - seen
assert 'x' in posterior and 'lp' in stats
)";

// The InferenceData schema of ArviZ's documentation: groups and their attributes; chain and draw as first
// dimensions, each with its coordinate; no variable with a dimension's name; reserved names of sample_stats
// with their meaning alone. Of NUTS, tree_depth counts as Stan's does the doublings that were kept, n_steps
// the leapfrogs of the last one too.
const char* const schema = R"(
import datetime, netCDF4, numpy as np
file = netCDF4.Dataset('a.nc')
assert set(file.groups) == {'posterior', 'sample_stats'} and not file.variables
for group in (file, *file.groups.values()):
    created = datetime.datetime.fromisoformat(group.created_at)
    assert abs(datetime.datetime.now(datetime.timezone.utc) - created) < datetime.timedelta(hours=1)
    assert group.inference_library == group.creation_library == 'ergoscope'
    assert group.inference_library_version == group.creation_library_version != ''
for group in file.groups.values():
    assert set(group.dimensions) == {'chain', 'draw'}
    for name in group.dimensions:
        assert group[name].dimensions == (name,)
        assert np.array_equal(group[name][:], np.arange(len(group.dimensions[name])))
    for name, variable in group.variables.items():
        if name not in group.dimensions and name != 'step':
            assert variable.dimensions == ('chain', 'draw'), name
stats = file['sample_stats'].variables
meant_otherwise = {'energy_error', 'max_energy_error', 'step_size_nom', 'process_time_diff', 'perf_counter_diff'}
assert not meant_otherwise & set(stats)
assert 'lp' in stats
def of(name): return stats[name][:, 1:].filled(np.nan) if name in stats else np.array(1.0)
assert np.all((of('acceptance_rate') >= 0) & (of('acceptance_rate') <= 1))
for name in ('n_steps', 'tree_depth'): assert np.all(of(name) == np.round(of(name))) and np.all(of(name) >= 0)
if 'tree_depth' in stats: assert np.all(of('n_steps') < 2 ** (of('tree_depth') + 1))
if 'diverging' in stats: assert stats['diverging'].getncattr('dtype') == 'bool'
)";

TEST_F(ExportTest, NetcdfKeepsToTheSchemaOfArviz) {
  for (const char* run : {"sampler=esh", "sampler=nuts", "sampler=hmc", "target=lattice8 sampler=acs"}) {
    SCOPED_TRACE(run);
    ASSERT_EQ(ergo(std::string("run backend=cpu chains=7 --steps 20 --out a.nc ") + run), 0) << output_;
    EXPECT_TRUE(python(schema));
  }
}

// Draw 0 too has what is known of it.
const char* const statistics = R"(
import json, netCDF4, numpy as np
for sampler, names in json.load(open('declared.json')).items():
    stats = netCDF4.Dataset(sampler + '.nc')['sample_stats'].variables
    for name in ('energy', 'tree_depth', 'n_steps', 'diverging', 'reached_max_treedepth'):
        assert (name in stats) == (name in names), (sampler, name)
    for name in names + ['lp', 'diverged']:
        assert np.all(np.isfinite(stats[name][:].filled(np.nan).astype(float))), (sampler, name)
    for name in set(names) & {'diverging', 'reached_max_treedepth'}:
        assert stats[name].getncattr('dtype') == 'bool', (sampler, name)
)";

TEST_F(ExportTest, NetcdfHasTheStatisticsOfEverySampler) {
  nlohmann::json declared;
  for (const SamplerUnit& unit : kernel_samplers()) {
    const auto& [id, claims] = std::tie(unit.descriptor.id, unit.descriptor.claims);
    const std::string target = unit.descriptor.space == Space::lattice ? "lattice8" : "ring8";
    ASSERT_EQ(ergo("run backend=cpu chains=7 target=" + target + " sampler=" + id + " --steps 6 --out " + id + ".nc"),
              0)
        << output_;
    std::vector<std::string> names = {"grad_evals"};
    if (find_parameter(unit.descriptor, "step_size") >= 0) names.push_back("step_size");
    if (!claims.momentum_field.empty()) names.push_back("energy");
    if (!claims.divergence_channel.empty()) names.push_back("diverging");
    if (!claims.depth_channel.empty()) names.insert(names.end(), {"tree_depth", "n_steps", "reached_max_treedepth"});
    declared[id] = names;
  }
  write_file(file("declared.json"), declared.dump());
  EXPECT_TRUE(python(statistics));
}

TEST_F(ExportTest, NetcdfHoldsWhatTheNpzHolds) {
  for (const std::string run :
       {"sampler=esh", "sampler=esh_rk45 target=banana", "sampler=nuts", "sampler=hmc", "sampler=sgnht",
        "sampler=nose_hoover sampler.chain_length=3", "target=lattice8 sampler=acs",
        "sampler=ula sampler.step_size=100 target=gaussian", "sampler=mala backend=gpu"}) {
    SCOPED_TRACE(run);
    const std::string call = "run " + run + (run.ends_with("gpu") ? "" : " backend=cpu") +
                             " chains=23 --steps 20 --every 3 --out ";
    ASSERT_EQ(ergo(call + "a.nc"), 0) << output_;
    ASSERT_EQ(ergo(call + "a.npz"), 0) << output_;
    EXPECT_TRUE(python(compare));
  }
}

TEST_F(ExportTest, PortionsOfALongRunFitTogether) {
  const std::string call = "run sampler=esh backend=cpu chains=5000 --steps 50 --out ";
  ASSERT_EQ(ergo(call + "a.nc"), 0) << output_;
  ASSERT_EQ(ergo(call + "a.npz"), 0) << output_;
  EXPECT_TRUE(python(compare));
}

TEST_F(ExportTest, TheSameRunGivesTheSameNetcdf) {
  for (const char* name : {"a.nc", "b.nc"})
    ASSERT_EQ(ergo(std::string("run backend=cpu chains=5 --steps 9 --out ") + name, "SOURCE_DATE_EPOCH=7"), 0)
        << output_;
  EXPECT_EQ(read_file(file("a.nc"), 1 << 22), read_file(file("b.nc"), 1 << 22));
}

TEST_F(ExportTest, TheStateThatIsPrintedIsTheOneInTheFile) {
  ASSERT_EQ(ergo("run backend=cpu chains=5 --steps 9 --out a.npz"), 0);
  const auto meta = nlohmann::json::parse(read_npz(file("a.npz")).texts.at("meta.json"));
  EXPECT_EQ(output_, "state " + meta["state_hash"].get<std::string>() + " after 9 steps (cpu, " +
                         meta["arithmetic"].get<std::string>() + ")\n");
  ASSERT_EQ(ergo("run backend=cpu chains=5 --steps 9 --every 9 --out b.npz"), 0);
  const std::string state = output_;
  ASSERT_EQ(ergo("run backend=cpu chains=5 seed=2 --steps 9 --out c.npz"), 0);
  EXPECT_NE(output_, state);
  ASSERT_EQ(ergo("run backend=cpu chains=5 --steps 9 --quiet --out a.npz"), 0);
  EXPECT_EQ(output_, "");
}

TEST_F(ExportTest, AFolderMakesItselfAgain) {
  ASSERT_EQ(ergo("run backend=cpu chains=5 sampler=mala --steps 9 --every 3 --out made/"), 0) << output_;
  EXPECT_EQ(read_npz(file("made/trajectory.npz")).arrays.at("x").shape, (std::vector<std::size_t>{5, 4, 2}));
  const Preset preset = load_preset(file("made/preset.json"));
  EXPECT_EQ(preset.step, 9u);
  std::ifstream metrics(file("made/metrics.csv"));
  int rows = 0;
  for (std::string line; std::getline(metrics, line);) ++rows;
  EXPECT_EQ(rows, 5);
  fs::create_directory(folder_ / "there");
  ASSERT_EQ(ergo("run made/preset.json --steps 9 --every 3 --out there"), 0) << output_;
  for (const char* name : {"trajectory.npz", "metrics.csv", "preset.json"})
    EXPECT_EQ(read_file(file(std::string("made/") + name), 1 << 20),
              read_file(file(std::string("there/") + name), 1 << 20))
        << name;
}

TEST_F(ExportTest, NoRoomLeavesTheOldFile) {
  for (const char* name : {"old.nc", "old.npz", "old.csv"}) {
    write_file(file(name), "old");
    EXPECT_EQ(ergo(std::string("run backend=cpu --steps 100 --out ") + name, "ulimit -f 100; exec"), 3)
        << output_;
    EXPECT_NE(output_.find(name), std::string::npos) << output_;
    EXPECT_NE(output_.find("File too large"), std::string::npos) << output_;
    EXPECT_EQ(read_file(file(name), 100), "old");
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 3) << "no temporary is left";
}

/// A file system of one megabyte, where the test may mount one.
TEST_F(ExportTest, AFullDiskLeavesTheOldFile) {
  const std::string disk = file("disk");
  fs::create_directory(disk);
  if (std::system(("mount -t tmpfs -o size=1m none '" + disk + "' 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "no right to mount a file system";
  for (const char* name : {"old.nc", "old.npz", "old.csv"}) {
    write_file(disk + "/" + name, "old");
    EXPECT_EQ(ergo(std::string("run backend=cpu --steps 100 --out disk/") + name), 3) << output_;
    EXPECT_NE(output_.find("No space left on device"), std::string::npos) << output_;
    EXPECT_EQ(read_file(disk + "/" + name, 100), "old");
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(disk), {}), 3) << "no temporary is left";
  EXPECT_EQ(std::system(("umount '" + disk + "'").c_str()), 0);
}

TEST_F(ExportTest, AFolderThatCannotBeWrittenIsNamed) {
  EXPECT_EQ(ergo("run backend=cpu chains=3 --steps 1 --out /proc/a.nc"), 3);
  EXPECT_NE(output_.find("/proc/a.nc"), std::string::npos) << output_;
  EXPECT_EQ(ergo("run backend=cpu chains=3 --steps 1 --out /proc/a/"), 3);
  EXPECT_NE(output_.find("/proc/a/"), std::string::npos) << output_;
}

/// Small files are made in the child's memory, large ones on the disk.
TEST_F(ExportTest, NetcdfIsTheSameFromMemoryAndFromTheDisk) {
  NetcdfLayout layout{.chains = 3,
                      .draws = 4,
                      .chunk_chains = 2,
                      .chunk_draws = 2,
                      .variables = {{"x", "a place", true}, {"diverged", "or not", false, true, true}}};
  for (const std::uint64_t in_memory : {NetcdfWriter::most_in_memory, std::uint64_t{0}}) {
    FileSet files;
    NetcdfWriter writer(files.add(file(in_memory > 0 ? "memory.nc" : "disk.nc")), layout, in_memory);
    writer.put(0, 3, {{0, 1, 2, 10, 11, 12, 20, 21, 22}, {0, 0, 1, 0, 1, 1, 0, 0, 0}});
    writer.put(3, 1, {{3, 13, 23}, {1, 1, 0}});
    writer.finish({0, 5, 10, 15}, 7, {{"provenance", "{}"}});
    files.commit();
  }
  EXPECT_TRUE(python(R"(
import numpy as np, xarray as xr
for name in ('memory.nc', 'disk.nc'):
    x, d = (xr.open_dataset(name, group=g) for g in ('posterior', 'sample_stats'))
    assert np.array_equal(x.x.values, np.add.outer([0, 10, 20], [0, 1, 2, 3])), x.x.values
    assert d.diverged.values.tolist() == [[0, 0, 1, 1], [0, 1, 1, 1], [0, 0, 0, 0]]
    assert list(x.step.values) == [0, 5, 10, 15] and x.attrs['seed'] == 7 and d.attrs['provenance'] == '{}'
)"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 3) << "two files and the program";
}

}  // namespace
}  // namespace ergo::export_test
