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

/**
 * Remembers in `file` what each step that passed had looked at, so that it need not look at the same again. A step says
 * itself which files and folders decide its result; its command and the versions of its tools always do.
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
        .digest('hex')
    known.set(path, digest)
    return digest
  }
  /** @param {import('./run-steps.mjs').Step} step */
  const digestOf = ({ command, args, inputs = [] }) => {
    const hash = createHash('sha256').update(JSON.stringify([process.version, command, args]))
    for (const path of ['package-lock.json', ...inputs].flatMap((input) => filesOf(root, input)))
      hash.update(`${path}\0${contentOf(path)}\0`)
    return hash.digest('hex')
  }
  /** @returns {Record<string, string>} */
  const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
  const before = read()
  /** @type {Map<string, string>} */
  const now = new Map()

  return {
    /** Whether the step has passed with what is there now. @param {import('./run-steps.mjs').Step} step */
    has(step) {
      if (step.inputs === undefined) return false
      // Taken before the step runs: what is saved meanwhile is looked at next time.
      const digest = digestOf(step)
      now.set(step.name, digest)
      return before[step.name] === digest
    },
    /** @param {import('./run-steps.mjs').StepResult} result */
    add({ step, ok }) {
      const digest = now.get(step.name)
      if (!ok || digest === undefined) return
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify({ ...read(), [step.name]: digest }))
    },
  }
}
