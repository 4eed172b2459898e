#!/usr/bin/env bash
# Installs the programs of others that the checks of what ships and the site use (PyPI) into .build/tools, once, and prints the
# Python to use: that one, or the system's where they cannot be installed.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
tools=.build/tools/bin
{
  [ -e .build/tools/complete ] || {
    python3 -m venv .build/tools && $tools/pip install -q --disable-pip-version-check -r Packaging/tools.txt &&
      $tools/pip install -q --disable-pip-version-check --no-deps -r Packaging/tools-without-dependencies.txt &&
      touch .build/tools/complete
  }
} >&2
if [ -x $tools/python3 ]; then echo $tools/python3; else echo python3; fi
