import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Made by tools or by running the product: nothing that a check looks at. */
const made = new Set([
  'node_modules',
  'dist',
  '.git',
  '.cache',
  '.data',
  '.tanstack',
  'screenshots',
  'coverage',
])

/** @param {string} root @param {string} path @returns {string[]} */
function filesOf(root, path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .filter((name) => !made.has(name))
    .sort()
    .flatMap((name) => filesOf(root, path === '.' ? name : `${path}/${name}`))
}

/** @typedef {{ settings: string, files: Record<string, string> }} Seen What a step had looked at. */

/**
 * What is otherwise than it was.
 * @param {Record<string, string>} before
 * @param {Record<string, string>} now
 * @returns {import('./narrow.mjs').Change[]}
 */
const changesBetween = (before, now) => [
  ...Object.keys(now)
    .filter((path) => now[path] !== before[path])
    .map((path) => ({
      path,
      how: path in before ? /** @type {const} */ ('edited') : /** @type {const} */ ('added'),
    })),
  ...Object.keys(before)
    .filter((path) => !(path in now))
    .map((path) => ({ path, how: /** @type {const} */ ('removed') })),
]

/**
 * Remembers in `file` what each step that passed had looked at, so that it need not look at the same again. A step says
 * itself which files and folders decide its result; its command and the versions of its tools always do. A step that
 * can tell what a change cannot matter to looks at the rest alone.
 * @param {string} root
 * @param {string} file
 */
export function passedSteps(root, file) {
  /** @type {Map<string, string>} */
  const known = new Map()
  const contentOf = (/** @type {string} */ path) => {
    const digest =
      known.get(path) ??
      createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('base64url')
    known.set(path, digest)
    return digest
  }
  const lock = 'package-lock.json'
  /** @param {import('./run-steps.mjs').Step} step @returns {Seen} */
  const look = ({ command, args, env, inputs = [] }) => ({
    settings: JSON.stringify([
      process.version,
      command,
      args,
      env,
      existsSync(join(root, lock)) && contentOf(lock),
    ]),
    files: Object.fromEntries(
      inputs.flatMap((input) => filesOf(root, input)).map((path) => [path, contentOf(path)]),
    ),
  })
  /** @returns {Record<string, Seen>} */
  const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
  const before = read()
  /** @type {Map<string, Seen>} */
  const now = new Map()

  return {
    /**
     * What is left of a step with what is there now: nothing when that has passed.
     * @param {import('./run-steps.mjs').Step} step
     * @returns {import('./run-steps.mjs').Step | undefined}
     */
    left(step) {
      if (step.inputs === undefined) return step
      // Taken before the step runs: what is saved meanwhile is looked at next time.
      const seen = look(step)
      now.set(step.name, seen)
      const passed = before[step.name]
      if (passed?.settings !== seen.settings) return step
      const changes = changesBetween(passed.files, seen.files)
      if (changes.length === 0) return undefined
      const names = step.narrow?.(changes, Object.keys(seen.files))
      if (names === undefined) return step
      return names.length === 0 ? undefined : { ...step, args: [...(step.few ?? step.args), ...names] }
    },
    /** @param {import('./run-steps.mjs').StepResult} result */
    add({ step, ok }) {
      const seen = now.get(step.name)
      if (!ok || seen === undefined) return
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify({ ...read(), [step.name]: seen }))
    },
  }
}
