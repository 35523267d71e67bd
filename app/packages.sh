# Debian packages by name, and their installation; sourced by app/run.sh and tests/run.sh.
build_packages=(g++ cmake ninja-build pkg-config qt6-base-dev libqt6opengl6-dev libqcustomplot-dev libimgui-dev libstb-dev
  libepoxy-dev libegl-dev libgl-dev libeigen3-dev libboost-math-dev librandom123-dev nlohmann-json3-dev libcli11-dev zlib1g-dev libzip-dev
  libpng-dev libjpeg-dev libnetcdf-dev libcairo2-dev)
run_packages=(libgl1-mesa-dri libegl1 libgl1 fonts-inter fonts-dejavu-core ffmpeg qt6-wayland)
test_packages=(libgtest-dev libbenchmark-dev python3-numpy python3-xarray python3-netcdf4 glslang-tools poppler-utils librsvg2-bin xvfb xauth xdotool imagemagick)

# Installs those of its arguments that are missing; asks apt for nothing when there are none.
install_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  local as_root=()
  ((EUID == 0)) || as_root=(sudo)
  echo "Installing ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}
