import { existsSync, readFileSync } from 'node:fs'

/** Adds up what every runner counted. */
export class Tally {
  passed = 0
  failed = 0
  skipped = 0
  /** Tests that runners of tests have counted, whatever became of them. */
  tests = 0

  /** @param {boolean} ok */
  add(ok) {
    if (ok) this.passed += 1
    else this.failed += 1
  }

  /** Counts of a vitest JSON report. A run that failed without a failed test counts as one failure. @param {string} path @param {number} code */
  addReport(path, code) {
    if (!existsSync(path)) {
      this.failed += 1
      return
    }
    const report = JSON.parse(readFileSync(path, 'utf8'))
    this.tests += report.numTotalTests
    this.passed += report.numPassedTests
    this.skipped += report.numPendingTests + report.numTodoTests
    this.failed += report.numFailedTests
    if (report.numFailedTests === 0 && (code !== 0 || !report.success)) this.failed += 1
  }

  /** The closing line. */
  toString() {
    const skipped = this.skipped === 0 ? '' : `, ${this.skipped} skipped`
    return `${this.passed} passed, ${this.failed} failed${skipped}`
  }
}
