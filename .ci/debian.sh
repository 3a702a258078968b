# For scripts that prove something in a fresh Debian: sourced, with the script's own arguments.
#
# The script is started once more in a mount namespace of its own, with `root` set to an empty folder.
# The mounts are gone with the namespace, so that nothing is removed at the end but the system itself.
# Needs root and mmdebstrap.

if [ "${1-}" != in-namespace ]; then
    root=$(mktemp -d /var/tmp/bo-export-debian.XXXXXX)
    trap 'rm -rf --one-file-system "$root" "$root".*' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    chmod 755 "$root"
    unshare --mount --propagation private ".ci/${0##*/}" in-namespace "$root" "$@"
    exit
fi
root=$2
shift 2

# Makes the system: its suite, and the packages beside the essential ones and apt.
make_debian() {
    # Where this machine has Debian's packages from; without such a file, where Debian has them.
    local sources=() list=/etc/apt/sources.list.d/debian.sources
    if [ -e "$list" ]; then
        sed "s/bookworm/$1/g" "$list" >"$root.sources"
        sources=("$root.sources")
    fi
    mmdebstrap --quiet --mode=root --variant=minbase ${2:+"--include=$2"} "$1" "$root" "${sources[@]}"
    rm -f "$root.sources"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    mount --rbind /dev "$root/dev"
    mount -t proc proc "$root/proc"
}
