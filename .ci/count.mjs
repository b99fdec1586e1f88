// Prints `N passed, N failed` from the test runner's own report and from the report of the checks.
// Arguments: the two reports, then the exit codes of what wrote them. Runs on Node 20.
import { existsSync, readFileSync } from "node:fs";

const [testReport, checkReport, testStatus, checkStatus] = process.argv.slice(2);

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/** A file that could not be loaded, and an error outside any test, fail without failing a test: each counts as one. */
function countTests(report) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  const unexplained = failed === 0 && testStatus !== "0" ? 1 : 0;
  return {
    passed: report.numPassedTests,
    failed: failed + unexplained,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function countChecks(results) {
  if (checkStatus === undefined) return { passed: 0, failed: 0 };
  const failed = results?.filter(({ ok }) => !ok).length ?? 0;
  return {
    passed: results?.filter(({ ok }) => ok).length ?? 0,
    failed: failed === 0 && checkStatus !== "0" ? 1 : failed,
  };
}

const tests = countTests(readReport(testReport));
const checks = countChecks(readReport(checkReport));
const passed = tests.passed + checks.passed;
const failed = tests.failed + checks.failed;
const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : "";
process.stdout.write(`${passed} passed, ${failed} failed${skipped}\n`);
process.exitCode = failed > 0 ? 1 : 0;
