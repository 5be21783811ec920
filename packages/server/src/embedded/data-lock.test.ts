import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataInUse, isDataInUse, lockData } from './data-lock.ts'
import { checkPort, PortError } from './free-port.ts'

let dataDir = ''
const silent = () => undefined
const lock = () => lockData(dataDir, 'http://localhost:8101', silent)

describe('lock on the data folder', () => {
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'ipoteka-lock-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('lets one server in and names its address to the second', async () => {
    const held = await lock()
    expect(isDataInUse(dataDir)).toBe(true)
    await expect(lock()).rejects.toThrow(DataInUse)
    await expect(lock()).rejects.toThrow(/http:\/\/localhost:8101.*Ctrl C/)
    held.release()
    expect(isDataInUse(dataDir)).toBe(false)
    ;(await lock()).release()
  })

  it('waits for a server that is stopping', async () => {
    const held = await lock()
    held.markStopping()
    setTimeout(() => held.release(), 250)
    const begun = performance.now()
    const next = await lock()
    expect(performance.now() - begun).toBeGreaterThan(200)
    next.release()
  })

  it('takes over from a killed server, also when its id now belongs to another process', async () => {
    const other = spawn('sleep', ['30'])
    const file = join(dataDir, 'server.lock')
    writeFileSync(file, JSON.stringify({ pid: other.pid, started: '1', url: 'x', stopping: false }))
    const taken = await lock()
    expect(JSON.parse(readFileSync(file, 'utf8')).pid).toBe(process.pid)
    taken.release()
    other.kill('SIGKILL')
    writeFileSync(file, '{"pid": 1')
    ;(await lock()).release()
  })
})

describe('port', () => {
  it('that is taken is named, with a way out', async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) =>
      server.listen(0, 'localhost', () => resolve((server.address() as { port: number }).port)),
    )
    await expect(checkPort(port, 'localhost')).rejects.toThrow(PortError)
    await expect(checkPort(port, 'localhost')).rejects.toThrow(
      new RegExp(`Порт ${port} занят.*PORT=${port + 1} npm start`),
    )
    await new Promise((resolve) => server.close(resolve))
    await expect(checkPort(port, 'localhost')).resolves.toBeUndefined()
  })
})
