import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'child-'))
})
afterEach(() => rm(folder, { recursive: true }))

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(ready: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await ready()) return true
    await sleep(100)
  }
  return false
}

// Windows has neither `sh` nor parents that change.
it.skipIf(process.platform === 'win32')('ends with the shell of npm that was killed alone', async () => {
  const pidFile = join(folder, 'pid')
  const server = join(folder, 'server.mjs')
  const starter = join(folder, 'start.mjs')
  await writeFile(
    server,
    `import { writeFileSync } from 'node:fs'
     writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => undefined, 1000)`,
  )
  await writeFile(
    starter,
    `import { runChild } from ${JSON.stringify(join(import.meta.dirname, 'child.mjs'))}
     process.exit(await runChild([${JSON.stringify(server)}]))`,
  )
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${starter}"; true`], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: 'ignore',
  })
  const pidOf = () => readFile(pidFile, 'utf8').then(Number, () => 0)
  expect(await until(async () => (await pidOf()) > 0)).toBe(true)
  const pid = await pidOf()
  shell.kill('SIGTERM')
  expect(await until(() => !exists(pid))).toBe(true)
})
