#pragma once

#include "core/sites/site_units.h"

// The units of the third space, each made by its own file.
namespace ergo {

SiteTargetUnit ising_unit();
SiteTargetUnit ising_graph_unit();
SiteTargetUnit potts_unit();
SiteTargetUnit rbm_unit();
SiteTargetUnit lattice_gaussian_nd_unit();
SiteTargetUnit binary_regression_unit();
SiteTargetUnit quartic_mixture_unit();
SiteTargetUnit pictures_unit();

SiteSamplerUnit gibbs_sites_unit();
SiteSamplerUnit block_gibbs_unit();
SiteSamplerUnit rwm_sites_unit();
SiteSamplerUnit hamming_ball_unit();
SiteSamplerUnit dula_sites_unit();
SiteSamplerUnit dmala_sites_unit();
SiteSamplerUnit dlmc_unit();
SiteSamplerUnit ab_sites_unit();
SiteSamplerUnit acs_sites_unit();
SiteSamplerUnit acs_pcd_sites_unit();
SiteSamplerUnit lb1_sites_unit();
SiteSamplerUnit gwg_unit();
SiteSamplerUnit pas_unit();
SiteSamplerUnit swendsen_wang_unit();

}  // namespace ergo
