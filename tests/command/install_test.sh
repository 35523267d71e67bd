#!/bin/bash
# The programs as they are installed by `cmake --install`, and as they come out of the Debian package: found through
# PATH, with all that explains them. What needs a program that is not here is skipped, and says so.
# usage: install_test.sh BUILD_FOLDER VERSION CMAKE CPACK
set -euo pipefail
build=$1 version=$2 cmake=$3 cpack=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# has PROGRAM WHAT: whether the program is here; says that WHAT is skipped if not.
has() {
  command -v "$1" > /dev/null || { echo "skipped, as there is no $1: $2"; return 1; }
}

# contains FILE WORDS...: the file is there and has each of these words.
contains() {
  local file=$1 word
  shift
  [[ -s $file ]] || fail "no $file"
  for word in "$@"; do grep -qF -e "$word" "$file" || fail "no '$word' in $file"; done
}

# installed PREFIX COMMAND...: the command's output, with nothing known but what is installed and the system's programs.
installed() {
  local prefix=$1
  shift
  env -i PATH="$prefix/bin:/usr/bin:/bin" HOME="$folder" XDG_RUNTIME_DIR="$folder" LIBGL_ALWAYS_SOFTWARE=1 "$@"
}

# check_programs PREFIX: both run from there.
check_programs() {
  local prefix=$1 program
  for program in "${programs[@]}"; do
    [[ $(installed "$prefix" bash -c "command -v $program") == "$prefix/bin/$program" ]] || fail "$program is not in PATH"
    [[ $(installed "$prefix" "$program" --version) == *"$version" ]] || fail "$program --version is not $version"
  done
  installed "$prefix" ergo list targets > "$folder/targets"
  contains "$folder/targets" ring8 banana
  (cd "$folder" && installed "$prefix" ergo run chains=10 backend=cpu --steps 2 --quiet --out run.npz)
  contains "$folder/run.npz" "\"version\": \"$version\""
}

check_man_page() {
  contains "$1" ".SH NAME" ".SH SYNOPSIS" ".SH OPTIONS" ".SH SEE ALSO" "$version"
  has man "$1 as a reader sees it" || return 0
  MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -l "$1" > "$folder/read" 2> "$folder/warnings" < /dev/null
  [[ ! -s $folder/warnings ]] || fail "$1: $(cat "$folder/warnings")"
  contains "$folder/read" NAME OPTIONS "SEE ALSO" --help
}

# Prints what bash offers for a line: complete.sh COMPLETION_FILE LINE.
cat > "$folder/complete.sh" << 'END'
source "$1"
COMP_WORDBREAKS=$' \t\n=:' COMP_LINE=$2 COMP_POINT=${#2}
"_${2%% *}"
echo "${COMPREPLY[*]}"
END

# completes PREFIX LINE WORDS: these words are all that is offered for the line.
completes() {
  local offered file=$1/share/bash-completion/completions/${2%% *}
  offered=$(installed "$1" bash --norc "$folder/complete.sh" "$file" "$2")
  [[ $offered == "$3" ]] || fail "bash offers '$offered' for '$2', not '$3'"
}

# readable SHELL FILE: the shell reads the completions in the file.
readable() {
  contains "$2" "$version"
  has "$1" "whether it reads $2" || return 0
  "$1" -n "$2" || fail "$1 does not read $2"
}

check_completions() {
  local prefix=$1 program
  for program in "${programs[@]}"; do
    readable bash "$prefix/share/bash-completion/completions/$program"
    readable zsh "$(echo "$prefix"/share/zsh/*/_"$program")"
    readable fish "$prefix/share/fish/vendor_completions.d/$program.fish"
  done
  completes "$prefix" 'ergo ru' run
  completes "$prefix" 'ergo run --ste' --steps
  completes "$prefix" 'ergo run defa' 'default defaults='
  completes "$prefix" 'ergo run target=ban' banana
  completes "$prefix" 'ergo run --draws=wei' weighted
  completes "$prefix" 'ergo describe lectures/th' lectures/thermostat
  ((${#programs[@]} == 1)) || completes "$prefix" 'ergoscope --theme l' light
}

check_desktop() {
  local share=$1/share
  contains "$share/applications/ergoscope.desktop" Exec=ergoscope application/x-ergoscope+json
  contains "$share/icons/hicolor/scalable/apps/ergoscope.svg" "<svg"
  contains "$share/metainfo/io.github.ergoscope.Ergoscope.metainfo.xml" "version=\"$version\""
  contains "$share/mime/packages/ergoscope.xml" "*.ergo.json"
  if has desktop-file-validate "the desktop entry"; then
    desktop-file-validate "$share/applications/ergoscope.desktop" || fail "the desktop entry"
  fi
  if has appstreamcli "the metainfo"; then
    appstreamcli validate --no-net "$share"/metainfo/*.xml || fail "the metainfo"
  fi
  if has update-mime-database "the file type"; then
    cp -r "$share/mime" "$folder/mime"
    XDG_DATA_DIRS=$folder update-mime-database "$folder/mime"
    contains "$folder/mime/globs2" "application/x-ergoscope+json:*.ergo.json"
  fi
}

export XDG_RUNTIME_DIR=$folder  # Qt misses it else
"$cmake" --install "$build" --prefix "$folder/usr" > "$folder/log" || fail "cmake --install: $(cat "$folder/log")"
programs=(ergo)
[[ ! -x $build/ergoscope ]] || programs+=(ergoscope)
check_programs "$folder/usr"
for program in "${programs[@]}"; do check_man_page "$folder/usr/share/man/man1/$program.1"; done
check_completions "$folder/usr"
((${#programs[@]} == 1)) || check_desktop "$folder/usr"
for document in README.md CHANGELOG.md LICENSE; do contains "$folder/usr/share/doc/ergoscope/$document"; done

if has dpkg-shlibdeps "the Debian package"; then
  "$cpack" -G DEB --config "$build/CPackConfig.cmake" -B "$folder/package" > "$folder/log" ||
    fail "cpack: $(cat "$folder/log")"
  package=$(echo "$folder"/package/ergoscope_"$version"_*.deb)
  dpkg-deb -f "$package" > "$folder/control"
  contains "$folder/control" "Section: science" "Recommends: ffmpeg" libc6 libepoxy0 libgl1
  dpkg-deb -x "$package" "$folder/root"
  check_programs "$folder/root/usr"
  if ((${#programs[@]} == 2)); then
    installed "$folder/root/usr" ergoscope --screenshot "$folder/window.png" --frames 1 --size 640x480 2> "$folder/log" ||
      fail "ergoscope --screenshot: $(cat "$folder/log")"
    contains "$folder/window.png" PNG
  fi
fi
