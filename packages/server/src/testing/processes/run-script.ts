import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const source = join(import.meta.dirname, '../..')

/** Runs a file of the server (its path below `src`) in a process of its own; answers how it ended and what it said. */
export async function runScript(file: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(source, file), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, out, errors }
}
