# Shared by scripts/play and scripts/test: installs what is missing, finds cargo. Sourced, not run.

# Debian packages that the game needs to build and to open its window (the second line: what a bare system lacks of X11
# and Vulkan), and those that its tests need on top: for a window, and the database that the server can use.
BUILD_PACKAGES="gcc libc6-dev libasound2-dev libudev-dev libwayland-dev libxkbcommon-dev libxkbcommon-x11-0 pkg-config
    libx11-6 libx11-xcb1 libxcursor1 libxi6 libxrandr2 mesa-vulkan-drivers"
TEST_PACKAGES="xvfb xdotool postgresql"

say() { printf '%s\n' "$*" >&2; }

# need_packages PACKAGE...: installs those that are missing (Debian, Ubuntu), or names them and stops.
need_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1; then
        if [ "$(uname -s)" = Linux ]; then
            if ! pkg-config --exists alsa libudev 2>/dev/null; then
                say "This is not Debian or Ubuntu. Please install the development files of ALSA, udev, Wayland and"
                say "xkbcommon, and pkg-config, with your package manager; Debian's names are: $*"
                exit 1
            fi
        fi
        return 0
    fi
    local missing="" package
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    local sudo=""
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            say "Please install these packages as root, then run this again:$missing"
            exit 1
        fi
        sudo="sudo"
    fi
    say "Installing$missing"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086
    $sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends $missing >&2 || {
        say "These packages could not be installed:$missing"
        exit 1
    }
}

need_cargo() {
    [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    if ! command -v cargo >/dev/null 2>&1; then
        say "cargo is missing. Install Rust 1.95 or newer (https://rustup.rs), then run this again."
        exit 1
    fi
}
