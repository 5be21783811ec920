import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isAlive } from '#embedded/postgres/postmaster.ts'
import type { FileStore } from '#files/file-store.ts'
import type { Archive, Manifest, Part, Run } from './archive.ts'
import { readState } from './bank-state.ts'
import { copyFiles, type FileEntry, readFileList, writeFileList } from './file-lists.ts'
import {
  type Lsn,
  lsnOf,
  lsnText,
  Replication,
  segmentBytes,
  segmentEnd,
  segmentName,
  segmentStart,
} from './replication.ts'
import { compressed } from './zstd.ts'

/** The server keeps the log for the archive under this name until a run has it. */
export const slotName = 'ipoteka_backup'

/** The copy cannot be made, in words that say what to do. */
export class BackupRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupRefused'
  }
}

export interface BackupWork {
  readonly archive: Archive
  readonly files: FileStore
  readonly databaseUrl: string
  /** Of a user with REPLICATION. */
  readonly replicationUrl: string
  readonly embedded: boolean
  /** FULL: the base, the log and the files; LOG: what has come since the run before. */
  readonly kind: Manifest['kind']
  readonly print: (line: string) => void
}

/** What a run made and how long it took. */
export interface BackupResult {
  readonly manifest: Manifest
  readonly bytes: number
  readonly copiedFiles: number
  readonly seconds: number
}

/** Any number that nothing else locks. */
const lockKey = 7_330_190

/**
 * One run at a time of a database, on whichever machines or in whichever containers: there each is process 1 to itself,
 * and a file says nothing of whose it is. The lock goes with its connection.
 */
async function lockDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [lockKey])
  if (rows[0]?.mine !== true)
    throw new BackupRefused('Копию этой базы уже снимает другой процесс: дождитесь его конца')
}

/** One run at a time in an archive; a lock of a killed one is taken over. */
function lockArchive({ dir }: Archive): () => void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const file = join(dir, 'lock')
  for (;;) {
    try {
      const handle = openSync(file, 'wx', 0o600)
      writeSync(handle, String(process.pid))
      closeSync(handle)
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const pid = Number(readFileSync(file, 'utf8'))
      if (pid > 0 && pid !== process.pid && isAlive(pid))
        throw new BackupRefused(`В архив ${dir} уже пишет процесс ${pid}: дождитесь его конца`)
      rmSync(file, { force: true })
    }
  }
}

interface Slot {
  readonly restart: string | null
  readonly lost: boolean
}

async function findSlot(client: pg.Client): Promise<Slot | null> {
  const { rows } = await client.query<Slot>(
    `SELECT restart_lsn::text AS restart, wal_status IS NOT DISTINCT FROM 'lost' AS lost
     FROM pg_replication_slots WHERE slot_name = $1`,
    [slotName],
  )
  return rows[0] ?? null
}

const keepsNothing = (slot: Slot | null) => slot === null || slot.lost || slot.restart === null

/** From where the log goes on; null: from the base that is made now. */
async function continuation(
  client: pg.Client,
  replication: Replication,
  { last, kind, timeline }: { last: Manifest | undefined; kind: Manifest['kind']; timeline: number },
): Promise<Lsn | null> {
  const slot = await findSlot(client)
  if (kind === 'LOG') {
    if (last === undefined) throw new BackupRefused('В архиве нет полной копии: сначала npm run backup')
    if (last.timeline !== timeline)
      throw new BackupRefused(
        'База восстановлена или переключена на другой сервер: нужна новая полная копия, npm run backup',
      )
    if (keepsNothing(slot))
      throw new BackupRefused(
        'Сервер базы не сохранил журнал с прошлой копии: нужна новая полная, npm run backup',
      )
    return lsnOf(last.log.to)
  }
  if (keepsNothing(slot)) {
    if (slot !== null) await replication.dropSlot(slotName)
    await replication.createSlot(slotName)
    return null
  }
  const goesOn = last !== undefined && last.timeline === timeline
  return goesOn && lsnOf(last.log.to) >= segmentStart(lsnOf(slot?.restart ?? '0/0'))
    ? lsnOf(last.log.to)
    : null
}

