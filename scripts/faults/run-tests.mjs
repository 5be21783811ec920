import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { productNode } from '../lib/node.mjs'
import { run } from '../test/processes.mjs'
import { projectOf } from './faults.mjs'

/**
 * What a run of test files has found: `red` when a test failed, `green` when all passed, `broken` when it came to no
 * test at all, as where the copy cannot be built.
 * @typedef {{ outcome: 'red' | 'green' | 'broken', failed: readonly string[] }} Verdict
 */

/** Reads the report of vitest; null: there is none. @param {any} report @returns {Verdict} */
export function verdictOf(report) {
  if (report === null) return { outcome: 'broken', failed: [] }
  const tests = report.testResults.flatMap((/** @type {any} */ file) => file.assertionResults)
  const failed = tests
    .filter((/** @type {any} */ test) => test.status === 'failed')
    .map((/** @type {any} */ test) => test.fullName)
  if (failed.length > 0) return { outcome: 'red', failed }
  return { outcome: report.success && report.numPassedTests > 0 ? 'green' : 'broken', failed }
}

/** The verdict as far as other tests than these are concerned. @param {Verdict} verdict @param {ReadonlySet<string>} noise @returns {Verdict} */
export function without({ outcome, failed }, noise) {
  const left = failed.filter((name) => !noise.has(name))
  return { outcome: outcome === 'red' && left.length === 0 ? 'green' : outcome, failed: left }
}

/**
 * Runs test files of a copy, project by project: together they would have to share their workers out.
 * @param {string} place
 * @param {readonly string[]} tests
 * @param {{ env: Record<string, string>, bail: boolean }} how `bail` stops at the first test that fails.
 * @returns {Promise<Verdict>}
 */
export async function runTests(place, tests, how) {
  /** @type {Verdict[]} */
  const verdicts = []
  for (const project of new Set(tests.map(projectOf))) {
    const files = tests.filter((path) => projectOf(path) === project)
    const verdict = await runProject(place, project, files, how)
    verdicts.push(verdict)
    if (how.bail && verdict.outcome === 'red') return verdict
  }
  return worstOf(verdicts)
}

/** A test that failed says more than a run that came to none. @param {readonly Verdict[]} verdicts @returns {Verdict} */
function worstOf(verdicts) {
  const of = (/** @type {Verdict['outcome']} */ outcome) => verdicts.some((one) => one.outcome === outcome)
  const failed = verdicts.flatMap((one) => one.failed)
  if (of('red')) return { outcome: 'red', failed }
  return { outcome: of('broken') ? 'broken' : 'green', failed }
}

/** @param {string} place @param {string} project @param {readonly string[]} tests @param {{ env: Record<string, string>, bail: boolean }} how */
async function runProject(place, project, tests, { env, bail }) {
  const report = join(place, 'report.json')
  rmSync(report, { force: true })
  const vitest = join(place, 'node_modules/vitest/vitest.mjs')
  const output = ['--reporter=json', `--outputFile.json=${report}`]
  const args = [vitest, 'run', '--project', project, ...tests, ...(bail ? ['--bail=1'] : []), ...output]
  await run(productNode(), args, { minutes: 15, quiet: true, cwd: place, env: { NODE_ENV: 'test', ...env } })
  return verdictOf(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null)
}
