import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** Stops everything that is still running, with what it started itself. */
export function stopAll() {
  for (const child of running) {
    try {
      process.kill(-(child.pid ?? 0), 'SIGTERM')
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => {
    stopAll()
    setTimeout(() => process.exit(1), 3_000)
  })

/**
 * Runs a command in its own process group, its output on ours or, where `into` names a file, there. Answers its exit code;
 * 124 after the time limit.
 * @param {string} command
 * @param {string[]} args
 * @param {{ minutes?: number, env?: Record<string, string>, quiet?: boolean, into?: string, cwd?: string }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { minutes = 5, env = {}, quiet = false, into, cwd } = {}) {
  return new Promise((done) => {
    const file = into === undefined ? null : openSync(into, 'a')
    const words = file ?? (quiet ? 'ignore' : 'inherit')
    const child = spawn(command, args, {
      stdio: ['ignore', words, words],
      env: { ...process.env, ...env },
      cwd,
      detached: true,
    })
    if (file !== null) closeSync(file)
    running.add(child)
    const kill = (/** @type {NodeJS.Signals} */ signal) => {
      try {
        process.kill(-(child.pid ?? 0), signal)
      } catch (error) {
        if (error.code !== 'ESRCH') throw error
      }
    }
    let late = false
    const limit = setTimeout(() => {
      late = true
      console.error(`${command} ${args.join(' ')}: не закончил за ${minutes} мин, остановлен`)
      kill('SIGTERM')
      setTimeout(() => kill('SIGKILL'), 5_000).unref()
    }, minutes * 60_000)
    const finish = (/** @type {number} */ code) => {
      clearTimeout(limit)
      running.delete(child)
      done(late ? 124 : code)
    }
    child.on('error', () => finish(127))
    child.on('close', (code) => finish(code ?? 1))
  })
}

/** Whether the command exists on the PATH. @param {string} command */
export const has = (command) =>
  spawnSync(process.platform === 'win32' ? 'where' : 'which', [command], { stdio: 'ignore' }).status === 0

/** Whether system packages may be installed. */
export const isRoot = process.getuid?.() === 0
