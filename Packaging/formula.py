"""Prints the formula of Homebrew for a release.

    formula.py VERSION SHA256SUMS

GAMUT_REPOSITORY is the address of the repository that has the release. On Linux the formula takes the archive; on macOS it
builds from the commit of the release, because no archive for macOS is made yet.
"""

import os
import subprocess
import sys

TEMPLATE = '''\
class Gamut < Formula
  desc "Checks, tags and converts the colours of PNG files"
  homepage "{repository}"
  license "Apache-2.0"

  on_macos do
    url "{repository}.git",
        tag:      "v{version}",
        revision: "{commit}"

    depends_on "pkgconf" => :build
    depends_on xcode: ["26.0", :build]
    depends_on "isa-l"
    depends_on "libdeflate"
    depends_on "libsodium"
    depends_on "libyaml"
    depends_on "little-cms2"
    depends_on macos: :sequoia
  end

  on_linux do
    depends_on arch: :x86_64

    on_intel do
      # Without it, Homebrew reads a version from the end of the name.
      version "{version}"
      url "{repository}/releases/download/v{version}/gamut-{version}-linux-x86_64.tar.gz"
      sha256 "{x86_64}"
    end
  end

  def install
    if OS.mac?
      # Homebrew has a sandbox of its own, in which that of SwiftPM cannot start.
      system "make", "install", "PREFIX=#{{prefix}}", "SWIFT_FLAGS=--disable-sandbox"
    else
      prefix.install Dir["*"]
    end
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/gamut --version")
    assert_match "oklch", shell_output("#{{bin}}/gamut color '#ff0000' --format json").downcase
  end
end
'''


def main(version, sums):
    with open(sums, encoding="ascii") as file:
        by_name = {name.strip("*\n"): digest for digest, name in (line.split(None, 1) for line in file)}
    commit = subprocess.run(["git", "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    print(TEMPLATE.format(
        version=version, commit=commit, x86_64=by_name[f"gamut-{version}-linux-x86_64.tar.gz"],
        repository=os.environ.get("GAMUT_REPOSITORY", "https://github.com/OWNER/gamut")), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
