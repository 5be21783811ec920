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

async function withChild(meanwhile: string): Promise<string> {
  const child = join(folder, 'child.mjs')
  const starter = join(folder, 'start.mjs')
  await writeFile(
    child,
    `process.once('message', (word) => { console.log('told: ' + word); process.exit(0) })
     process.once('SIGTERM', () => { console.log('stopped'); process.exit(0) })`,
  )
  await writeFile(
    starter,
    `import { command, runChild } from ${JSON.stringify(join(import.meta.dirname, 'child.mjs'))}
     await command(() => runChild([${JSON.stringify(child)}], {}, ${meanwhile}))`,
  )
  const starting = spawn(process.execPath, [starter], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [starting.stdout, starting.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString()
    })
  const code = await new Promise((done) => starting.on('close', done))
  return `${said}exit ${code}`
}

it('tells the child when what goes on meanwhile is done', async () => {
  expect(await withChild(`new Promise((done) => setTimeout(done, 300))`)).toBe('told: done\nexit 0')
})

it('stops the child when what goes on meanwhile fails, and says why', async () => {
  const failing = `new Promise((_, fail) => setTimeout(() => fail(new Error('Страницы не собрались')), 600))`
  expect(await withChild(failing)).toBe('stopped\nСтраницы не собрались\nexit 1')
})
