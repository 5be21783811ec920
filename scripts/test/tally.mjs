import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} Test
 * @typedef {{ name: string, status: string, message?: string, assertionResults: Test[] }} TestFile
 */

/** Failed tests of a vitest report, and files that failed before their tests. @param {{ testResults?: TestFile[] }} report */
function failuresOf(report) {
  return (report.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && file.status === 'failed')
      return [`${basename(file.name)}: ${beginning(file.message)}`]
    return failed.map(
      (test) => `${basename(file.name)} › ${test.fullName}: ${beginning(test.failureMessages?.[0])}`,
    )
  })
}

/** The first lines of a reason: what was expected and what was found, without the stack. @param {string} [text] */
function beginning(text = '') {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
  return lines.slice(0, 12).join('\n      ').slice(0, 1_500)
}

/** Adds up what every runner counted. */
export class Tally {
  passed = 0
  failed = 0
  skipped = 0
  /** Tests that runners of tests have counted, whatever became of them. */
  tests = 0
  /** What failed, each with its file and the first line of its reason. @type {string[]} */
  failures = []

  /** @param {boolean} ok @param {string} title */
  add(ok, title) {
    if (ok) this.passed += 1
    else this.#fail(title)
  }

  /** @param {string} text */
  #fail(text) {
    this.failed += 1
    this.failures.push(text)
  }

  /** Counts of a vitest JSON report. A run that failed without a failed test counts as one failure. @param {string} path @param {number} code */
  addReport(path, code) {
    if (!existsSync(path)) return this.#fail(`${basename(path)}: отчёта о тестах нет (код ${code})`)
    const report = JSON.parse(readFileSync(path, 'utf8'))
    this.tests += report.numTotalTests
    this.passed += report.numPassedTests
    this.skipped += report.numPendingTests + report.numTodoTests
    this.failed += report.numFailedTests
    const failures = failuresOf(report)
    this.failures.push(...failures)
    if (report.numFailedTests > 0 || (code === 0 && report.success)) return
    if (failures.length > 0) this.failed += 1
    else this.#fail(`${basename(path)}: тесты прошли, но прогон завершился ошибкой (код ${code})`)
  }

  /** What failed, by name: the log of a run is long, and often only its end is kept. */
  summary() {
    return this.failures.length === 0
      ? ''
      : ['Не прошло:', ...this.failures.map((text) => `  ✗ ${text}`)].join('\n')
  }

  /** The closing line. */
  toString() {
    const skipped = this.skipped === 0 ? '' : `, ${this.skipped} skipped`
    return `${this.passed} passed, ${this.failed} failed${skipped}`
  }
}
