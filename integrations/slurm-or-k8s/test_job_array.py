"""Runs the tasks of a job array one after the other, with the variables that Slurm and Kubernetes set."""

import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from support import GAMUT, HERE, IntegrationTest  # noqa: E402


class JobsTest(IntegrationTest):
    def task(self, number, count, slurm, gamut=GAMUT):
        names = ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT") if slurm else ("JOB_COMPLETION_INDEX", "TASKS")
        environment = {"PATH": os.environ["PATH"], "GAMUT": gamut, names[0]: str(number), names[1]: str(count)}
        if not os.path.exists(self.manifest):
            with open(self.manifest, "w") as file:
                file.write("\n".join([*self.names[:20], "", *(f"{name}\t{name}" for name in self.names[20:])]) + "\n")
        run = subprocess.run(
            [f"{HERE}/slurm-or-k8s/audit.sh", self.manifest, self.parts], env=environment, capture_output=True, text=True)
        return run.returncode

    @property
    def manifest(self):
        return os.path.join(self.folder, "manifest")

    def made(self):
        return [os.path.join(self.parts, name) for name in sorted(os.listdir(self.parts))]

    def test_tasks_are_one_run(self):
        for slurm in (True, False):
            for number in (3, 0, 2, 1):
                self.assertEqual(self.task(number, 4, slurm), 0)
            self.assertEqual([os.path.basename(path) for path in self.made()],
                             [f"part-{number:06}.ndjson" for number in range(4)])
            self.assertEqual(self.merged(self.made()), self.whole())
            for path in self.made():
                os.remove(path)

    def test_a_crash_leaves_no_part_and_another_attempt_makes_it(self):
        crashing = self.crashing()
        self.assertNotEqual(self.task(0, 1, True, crashing), 0)
        self.assertEqual(self.made(), [])
        self.assertEqual(self.task(0, 1, True, crashing), 0)
        self.assertEqual(self.merged(self.made()), self.whole())

    def test_a_part_that_is_there_stays(self):
        self.assertEqual(self.task(0, 1, True), 0)
        self.assertEqual(self.task(0, 1, True, "/bin/false"), 0)
        self.assertNotEqual(self.task(1, 2, True, "/bin/false"), 0)
        self.assertEqual(self.merged(self.made()), self.whole())

    def test_a_part_of_an_older_manifest_is_made_again(self):
        self.assertEqual(self.task(0, 1, True), 0)
        part = self.made()[0]
        later = os.stat(part).st_mtime + 10
        os.utime(self.manifest, (later, later))
        self.assertNotEqual(self.task(0, 1, True, "/bin/false"), 0)
        self.assertEqual(self.task(0, 1, True), 0)
        self.assertEqual(self.merged(self.made()), self.whole())

    def test_a_manifest_that_is_missing_or_empty_is_an_error(self):
        open(self.manifest, "w").close()
        self.assertNotEqual(self.task(0, 1, True), 0)
        os.remove(self.manifest)
        run = subprocess.run(
            [f"{HERE}/slurm-or-k8s/audit.sh", self.manifest, self.parts], capture_output=True, text=True,
            env={"PATH": os.environ["PATH"], "GAMUT": GAMUT, "JOB_COMPLETION_INDEX": "0", "TASKS": "1"})
        self.assertEqual(run.returncode, 2)
        self.assertIn("manifest", run.stderr)
        self.assertEqual(self.made() if os.path.isdir(self.parts) else [], [])

    def test_a_task_without_a_number_is_an_error(self):
        run = subprocess.run(
            [f"{HERE}/slurm-or-k8s/audit.sh", "m", self.parts], env={"PATH": os.environ["PATH"]}, capture_output=True, text=True)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("SLURM_ARRAY_TASK_ID", run.stderr)


if __name__ == "__main__":
    unittest.main()
