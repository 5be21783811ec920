import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { openDatabase } from '#db/database.ts'
import { chooseUser, mayEnter, type SystemUser } from '#embedded/postgres/system-user.ts'
import { verifyDecisions } from '#features/cases/talk/chains.service.ts'
import { verifyHistory } from '#features/history/seals.service.ts'
import { DiskStore } from '#files/disk-store.ts'
import type { FileStore } from '#files/file-store.ts'
import type { Archive, Manifest, Part } from './archive.ts'
import { type BankState, lackOf, readState } from './bank-state.ts'
import { type FileEntry, readFileList } from './file-lists.ts'
import { programsFor, type Recovered, recover } from './recover.ts'
import { RestoreRefused } from './restore-refused.ts'
import { BrokenArchive, sealedSize } from './sealed-stream.ts'
import { untar } from './untar.ts'
import { decompressed } from './zstd.ts'

export interface RestoreWork {
  readonly archive: Archive
  /** A new folder: the database comes into `postgres/data` and the files into `files` below it. */
  readonly into: string
  /** Null: the last moment that the archive has. */
  readonly to: Date | null
  /** A bucket that takes the files instead of the folder; it must be empty. */
  readonly bucket?: FileStore
  /** Folder of the programs of PostgreSQL; null: they are looked for. */
  readonly programs: string | null
  readonly print: (line: string) => void
}

/** What was restored, how much was lost at most and how long it took. */
export interface RestoreResult {
  readonly database: string
  readonly files: string
  /** Moment of the last transaction in the restored bank. */
  readonly lastChange: Date | null
  /** Everything committed by then is there. */
  readonly until: Date
  readonly historyRows: number
  readonly fileCount: number
  readonly counts: Record<string, number>
  readonly seconds: number
}

interface Plan {
  readonly base: FullRun
  readonly segments: readonly Part[]
  /** Whose chain's end must be there. */
  readonly witness: Manifest | null
  /** Runs whose files the moment can name. */
  readonly holders: readonly Manifest[]
  readonly until: Date
}

const shown = (iso: string) => iso.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')

/** The runs whose log goes on from the base without a gap. */
function lineFrom(runs: readonly Manifest[], base: Manifest): Manifest[] {
  const line: Manifest[] = []
  for (const run of runs.slice(runs.indexOf(base))) {
    const before = line.at(-1)
    const goesOn = before === undefined || (run.log.from === before.log.to && run.timeline === base.timeline)
    // A new base may begin a log of its own: after a loss of the old one, or on a restored server.
    if (!goesOn && run.base !== null) break
    if (!goesOn)
      throw new BrokenArchive(
        `Журнал архива прерван: копия ${run.id} начинается не там, где кончилась прежняя`,
      )
    line.push(run)
  }
  return line
}

type FullRun = Manifest & { readonly base: NonNullable<Manifest['base']> }
const isFull = (run: Manifest): run is FullRun => run.base !== null

/** The moment that is asked for, or the last one; refused when the archive does not have it. */
function momentOf(to: Date | null, first: FullRun, last: Manifest): string {
  const moment = to?.toISOString() ?? last.until
  if (moment > last.until)
    throw new RestoreRefused(`Архив кончается ${shown(last.until)}: более позднего момента в нём нет`)
  if (moment < first.base.finishedAt)
    throw new RestoreRefused(
      `Первая полная копия в архиве закончена ${shown(first.base.finishedAt)}: более раннего момента в нём нет`,
    )
  return moment
}

/** Which copies bring the bank to the moment. */
function planOf(runs: readonly Manifest[], to: Date | null): Plan {
  const full = runs.filter(isFull)
  const [first, last] = [full[0], runs.at(-1)]
  if (first === undefined || last === undefined) throw new BrokenArchive('В архиве нет ни одной полной копии')
  const moment = momentOf(to, first, last)
  const base = full.findLast((run) => run.base.finishedAt <= moment) ?? first
  const line = lineFrom(runs, base)
  const after = line.find(({ until }) => until >= moment)
  if (after === undefined)
    throw new RestoreRefused(
      `Между ${shown(line.at(-1)?.until ?? base.until)} и следующей полной копией журнала нет: выберите другой момент`,
    )
  const before = line.findLast(({ until }) => until <= moment)
  return {
    base,
    segments: line.flatMap(({ log }) => log.segments),
    witness: before ?? null,
    holders: before === undefined || before === after ? [after] : [before, after],
    until: new Date(moment),
  }
}