/** The stream cut into files of the log. */
async function* segmentsOf(log: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const bytes of log) {
    held.push(bytes)
    length += bytes.length
    if (length < segmentBytes) continue
    let all = Buffer.concat(held)
    for (; all.length >= segmentBytes; all = all.subarray(segmentBytes)) yield all.subarray(0, segmentBytes)
    held = [all]
    length = all.length
  }
}

/** Seals the files of the log between two borders. */
async function archiveLog(
  { archive, replicationUrl }: BackupWork,
  { from, to, timeline }: { from: Lsn; to: Lsn; timeline: number },
): Promise<Part[]> {
  const parts: Part[] = []
  if (from >= to) return parts
  const replication = await Replication.open(replicationUrl)
  try {
    let at = from
    for await (const bytes of segmentsOf(replication.log(slotName, from, timeline))) {
      parts.push(await archive.seal(`wal/${segmentName(timeline, at)}`, compressed([bytes])))
      at += BigInt(segmentBytes)
      if (at >= to) return parts
    }
    throw new Error('The log ended before its border')
  } finally {
    await replication.close()
  }
}

async function makeBase(work: BackupWork, replication: Replication, id: string) {
  const base = replication.baseBackup(id)
  const tar = await work.archive.seal(`runs/${id}/base`, compressed(base.tar))
  const { manifest, start, stop } = await base.result()
  const sealed = await work.archive.seal(`runs/${id}/base-manifest`, Readable.from([manifest]))
  return { start, stop, tar, manifest: sealed }
}

/** A row by which the bank knows of its copies; its commit is the point up to which the log is taken. */
async function notePoint(client: pg.Client, { kind, id }: { kind: string; id: string }): Promise<string> {
  const { rows } = await client.query<{ until: Date }>('SELECT clock_timestamp() AS until')
  await client.query(`INSERT INTO backup_run (kind, name) VALUES ($1, $2)`, [kind, id])
  return (rows[0]?.until ?? new Date()).toISOString()
}

const pollMs = 200
const releaseTries = 50

/** The connection that read the log may not have left the slot yet. */
async function releaseLog(client: pg.Client, to: Lsn): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('SELECT pg_replication_slot_advance($1, $2::pg_lsn)', [slotName, lsnText(to)])
      return
    } catch (error) {
      const isInUse = error instanceof pg.DatabaseError && error.code === '55006'
      if (!isInUse || attempt >= releaseTries) throw error
      await sleep(pollMs)
    }
  }
}

const idOf = (kind: Manifest['kind'], last: Manifest | undefined) => {
  const now = new Date().toISOString().replace(/[-:.]/g, '')
  const id = `${now}-${kind.toLowerCase()}`
  if (last !== undefined && id <= last.id)
    throw new BackupRefused(`Последняя копия в архиве (${last.id}) новее часов этой машины: проверьте время`)
  return id
}

async function knownFiles(archive: Archive, last: Run | undefined): Promise<Map<string, FileEntry>> {
  return last === undefined ? new Map() : readFileList(archive, last.manifest)
}

/** What a run works with. */
interface Session {
  readonly given: BackupWork
  readonly client: pg.Client
  readonly replication: Replication
  readonly last: Run | undefined
  readonly system: string
  readonly timeline: number
  readonly id: string
}

const one = async <T extends object>(client: pg.Client, sql: string): Promise<T> => {
  const [row] = (await client.query<T>(sql)).rows
  if (row === undefined) throw new Error('A question for one row was answered with none')
  return row
}

/** Where its data lie is told to whoever may read all settings; a restore then takes the same user of the system. */
const readServer = (client: pg.Client) =>
  one<{ postgres: number; database: string; owner: string; dataDirectory: string }>(
    client,
    `SELECT current_setting('server_version_num')::int / 10000 AS postgres, current_database() AS database,
       current_user AS owner, CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE')
         THEN coalesce(current_setting('data_directory', true), '') ELSE '' END AS "dataDirectory"`,
  )

const sizeOf = (entries: ReadonlyMap<string, FileEntry>) =>
  [...entries.values()].reduce((sum, { size }) => sum + size, 0)

