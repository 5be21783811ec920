import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { seedOrganisation } from '#db/seed/organisation.ts'
import { startPostgres } from '#embedded/postgres/start-postgres.ts'
import { throwawayFolder } from '#embedded/postgres/throwaway-folder.ts'
import { sealHistory } from '#features/history/seals.service.ts'
import { DiskStore } from '#files/disk-store.ts'
import { installJobs } from '#jobs/install.ts'
import { templateUrl, withAdmin } from '#testing/test-database.ts'
import { systemCluster, systemIsPromised, systemPrograms } from '#testing/clusters/system-postgres.ts'
import { Archive } from './archive.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { untar } from './untar.ts'
import { decompressed } from './zstd.ts'

const key = { id: 'bank-2026', key: randomBytes(32) }
const oldKey = { id: 'bank-2025', key: randomBytes(32) }
const fast = { fsync: 'off', shared_buffers: '32MB', max_wal_size: '256MB' }
const programs = systemPrograms()
const silent = () => undefined

/** A bank on a server of its own that is backed up in these tests. */
class Bank {
  readonly place: string
  readonly url: string
  readonly embedded: boolean
  readonly files: DiskStore
  readonly #stop: () => Promise<void>

  constructor(place: string, server: { url: string; embedded: boolean; stop: () => Promise<void> }) {
    this.place = place
    this.url = server.url
    this.embedded = server.embedded
    this.#stop = server.stop
    this.files = new DiskStore(join(place, 'files'))
  }

  static async open(place: string, server: ConstructorParameters<typeof Bank>[1]): Promise<Bank> {
    await migrate(server.url)
    await installJobs(server.url)
    const { db, close } = openDatabase({ connectionString: server.url, queryTimeout: 0 })
    await seedOrganisation(db)
    await sealHistory(db)
    await close()
    return new Bank(place, server)
  }

  /** With the newest key first. */
  archive(...keys: [typeof key, ...(typeof key)[]]): Archive {
    return new Archive(join(this.place, 'archive'), keys)
  }

  backup(kind: 'FULL' | 'LOG', archive = this.archive(key)) {
    const { files, url, embedded } = this
    return makeBackup({
      archive,
      files,
      databaseUrl: url,
      replicationUrl: url,
      embedded,
      kind,
      print: silent,
    })
  }

  /** A change with its history, and a document. */
  async change(name: string): Promise<void> {
    const stored = await this.files.put(Readable.from([name]))
    await this.query(
      `WITH p AS (UPDATE partner SET short_name = $1, version = version + 1 WHERE id = 1)
       INSERT INTO stored_object (key, name, content_type, size, sha256, source_sha256, owner_type, owner_id)
       VALUES ($2, $1, 'text/plain', $3, $4, $4, 'test', 1)`,
      [name, stored.key, stored.size, stored.sha256],
    )
  }

