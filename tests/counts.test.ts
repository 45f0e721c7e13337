// What the runner makes of the reports of doctest, Vitest and plain commands: above all that a failure counts.
import { describe, expect, test } from "vitest";
import { closing, fromCommand, fromDoctest, fromVitest, sum } from "./counts.mjs";

const doctestPassed = `[doctest] doctest version is "2.4.9"
===============================================================================
[doctest] test cases:  12 |  12 passed | 0 failed | 3 skipped
[doctest] assertions: 345 | 345 passed | 0 failed |
[doctest] Status: SUCCESS!
`;
const doctestFailed = `[doctest] doctest version is "2.4.9"
[doctest] run with "--help" for options
===============================================================================
tests/cpp/steps/score_test.cpp:12:
TEST CASE:  a score is the dot product of a query and a key

tests/cpp/steps/score_test.cpp:14: ERROR: CHECK( score <= 11.0 ) is NOT correct!
  values: CHECK( 12 <= 11 )

===============================================================================
tests/cpp/steps/mask_test.cpp:30:
TEST CASE:  a masked key has weight 0
tests/cpp/steps/mask_test.cpp:31: ERROR: CHECK( weight == 0 ) is NOT correct!

===============================================================================
[doctest] test cases:  12 |  10 passed | 2 failed | 0 skipped
[doctest] assertions: 345 | 343 passed | 2 failed |
[doctest] Status: FAILURE!
`;

describe("doctest", () => {
  test("is counted by test cases", () => {
    expect(fromDoctest(0, doctestPassed)).toEqual({ passed: 12, failed: 0, skipped: 3 });
  });

  test("may print in colour", () => {
    expect(fromDoctest(0, doctestPassed.replace("12 passed", "\x1b[0;32m12 passed\x1b[0m"))).toMatchObject({ passed: 12 });
  });

  test("counts what fails and shows the first", () => {
    const counts = fromDoctest(1, doctestFailed);
    expect(counts).toMatchObject({ passed: 10, failed: 2, skipped: 0 });
    expect(counts.firstFailure).toContain("CHECK( 12 <= 11 )");
    expect(counts.firstFailure).not.toContain("mask_test");
  });

  test("has failed when it crashes before its summary", () => {
    const counts = fromDoctest(null, "[doctest] doctest version is \"2.4.9\"\nAborted()\n");
    expect(counts.failed).toBe(1);
    expect(counts.firstFailure).toContain("Aborted()");
  });

  test("has failed when it prints nothing and ends well", () => {
    expect(fromDoctest(0, "")).toMatchObject({ passed: 0, failed: 1 });
  });

  test("has failed when it ran no case", () => {
    expect(fromDoctest(0, "[doctest] test cases: 0 | 0 passed | 0 failed | 0 skipped\n")).toMatchObject({ passed: 0, failed: 1 });
  });

  test("has failed when all cases passed and the program did not", () => {
    expect(fromDoctest(134, doctestPassed)).toMatchObject({ passed: 12, failed: 1 });
  });
});

describe("Vitest", () => {
  const file = (status: string, ...statuses: string[]) => ({
    name: "tests/a.test.ts", status, message: "",
    assertionResults: statuses.map((each, index) => ({
      fullName: `rule ${index}`, status: each, failureMessages: each === "failed" ? ["AssertionError: expected 1 to be 2"] : [],
    })),
  });
  const report = (success: boolean, ...testResults: object[]) => JSON.stringify({ success, testResults });

  test("is counted by tests; todo and skipped are skipped", () => {
    const text = report(true, file("passed", "passed", "passed", "pending", "skipped", "todo"));
    expect(fromVitest(0, text, "")).toEqual({ passed: 2, failed: 0, skipped: 3 });
  });

  test("counts what fails and shows the first", () => {
    const counts = fromVitest(1, report(false, file("failed", "passed", "failed", "failed")), "");
    expect(counts).toMatchObject({ passed: 1, failed: 2 });
    expect(counts.firstFailure).toContain("rule 1\nAssertionError: expected 1 to be 2");
  });

  test("has failed when a file cannot be loaded", () => {
    const text = report(false, { ...file("failed"), message: "Cannot find module './gone.js'" }, file("passed", "passed"));
    const counts = fromVitest(1, text, "");
    expect(counts).toMatchObject({ passed: 1, failed: 1 });
    expect(counts.firstFailure).toContain("gone.js");
  });

  test("has failed when it wrote no report", () => {
    expect(fromVitest(null, undefined, "out of memory")).toMatchObject({ failed: 1, firstFailure: expect.stringContaining("out of memory") });
  });

  test("has failed when it passed no test", () => {
    expect(fromVitest(0, report(true), "No test files found")).toMatchObject({ passed: 0, failed: 1 });
    expect(fromVitest(0, report(true, file("passed", "skipped")), "")).toMatchObject({ failed: 1, skipped: 1 });
  });

  test("has failed when an error came between the tests", () => {
    expect(fromVitest(1, report(false, file("passed", "passed")), "Unhandled Rejection")).toMatchObject({
      passed: 1, failed: 1, firstFailure: expect.stringContaining("Unhandled Rejection"),
    });
  });
});

describe("a command", () => {
  test("is one test", () => {
    expect(fromCommand(0, "fine")).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(fromCommand(2, "a.ts(1,1): error")).toEqual({ passed: 0, failed: 1, skipped: 0, firstFailure: "a.ts(1,1): error" });
    expect(fromCommand(null, "")).toMatchObject({ failed: 1, firstFailure: "It ended with a signal and said nothing." });
  });
});

test("the sum adds all runners and keeps the first failure", () => {
  const total = sum([
    { passed: 3, failed: 0, skipped: 1 },
    { passed: 2, failed: 1, skipped: 0, firstFailure: "one" },
    { passed: 0, failed: 4, skipped: 2, firstFailure: "two" },
  ]);
  expect(total).toEqual({ passed: 5, failed: 5, skipped: 3, firstFailure: "one" });
});

describe("the run ends", () => {
  test("with one line, and well when nothing failed", () => {
    expect(closing({ passed: 7, failed: 0, skipped: 1 })).toEqual({ text: "7 passed, 0 failed, 1 skipped", exitCode: 0 });
  });

  test("with the first failure above that line, and badly", () => {
    const { text, exitCode } = closing({ passed: 7, failed: 2, skipped: 0, firstFailure: "core\nCHECK( 12 <= 11 )" });
    expect(exitCode).toBe(1);
    expect(text).toMatch(/CHECK\( 12 <= 11 \)\n\n7 passed, 2 failed, 0 skipped$/);
  });

  test("badly when nothing passed at all", () => {
    expect(closing({ passed: 0, failed: 0, skipped: 3 }).exitCode).toBe(1);
  });
});