/** Copies everything, and answers what was made: nothing of it counts before its manifest is written. */
async function copyAll(session: Session): Promise<{ manifest: Manifest; copied: number }> {
  const { given, client, replication, last, timeline, id } = session
  const { archive, files, kind } = given
  const goesOn = await continuation(client, replication, { last: last?.manifest, kind, timeline })
  // Files come first and once more behind the point: what a row holds at the point is in one of the two looks.
  const early = await copyFiles(archive, files, await knownFiles(archive, last))
  const made = kind === 'FULL' ? await makeBase(given, replication, id) : null
  const { at } = await one<{ at: Date }>(client, 'SELECT clock_timestamp() AS at')
  const state = await readState(client)
  const until = await notePoint(client, { kind, id })
  const switched = lsnOf((await one<{ lsn: string }>(client, 'SELECT pg_switch_wal()::text AS lsn')).lsn)
  const from = goesOn ?? segmentStart(made?.start ?? switched)
  const to = segmentEnd(switched)
  const segments = await archiveLog(given, { from, to, timeline })
  const late = await copyFiles(archive, files, early.entries)
  const entries = new Map([...early.entries, ...late.entries])
  const list = await writeFileList(archive, `runs/${id}/files`, entries)
  const base = made && {
    start: lsnText(made.start),
    finishedAt: at.toISOString(),
    tar: made.tar,
    manifest: made.manifest,
  }
  return {
    manifest: {
      format: 1,
      id,
      kind,
      previous: last === undefined ? null : { id: last.manifest.id, digest: last.digest },
      system: session.system,
      timeline,
      ...(await readServer(client)),
      embedded: given.embedded,
      until,
      base,
      log: { from: lsnText(from), to: lsnText(to), segments },
      files: { count: entries.size, bytes: sizeOf(entries), list },
      ...state,
    },
    copied: early.copied + late.copied,
  }
}

/** A run that was cut off leaves nothing that counts, and the bank knows. */
async function forget({ given, client, id }: Session): Promise<void> {
  await given.archive.remove(`runs/${id}`).catch(() => undefined)
  await client
    .query(`UPDATE backup_run SET finished_at = clock_timestamp(), state = 'FAILED' WHERE name = $1`, [id])
    .catch(() => undefined)
}

async function work(session: Session): Promise<BackupResult> {
  const begun = performance.now()
  const { given, client, id } = session
  const made = await copyAll(session).catch(async (error: unknown) => {
    await forget(session)
    throw error
  })
  const { manifest, copied } = made
  await given.archive.write(manifest)
  // Only now may the server throw the log away.
  await releaseLog(client, lsnOf(manifest.log.to))
  const parts = [...manifest.log.segments, ...(manifest.base === null ? [] : [manifest.base.tar])]
  const bytes = parts.reduce((sum, { size }) => sum + size, 0)
  await client.query(
    `UPDATE backup_run SET finished_at = clock_timestamp(), state = 'GOOD', until = $2, bytes = $3 WHERE name = $1`,
    [id, manifest.until, bytes],
  )
  given.print(`копия ${id} готова`)
  return { manifest, bytes, copiedFiles: copied, seconds: (performance.now() - begun) / 1_000 }
}

async function begin(given: BackupWork, client: pg.Client, replication: Replication): Promise<BackupResult> {
  const { archive, kind } = given
  const last = (await archive.runs()).at(-1)
  const { system, timeline } = await replication.identify()
  if (last !== undefined && last.manifest.system !== system)
    throw new BackupRefused(`В папке ${archive.dir} архив другой базы: задайте другую BACKUP_DIR`)
  return work({ given, client, replication, last, system, timeline, id: idOf(kind, last?.manifest) })
}

/** Makes a copy of the database and the files that can be restored to any moment since the base before it. */
export async function makeBackup(given: BackupWork): Promise<BackupResult> {
  const client = new pg.Client({
    connectionString: given.databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'ipoteka-backup',
    keepAlive: true,
  })
  client.on('error', () => undefined)
  let unlock: (() => void) | undefined
  try {
    await client.connect()
    await lockDatabase(client)
    unlock = lockArchive(given.archive)
    const replication = await Replication.open(given.replicationUrl).catch((error: unknown) => {
      throw new BackupRefused(
        `База не даёт снять копию: ${error instanceof Error ? error.message : error}. Нужен пользователь с правом REPLICATION (BACKUP_DATABASE_URL) и строка replication в pg_hba.conf`,
      )
    })
    try {
      return await begin(given, client, replication)
    } finally {
      await replication.close()
    }
  } finally {
    unlock?.()
    await client.end().catch(() => undefined)
  }
}
