import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { inSeconds } from '../lib/seconds.mjs'

/**
 * @typedef {{ name: string, command: string, args: string[], env?: Record<string, string>, hint?: string, inputs?: string[],
 *   few?: string[], narrow?: import('./narrow.mjs').Narrow, judge?: (output: string) => Verdict }} Step
 *   `inputs`: files and folders that decide the result, from the root. `narrow`: which of them are left after a change;
 *   then `few` and their names are the arguments. `judge`: looks at what a command that succeeded has printed.
 * @typedef {{ ok: boolean, note: string }} Verdict `note`: stands beside the step, kept or broken.
 * @typedef {{ step: Step, ok: boolean, seconds: number, output: string, note?: string }} StepResult
 * @typedef {{ left(step: Step): Step | undefined, add(result: StepResult): void }} Passed What need not run again.
 */

/** Runs one command to its end and keeps what it printed. @param {Step} step @returns {Promise<StepResult>} */
function runStep(step) {
  const begun = performance.now()
  return new Promise((done) => {
    const child = spawn(step.command, step.args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...step.env },
    })
    let output = ''
    const keep = (/** @type {Buffer} */ part) => {
      output += part
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => {
      output += String(error)
    })
    child.on('close', (code) => {
      const seconds = (performance.now() - begun) / 1000
      const verdict = code === 0 ? step.judge?.(output) : undefined
      done({ step, ok: code === 0, seconds, output, ...verdict })
    })
  })
}

/** Prints one finished step; the output only when it failed. @param {StepResult} result */
function report({ step, ok, seconds, output, note }) {
  const beside = note === undefined ? '' : ` · ${note}`
  console.log(`${ok ? '✓' : '✗'} ${step.name.padEnd(34)} ${inSeconds(seconds)}${beside}`)
  if (ok) return
  console.log(output.trim().replace(/^/gm, '    '))
  if (step.hint !== undefined) console.log(`    → ${step.hint}`)
}

/**
 * Runs the steps, as many at once as there are cores; those that passed before with the same are named only.
 * @param {Step[]} steps
 * @param {Passed} [passed]
 * @returns {Promise<StepResult[]>}
 */
export async function runSteps(steps, passed) {
  /** @type {Step[]} */
  const waiting = []
  for (const step of steps) {
    const left = passed === undefined ? step : passed.left(step)
    if (left === undefined) console.log(`✓ ${step.name.padEnd(34)} без изменений`)
    else waiting.push(left)
  }
  /** @type {StepResult[]} */
  const results = []
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runStep(step)
      report(result)
      passed?.add(result)
      results.push(result)
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker))
  return results
}
