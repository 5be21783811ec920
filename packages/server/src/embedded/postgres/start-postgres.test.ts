import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isAlive, readPostmaster, waitFor } from './postmaster.ts'
import { type EmbeddedPostgres, startPostgres } from './start-postgres.ts'

const settings = { shared_buffers: '32MB' }
let dataDir = ''
let running: EmbeddedPostgres | null = null

async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const start = async () => (running = await startPostgres({ dataDir, settings }))
const dataFolder = () => join(dataDir, 'postgres', 'data')

/** Starts the database from another Node process, which then waits to be killed. */
async function startElsewhere(): Promise<ChildProcess> {
  const module = join(import.meta.dirname, 'start-postgres.ts')
  const script = `import { startPostgres } from ${JSON.stringify(module)}
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, settings: ${JSON.stringify(settings)} })
    console.log('ready'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
  })
  return child
}

describe('embedded PostgreSQL', { timeout: 60_000 }, () => {
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'ipoteka-launcher-'))
    chmodSync(dataDir, 0o755)
  })
  afterEach(async () => {
    await running?.stop()
    running = null
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it('starts from an empty folder with checksums, UTF8 and scram, and stops without a process left', async () => {
    const { connectionString, pid } = await start()
    const rows = await query(
      connectionString,
      `SELECT current_setting('data_checksums') AS checksums, current_setting('server_encoding') AS encoding,
         current_setting('fsync') AS fsync, (SELECT count(*)::int FROM pg_hba_file_rules
           WHERE auth_method <> 'scram-sha-256') AS open_rules`,
    )
    expect(rows).toEqual([{ checksums: 'on', encoding: 'UTF8', fsync: 'on', open_rules: 0 }])
    const password = new URL(connectionString).password
    await expect(query(connectionString.replace(password, 'wrong'), 'SELECT 1')).rejects.toThrow(/password/)
    expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600)
    const stopped = pid()
    await running?.stop()
    expect(isAlive(stopped)).toBe(false)
    expect(existsSync(join(dataFolder(), 'postmaster.pid'))).toBe(false)
  })

  it('takes over the server that outlived a killed Node, with every answered write', async () => {
    const node = await startElsewhere()
    const orphan = readPostmaster(dataFolder())
    const exited = new Promise((resolve) => node.once('exit', resolve))
    node.kill('SIGKILL')
    await exited
    expect(isAlive(orphan?.pid ?? 0)).toBe(true)
    const { adopted, pid, connectionString } = await start()
    expect(adopted).toBe(true)
    expect(pid()).toBe(orphan?.pid)
    await query(connectionString, 'CREATE TABLE kept AS SELECT 1 AS n')
    await running?.stop()
    expect(isAlive(orphan?.pid ?? 0)).toBe(false)
    const again = await start()
    expect(again.adopted).toBe(false)
    expect(await query(again.connectionString, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  })

  it('waits out a server that is just stopping', async () => {
    const first = await startPostgres({ dataDir, settings })
    const before = first.pid()
    const stopping = first.stop()
    const { pid, connectionString } = await start()
    await stopping
    // One that was taken over in its last moment is followed by another.
    expect(await waitFor(() => (pid() === before ? null : true), 20_000)).toBe(true)
    expect(await query(connectionString, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  it('brings a killed server back by itself at the same address', async () => {
    const { pid, connectionString } = await start()
    const killed = pid()
    process.kill(killed, 'SIGKILL')
    expect(await waitFor(() => (pid() === killed ? null : true), 20_000)).toBe(true)
    expect(await query(connectionString, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  it('does not take a foreign process for its own server when the id was reused', async () => {
    await start()
    const file = join(dataFolder(), 'postmaster.pid')
    const lines = readFileSync(file, 'utf8').split('\n')
    await running?.stop()
    lines[0] = String(process.pid)
    writeFileSync(file, lines.join('\n'))
    expect(readPostmaster(dataFolder())).toBeNull()
    expect((await start()).adopted).toBe(false)
  })
})
