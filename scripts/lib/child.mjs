import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { productNode, root } from './node.mjs'

/** Where Node.js keeps compiled code: loading the server's modules anew took most of a later start. */
export const compiled = join(root, '.cache/compiled')

/** Room for what lives shortly: with the usual one a build and a first start tidy up all the time. */
export const roomy = '--max-semi-space-size=64'

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a TypeScript file on the product's Node.js and passes signals on. In a process group of its own, so that Ctrl C
 * reaches it once, through us; over a channel it learns when we are killed, and when what goes on meanwhile has come
 * to its end; when that fails, the child is stopped. Answers its exit code.
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [env]
 * @param {Promise<unknown>} [meanwhile]
 * @returns {Promise<number>}
 */
export function runChild(args, env = {}, meanwhile) {
  return new Promise((done, failed) => {
    const child = spawn(productNode(), args, {
      cwd: root,
      detached: process.platform !== 'win32',
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
    })
    for (const signal of signals)
      process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
    whenOrphaned(() => child.kill('SIGTERM'))
    /** @type {unknown} */
    let failure
    meanwhile?.then(
      () => child.connected && child.send('done'),
      (error) => {
        failure = error
        child.kill('SIGTERM')
      },
    )
    child.on('error', (error) => {
      console.error(error.message)
      done(1)
    })
    child.on('exit', (code, signal) =>
      failure === undefined ? done(code ?? (signal ? 1 : 0)) : failed(failure),
    )
  })
}

/**
 * npm passes a signal on to its `sh -c`, which dies of it without telling us: the only trace is another parent.
 * @param {() => void} stop
 */
function whenOrphaned(stop) {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 500)
  watch.unref()
}

/** Runs the steps of a command; a failure is a line of text, not a stack. @param {() => Promise<number>} steps */
export async function command(steps) {
  try {
    process.exit(await steps())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
