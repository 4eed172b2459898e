"""The site: a page for each rule and each text, whose links lead somewhere, readable without script."""

import os
import re
import subprocess
import sys
import unittest

from support import GAMUT, ROOT, ShipTest

try:
    import cmarkgfm
except ImportError:
    cmarkgfm = None


@unittest.skipUnless(cmarkgfm, "cmarkgfm is not installed (PyPI)")
class SiteTest(ShipTest):
    def make(self):
        run = subprocess.run([sys.executable, f"{ROOT}/Tests/Reference/pages.py", GAMUT, self.path("site")],
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def links(self, status):
        run = subprocess.run([sys.executable, f"{ROOT}/Tests/Reference/links.py", self.path("site")],
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, status, run.stdout + run.stderr)
        return run.stdout

    def change(self, name, old, new):
        path = self.path("site", name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(old, text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new, 1))
        return text

    def test_pages_and_links(self):
        self.make()
        self.links(0)
        listed = subprocess.run([GAMUT, "audit", "--list-rules", "--no-policy"], capture_output=True, text=True).stdout
        rules = [line.split()[1] for line in listed.splitlines() if line.strip()]
        self.assertGreater(len(rules), 40)
        for rule in rules:
            explained = subprocess.run([GAMUT, "audit", "--explain", rule], capture_output=True, text=True).stdout
            with open(self.path("site", "Documentation", "rules", f"{rule}.html"), encoding="utf-8") as file:
                page = file.read()
            # The last words of the explanation, whatever the lines.
            self.assertIn(rule, page)
            self.assertIn(re.findall(r"[a-z]{4,}", explained)[-1], page)
        self.assertTrue(os.path.exists(self.path("site", "Documentation", "reliability.html")))
        self.assertTrue(os.path.exists(self.path("site", "Benchmarks", "index.html")))

    def test_the_check_sees_faults(self):
        self.make()
        name = "Documentation/policy.html"
        for old, new, words in [
                ('href="rules.html"', 'href="no-rules.html"', "leads nowhere"),
                ("<main>", '<main><a href="rules.html#nothing">x</a>', "leads to no part"),
                ("</main>", "<script>1</script></main>", "it has script")]:
            text = self.change(name, old, new)
            self.assertIn(words, self.links(1))
            with open(self.path("site", name), "w", encoding="utf-8") as file:
                file.write(text)


if __name__ == "__main__":
    unittest.main()