  async query<T extends object>(sql: string, values: unknown[] = [], url = this.url): Promise<T[]> {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<T>(sql, values)).rows
    } finally {
      await client.end()
    }
  }

  restore(
    into: string,
    { to = null, archive = this.archive(key) }: { to?: Date | null; archive?: Archive } = {},
  ) {
    const lines: string[] = []
    const done = restoreBackup({
      archive,
      into: join(this.place, into),
      to,
      programs: null,
      print: (line) => lines.push(line),
    })
    return done.then((result) => ({ ...result, lines }))
  }

  /** A copy of the archive that a test may spoil. */
  spoilt(name: string, spoil: (dir: string) => void): Archive {
    const dir = join(this.place, name)
    cpSync(join(this.place, 'archive'), dir, { recursive: true })
    spoil(dir)
    return new Archive(dir, [key])
  }

  async close(): Promise<void> {
    await this.#stop()
    await rm(this.place, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

const newPlace = async () => {
  const place = await mkdtemp(join(throwawayFolder(), 'ipoteka-backup-'))
  await chmod(place, 0o755)
  return place
}

/** The bank's own user and database on a server. */
const ofOwner = (url: string) => templateUrl(url, 'ipoteka').replace('//postgres@', '//ipoteka@')

const kinds: Record<string, () => Promise<Bank>> = {
  'the embedded PostgreSQL': async () => {
    const place = await newPlace()
    const server = await startPostgres({ dataDir: join(place, 'live'), settings: fast })
    return Bank.open(place, { url: server.connectionString, embedded: true, stop: () => server.stop() })
  },
  'the PostgreSQL of the system': async () => {
    if (programs === null) throw new Error('The system has no PostgreSQL')
    const cluster = await systemCluster(programs)
    cluster.start({ shared_buffers: '32MB' })
    const stop = async () => {
      cluster.stop('immediate')
      await cluster.remove()
    }
    // Its own administrator once, as docs/operations.md says; everything else is the bank's user, who owns one database.
    await withAdmin(cluster.url, async (admin) => {
      await admin.query('CREATE ROLE ipoteka LOGIN REPLICATION')
      await admin.query('CREATE ROLE ipoteka_app NOLOGIN')
      await admin.query('GRANT ipoteka_app TO ipoteka')
      await admin.query('CREATE DATABASE ipoteka OWNER ipoteka')
    })
    await withAdmin(templateUrl(cluster.url, 'ipoteka'), (admin) =>
      admin.query('GRANT EXECUTE ON FUNCTION pg_switch_wal() TO ipoteka'),
    )
    return Bank.open(await newPlace(), { url: ofOwner(cluster.url), embedded: false, stop })
  },
}

it.skipIf(programs === null && !systemIsPromised())(
  'is tried with the PostgreSQL of the system too: apt-get install postgresql brings it',
  () => {
    expect(programs).not.toBeNull()
  },
)

const here = Object.keys(kinds).filter((kind) => !kind.includes('system') || programs !== null)

describe.for(here)('a copy of %s', { timeout: 120_000 }, (kind) => {
  let bank: Bank
  let between: Date
  beforeAll(async () => {
    const made = await kinds[kind]?.()
    if (made === undefined) throw new Error(kind)
    bank = made
    await bank.change('до копии')
    await bank.backup('FULL')
    await bank.change('первая')
    await bank.backup('LOG')
    const [moment] = await bank.query<{ at: Date }>('SELECT clock_timestamp() AS at')
    between = moment?.at ?? new Date()
    await sleep(50)
    await bank.change('вторая')
    await bank.backup('LOG')
  })
  afterAll(() => bank?.close())

  /** The restored bank, run as a bank would run it. */
  async function look(into: string): Promise<{ name: string; texts: string[] }> {
    const dataDir = join(bank.place, into)
    const files = new DiskStore(join(dataDir, 'files'))
    const server = bank.embedded
      ? await startPostgres({ dataDir, settings: fast })
      : await systemCluster(programs ?? '', ({ data, run }) => {
          run('/bin/cp', ['-R', join(dataDir, 'postgres', 'data'), data])
        })
    const isEmbedded = 'connectionString' in server
    if (!isEmbedded) {
      writeFileSync(join(server.data, 'postgresql.conf'), '')
      server.start()
    }
    const url = isEmbedded ? server.connectionString : ofOwner(server.url)
    try {
      const [partner] = await bank.query<{ name: string }>(
        'SELECT short_name AS name FROM partner WHERE id = 1',
        [],
        url,
      )
      const rows = await bank.query<{ key: string }>(
        'SELECT key FROM stored_object ORDER BY created_at',
        [],
        url,
      )
      const texts: string[] = []
      for (const row of rows) texts.push(await text(await files.open(row.key)))
      return { name: partner?.name ?? '', texts }
    } finally {
      await (isEmbedded ? server.stop() : (server.stop('immediate'), server.remove()))
    }
  }

  it('comes back whole, with its files, checked, and says what it took', async () => {
    const { lines, fileCount, seconds, lastChange } = await bank.restore('whole')
    expect(await look('whole')).toEqual({ name: 'вторая', texts: ['до копии', 'первая', 'вторая'] })
    expect(fileCount).toBe(3)
    expect(lines.join('\n')).toMatch(/цепочки целы: записей истории \d+/)
    expect(seconds).toBeLessThan(60)
    expect(lastChange?.getTime()).toBeGreaterThan(between.getTime())
  })

  it.skipIf(!kind.includes('system'))('has a base that pg_verifybackup finds sound', async () => {
    const archive = bank.archive(key)
    const base = (await archive.runs()).map(({ manifest }) => manifest.base).find((one) => one !== null)
    if (base === undefined || base === null || programs === null) throw new Error('no base')
    const folder = join(bank.place, 'base')
    await untar(decompressed(archive.open(base.tar.name)), folder, {})
    const manifest = await Array.fromAsync(archive.open(base.manifest.name))
    writeFileSync(join(folder, 'backup_manifest'), Buffer.concat(manifest))
    const verify = () => execFileSync(join(programs, 'pg_verifybackup'), ['-n', folder], { encoding: 'utf8' })
    expect(verify()).toMatch(/successfully verified/)
    writeFileSync(join(folder, 'global', 'pg_control'), 'x')
    expect(verify).toThrow(/pg_control/)
  })

  it('comes back to a moment between two runs', async () => {
    await bank.restore('moment', { to: between })
    expect(await look('moment')).toEqual({ name: 'первая', texts: ['до копии', 'первая'] })
  })

  it('is noted in the bank, and only by the command', async () => {
    expect(await bank.query('SELECT kind, state FROM backup_run ORDER BY id')).toEqual([
      { kind: 'FULL', state: 'GOOD' },
      { kind: 'LOG', state: 'GOOD' },
      { kind: 'LOG', state: 'GOOD' },
    ])
    const { db, close } = openDatabase({ connectionString: bank.url })
    await expect(db.updateTable('backup_run').set({ state: 'FAILED' }).execute()).rejects.toThrow(
      /permission/,
    )
    await close()
  })

  it('shows nothing to who has no key: neither rows nor files', () => {
    const dir = join(bank.place, 'archive')
    const names = readdirSync(dir, { recursive: true, encoding: 'utf8', withFileTypes: true })
    for (const entry of names.filter((one) => one.isFile())) {
      const bytes = readFileSync(join(entry.parentPath, entry.name))
      expect(bytes.includes('вторая'), entry.name).toBe(false)
      // What is sealed looks like noise: nothing is left to make smaller.
      if (entry.name !== 'manifest') expect(gzipSync(bytes).length).toBeGreaterThan(bytes.length)
    }
  })

  it('refuses a folder in which something lies, the live one above all', async () => {
    const live = bank.embedded ? 'live' : 'files'
    await expect(bank.restore(live)).rejects.toThrow(/уже что-то есть/)
    await expect(bank.restore('late', { to: new Date(Date.now() + 60_000) })).rejects.toThrow(
      /Архив кончается/,
    )
    await expect(bank.restore('early', { to: new Date(0) })).rejects.toThrow(/Первая полная копия/)
  })

  const firstIn = (dir: string, folder: string) => {
    const [name] = readdirSync(join(dir, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
    if (name === undefined) throw new Error(folder)
    return name
  }
  const runNamed = (dir: string, ending: string) =>
    join(dir, 'runs', readdirSync(join(dir, 'runs')).filter((name) => name.endsWith(ending))[0] ?? '')
  const flip = (path: string) => {
    const bytes = readFileSync(path)
    const at = bytes.length - 40
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }
  const faults: Record<string, { spoil: (dir: string) => void; says: RegExp }> = {
    'a missing file': { spoil: (dir) => rmSync(firstIn(dir, 'files')), says: /В архиве нет файла/ },
    'a file cut off': {
      spoil: (dir) => truncateSync(firstIn(dir, 'files'), 50),
      says: /оборван или подменён/,
    },
    'a changed byte of a file': { spoil: (dir) => flip(firstIn(dir, 'files')), says: /изменён|не тот/ },
    'a missing part of the log': { spoil: (dir) => rmSync(firstIn(dir, 'wal')), says: /В архиве нет wal/ },
    'a log cut off': { spoil: (dir) => truncateSync(firstIn(dir, 'wal'), 200), says: /оборван или подменён/ },
    'a changed byte of the base': {
      spoil: (dir) => flip(join(runNamed(dir, 'full'), 'base')),
      says: /содержимое изменено/,
    },
    'a changed manifest': {
      spoil: (dir) => {
        const path = join(runNamed(dir, 'full'), 'manifest')
        writeFileSync(path, readFileSync(path, 'utf8').replace('"change_history":', '"change_history":1'))
      },
      says: /Манифест .* изменён/,
    },
    'a run taken away': {
      spoil: (dir) => rmSync(runNamed(dir, 'log'), { recursive: true }),
      says: /её убрали или подменили/,
    },
  }
  it.for(Object.keys(faults))('with %s is refused in words, and nothing is half restored', async (fault) => {
    const { spoil, says } = faults[fault] ?? { spoil: silent, says: /never/ }
    const name = `fault ${fault}`
    await expect(bank.restore(`into ${name}`, { archive: bank.spoilt(name, spoil) })).rejects.toThrow(says)
    expect(existsSync(join(bank.place, `into ${name}`))).toBe(false)
    expect(existsSync(join(bank.place, `into ${name}.unfinished`))).toBe(false)
  })

  it('fills an empty store of files beside the live one, or leaves nothing in it', async () => {
    const bucket = new DiskStore(join(bank.place, 'bucket'))
    const keys = async () => (await Array.fromAsync(bucket.list())).map((one) => one.key)
    const restore = (into: string, archive: Archive) =>
      restoreBackup({
        archive,
        into: join(bank.place, into),
        to: null,
        bucket,
        programs: null,
        print: silent,
      })
    const lastIn = (dir: string) => {
      const names = readdirSync(join(dir, 'files'), {
        recursive: true,
        encoding: 'utf8',
        withFileTypes: true,
      })
      return names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    }
    const spoilt = bank.spoilt('half', (dir) => lastIn(dir).slice(1).forEach(flip))
    await expect(restore('into half', spoilt)).rejects.toThrow(/изменён/)
    expect(await keys()).toEqual([])
    await restore('into bucket', bank.archive(key))
    expect((await keys()).length).toBeGreaterThanOrEqual(3)
    await expect(restore('again', bank.archive(key))).rejects.toThrow(/Корзина для файлов не пуста/)
  })

  it('of somebody else is refused, whatever their key is called', async () => {
    const { dir } = bank.archive(key)
    const other = (id: string) => new Archive(dir, [{ id, key: randomBytes(32) }])
    await expect(bank.restore('foreign', { archive: other('other') })).rejects.toThrow(/архив другого банка/)
    await expect(bank.restore('foreign', { archive: other(key.id) })).rejects.toThrow(/изменён или подписан/)
  })

  it('is made by one run at a time, also when each is process 1 of its own container', async () => {
    const both = await Promise.allSettled([bank.backup('LOG'), bank.backup('LOG')])
    const refused = both.filter((one) => one.status === 'rejected').map(({ reason }) => String(reason))
    expect(refused).toEqual([expect.stringContaining('уже снимает другой процесс')])
    await bank.backup('LOG')
  })

  it('goes on under a new key while the old one opens what was sealed with it', async () => {
    const dir = join(bank.place, 'rotated')
    await bank.backup('FULL', new Archive(dir, [oldKey]))
    const both = new Archive(dir, [key, oldKey])
    await bank.change('новым ключом')
    await bank.backup('FULL', both)
    await bank.restore('rotated bank', { archive: both })
    expect((await look('rotated bank')).texts).toContain('новым ключом')
    await expect(bank.restore('one key', { archive: new Archive(dir, [key]) })).rejects.toThrow(/bank-2025/)
  })
})