/** Everything that the plan needs is there and as long as it was; throws `BrokenArchive` before anything is written. */
async function inspect(archive: Archive, plan: Plan): Promise<Map<string, FileEntry>> {
  const { base, segments, holders } = plan
  const parts = [base.base.tar, base.base.manifest, ...segments, ...holders.map(({ files }) => files.list)]
  for (const part of parts) {
    const size = await archive.sizeOf(part.name)
    if (size === null) throw new BrokenArchive(`В архиве нет ${part.name}`)
    if (size !== part.size)
      throw new BrokenArchive(
        `${part.name}: в архиве ${size} байт вместо ${part.size}, файл оборван или подменён`,
      )
    await sameSum(archive, part)
  }
  const entries = new Map<string, FileEntry>()
  for (const holder of holders)
    for (const [key, entry] of await readFileList(archive, holder)) entries.set(key, entry)
  for (const { key, part, size } of entries.values()) {
    const found = await archive.sizeOf(part)
    if (found === null) throw new BrokenArchive(`В архиве нет файла ${part} (ключ ${key})`)
    if (!archive.keyIds.some((id) => sealedSize(size, id) === found))
      throw new BrokenArchive(`Файл ${part} (ключ ${key}) оборван или подменён: ${found} байт`)
  }
  return entries
}

async function sameSum(archive: Archive, part: Part): Promise<void> {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(join(archive.dir, part.name))) sum.update(chunk as Buffer)
  if (sum.digest('hex') !== part.sha256) throw new BrokenArchive(`${part.name}: содержимое изменено`)
}

async function refuseTaken(into: string, bucket: FileStore | undefined): Promise<void> {
  const names = await readdir(into).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length > 0)
    throw new RestoreRefused(
      `В папке ${into} уже что-то есть: восстановление идёт рядом с работающим банком, задайте новую папку (--into)`,
    )
  for await (const _ of bucket?.list() ?? [])
    throw new RestoreRefused('Корзина для файлов не пуста: восстановление идёт рядом, задайте новую')
}

async function makeFolder(path: string, { ids }: SystemUser): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (ids.uid !== undefined && ids.gid !== undefined) await chown(path, ids.uid, ids.gid)
  return path
}

async function layOut(archive: Archive, plan: Plan, { data, log, user }: Places): Promise<void> {
  const { base, segments } = plan
  await untar(decompressed(archive.open(base.base.tar.name)), data, user.ids)
  const manifest = await Array.fromAsync(archive.open(base.base.manifest.name))
  await writeOwned(join(data, 'backup_manifest'), Buffer.concat(manifest), user)
  for (const { name } of segments) {
    const bytes = await Array.fromAsync(decompressed(archive.open(name)) as AsyncIterable<Buffer>)
    await writeOwned(join(log, name.replace('wal/', '')), Buffer.concat(bytes), user)
  }
}

async function writeOwned(path: string, bytes: Buffer | string, { ids }: SystemUser): Promise<void> {
  await writeFile(path, bytes, { mode: 0o600, flush: true })
  if (ids.uid !== undefined && ids.gid !== undefined) await chown(path, ids.uid, ids.gid)
}

async function bringFiles(archive: Archive, entries: Iterable<FileEntry>, store: FileStore): Promise<void> {
  for (const { key, part, sha256 } of entries) {
    const written = await store.putBack(key, Readable.from(archive.open(part, 'file'), { objectMode: false }))
    if (written.sha256 !== sha256) throw new BrokenArchive(`Файл ${key} в архиве не тот, что был записан`)
  }
}

interface Checked {
  readonly historyRows: number
  readonly lastChange: Date | null
  readonly counts: Record<string, number>
}

/** What the restored bank lacks: the signed ends, rows that never go, files that rows name. */
async function refuseLacks(client: pg.Client, { witness }: Plan, now: BankState, keys: ReadonlySet<string>) {
  const lacks = witness === null ? [] : await lackOf(client, witness, now)
  const { rows: held } = await client.query<{ key: string }>('SELECT DISTINCT key FROM stored_key')
  const missing = held.filter(({ key }) => !keys.has(key))
  if (missing.length > 0)
    lacks.push(
      `строки называют файлы, которых в архиве нет: ${missing.length}, первый — ${missing[0]?.key}; выберите момент другой копии`,
    )
  if (lacks.length > 0)
    throw new BrokenArchive(`Восстановлено не всё:\n${lacks.map((line) => `  • ${line}`).join('\n')}`)
}

/** The chains as `npm run verify` looks at them. */
async function countChains(url: string, print: RestoreWork['print']): Promise<number> {
  const { db, close } = openDatabase({ connectionString: url, poolSize: 1, queryTimeout: 0 })
  try {
    const history = await verifyHistory(db)
    const { broken, decisions } = await verifyDecisions(db)
    if (history.broken !== null || broken !== null)
      throw new BrokenArchive(
        'Цепочки истории или решений в копии нарушены: что именно, скажет npm run verify в работающем банке',
      )
    print(`цепочки целы: записей истории ${history.rows}, печатей ${history.seals}, решений ${decisions}`)
    return history.rows
  } finally {
    await close()
  }
}

