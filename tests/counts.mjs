// Reads what a test runner reports: doctest's summary line, Vitest's JSON, a command's exit code. A runner that crashed,
// reported nothing or ran no test has failed. Starts nothing; run.mjs does.

/** @typedef {{ passed: number, failed: number, skipped: number, firstFailure?: string }} Counts */

/**
 * @param {string} text
 */
export function plain(text) {
  return text.replace(/\x1b\[[0-9;]*m/g, "");
}

/**
 * @param {string} failure
 * @returns {Counts}
 */
export function oneFailure(failure) {
  return { passed: 0, failed: 1, skipped: 0, firstFailure: failure };
}

/**
 * A command that is one check by itself.
 * @param {number | null} status exit code; null: ended by a signal
 * @param {string} output
 * @returns {Counts}
 */
export function fromCommand(status, output) {
  if (status === 0) return { passed: 1, failed: 0, skipped: 0 };
  return oneFailure(lines(plain(output), 40) || `It ended with ${status ?? "a signal"} and said nothing.`);
}

/**
 * A doctest program, counted by test cases.
 * @param {number | null} status
 * @param {string} output
 * @returns {Counts}
 */
export function fromDoctest(status, output) {
  const text = plain(output);
  const summary = text.match(/\[doctest\] test cases:\s*(\d+)\s*\|\s*(\d+) passed\s*\|\s*(\d+) failed\s*\|\s*(\d+) skipped/);
  if (summary === null) return oneFailure(`The program ended with ${status ?? "a signal"} before its summary.\n${lastLines(text, 20)}`);
  const [, ran, passed, failed, skipped] = summary.map(Number);
  const counts = { passed, failed, skipped };
  if (failed > 0) return { ...counts, firstFailure: doctestFailure(text) };
  if (ran === 0) return { ...counts, failed: 1, firstFailure: "The program ran no test case." };
  if (status !== 0) return { ...counts, failed: 1, firstFailure: `Every case passed, yet the program ended with ${status ?? "a signal"}.\n${lastLines(text, 20)}` };
  return counts;
}

/**
 * The first test case that reports an error: doctest sets cases apart by a line of "=".
 * @param {string} text
 */
function doctestFailure(text) {
  const blocks = text.split(/^={10,}$/m);
  return lines(blocks.find((block) => /\b(FATAL )?ERROR: /.test(block)) ?? text, 40);
}

/**
 * @typedef {object} VitestReport what `vitest run --reporter=json` writes, as far as it is read here
 * @property {boolean} success
 * @property {{ name: string, status: string, message?: string, assertionResults: { fullName: string, status: string, failureMessages?: string[] | null }[] }[]} testResults
 */

/**
 * A Vitest run, counted by tests. A file that cannot be loaded has no tests: it counts as one failure.
 * @param {number | null} status
 * @param {string | undefined} report the JSON; undefined: it wrote none
 * @param {string} output
 * @returns {Counts}
 */
export function fromVitest(status, report, output) {
  if (report === undefined) return oneFailure(`Vitest ended with ${status ?? "a signal"} before its report.\n${lastLines(plain(output), 40)}`);
  /** @type {VitestReport} */
  const { success, testResults } = JSON.parse(report);
  /** @type {Counts} */
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of testResults) {
    for (const test of file.assertionResults) {
      if (test.status === "passed") counts.passed++;
      else if (test.status === "failed") fail(counts, `${file.name}\n${test.fullName}\n${test.failureMessages?.join("\n") ?? ""}`);
      else counts.skipped++;
    }
    const explained = file.assertionResults.some((test) => test.status === "failed");
    if (file.status === "failed" && !explained) fail(counts, `${file.name}\n${file.message ?? "This file failed."}`);
  }
  if (counts.failed > 0) return counts;
  if (counts.passed === 0) fail(counts, `Vitest passed no test.\n${lastLines(plain(output), 20)}`);
  else if (!success || status !== 0) fail(counts, `Every test passed, yet Vitest ended with ${status ?? "a signal"}.\n${lastLines(plain(output), 40)}`);
  return counts;
}

/**
 * @param {Counts} counts
 * @param {string} failure
 */
function fail(counts, failure) {
  counts.failed++;
  counts.firstFailure ??= lines(plain(failure), 40);
}

/**
 * @param {Counts[]} all
 * @returns {Counts}
 */
export function sum(all) {
  /** @type {Counts} */
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    total.firstFailure ??= counts.firstFailure;
  }
  return total;
}

/**
 * What the run ends with: the first failure again, then one line. A run that passed nothing has not passed.
 * @param {Counts} total
 */
export function closing({ passed, failed, skipped, firstFailure }) {
  const again = firstFailure === undefined ? "" : `\nThe first failure:\n${firstFailure}\n\n`;
  return { text: `${again}${passed} passed, ${failed} failed, ${skipped} skipped`, exitCode: failed > 0 || passed === 0 ? 1 : 0 };
}

/**
 * @param {string} text
 * @param {number} most
 */
function lines(text, most) {
  const all = text.trim().split("\n");
  return all.length <= most ? all.join("\n") : [...all.slice(0, most), `… ${all.length - most} lines more`].join("\n");
}

/**
 * @param {string} text
 * @param {number} most
 */
function lastLines(text, most) {
  return text.trim().split("\n").slice(-most).join("\n");
}