function tellCounts({ counts }: BankState, { witness }: Plan, print: RestoreWork['print']): void {
  for (const [table, count] of Object.entries(counts)) {
    const then =
      witness === null ? '' : ` (в архиве на ${shown(witness.until)} — ${witness.counts[table] ?? 0})`
    print(`${table}: ${count}${then}`)
  }
}

/** Looks at everything in the restored bank that can be looked at. */
async function check(
  url: string,
  plan: Plan,
  keys: ReadonlySet<string>,
  print: RestoreWork['print'],
): Promise<Checked> {
  const historyRows = await countChains(url, print)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const now = await readState(client)
    await refuseLacks(client, plan, now, keys)
    tellCounts(now, plan, print)
    const { rows } = await client.query<{ at: Date | null }>(
      'SELECT greatest((SELECT max(at) FROM change_history), (SELECT max(started_at) FROM backup_run)) AS at',
    )
    return { historyRows, lastChange: rows[0]?.at ?? null, counts: now.counts }
  } finally {
    await client.end()
  }
}

interface Places {
  readonly home: string
  readonly data: string
  readonly log: string
  readonly files: string
  readonly user: SystemUser
}

async function makePlaces(
  draft: string,
  { dataDirectory }: Manifest,
  print: RestoreWork['print'],
): Promise<Places> {
  await mkdir(draft, { recursive: true, mode: 0o755 })
  const user = chooseUser(dataDirectory, print)
  const home = join(draft, 'postgres')
  await mkdir(home, { mode: 0o755 })
  await chmod(home, 0o755)
  if (!mayEnter(user, home))
    throw new RestoreRefused(
      `Пользователь ${user.name}, от имени которого работает PostgreSQL, не может войти в ${home}: задайте --into с папкой, доступной ему`,
    )
  return {
    home,
    user,
    data: await makeFolder(join(home, 'data'), user),
    log: await makeFolder(join(home, 'log-to-replay'), user),
    files: join(draft, 'files'),
  }
}

/** The embedded database is opened with a password that lies beside it: the copy gets one of its own. */
async function giveOwnPassword(url: string, { home }: Places, { owner }: Manifest): Promise<void> {
  const password = randomBytes(24).toString('base64url')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`ALTER ROLE ${client.escapeIdentifier(owner)} PASSWORD '${password}'`)
  } finally {
    await client.end()
  }
  await writeFile(join(home, 'password'), `${password}\n`, { mode: 0o600 })
}

async function restoreInto(
  draft: string,
  work: RestoreWork,
  plan: Plan,
  entries: ReadonlyMap<string, FileEntry>,
) {
  const { archive, print, to, bucket } = work
  const places = await makePlaces(draft, plan.base, print)
  const programs = await programsFor(plan.base, {
    named: work.programs,
    home: places.home,
    user: places.user,
  })
  await layOut(archive, plan, places)
  print(`база от ${shown(plan.base.base.finishedAt)} разложена, файлов журнала: ${plan.segments.length}`)
  const store = bucket ?? new DiskStore(places.files)
  await bringFiles(archive, entries.values(), store)
  print(`файлов на месте: ${entries.size}`)
  const { data, log, user } = places
  const recovered: Recovered = await recover({ programs, data, log, user, manifest: plan.base, to })
  try {
    print('журнал проигран')
    const checked = await check(recovered.url, plan, new Set(entries.keys()), print)
    if (plan.base.embedded) await giveOwnPassword(recovered.url, places, plan.base)
    return checked
  } finally {
    await recovered.stop()
    await rm(log, { recursive: true, force: true })
  }
}

/** Restores a bank beside the one that works, checks it, and gives it its name only when all of it is there. */
export async function restoreBackup(work: RestoreWork): Promise<RestoreResult> {
  const begun = performance.now()
  const into = resolve(work.into)
  await refuseTaken(into, work.bucket)
  const runs = (await work.archive.runs()).map(({ manifest }) => manifest)
  const plan = planOf(runs, work.to)
  work.print('архив проверяется')
  const entries = await inspect(work.archive, plan)
  const draft = `${into}.unfinished`
  await rm(draft, { recursive: true, force: true })
  try {
    const checked = await restoreInto(draft, work, plan, entries)
    await rm(into, { recursive: true, force: true })
    await rename(draft, into)
    return {
      ...checked,
      database: join(into, 'postgres', 'data'),
      files: join(into, 'files'),
      until: plan.until,
      fileCount: entries.size,
      seconds: (performance.now() - begun) / 1_000,
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // The bucket was empty: what is in it now is half of a bank.
    for (const key of work.bucket === undefined ? [] : entries.keys()) await work.bucket?.remove(key)
    throw error
  }
}
