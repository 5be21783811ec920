import { lowered } from '@ipoteka-office/contract/words.ts'
import { buffer } from 'node:stream/consumers'
import { setImmediate as breathe } from 'node:timers/promises'
import { loadObject, loadRowKinds, maxLoadRows } from '@ipoteka-office/contract/blacklists/list-loads.ts'
import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import type { TaskRun, TaskWork } from '#features/notifications/run-task.service.ts'
import type { FileStore } from '#files/file-store.ts'
import { ApiError, conflict, forbidden, notFound } from '#http/errors.ts'
import { bankDay, type BankClock } from '#lib/bank-time.ts'
import { readSpreadsheet, UnreadableSheet } from '#lib/read-spreadsheet.ts'
import { identityOf, maskedTitle } from '../identity.rules.ts'
import { entryKeys, type Subject } from '../matching/matching.rules.ts'
import { firmFacts, individualFacts, phoneFacts } from '../matching/facts.rules.ts'
import { searchBlacklists } from '../matching/matching.service.ts'
import { authorityParser, type Listed, UnreadableList } from './authority-xml.rules.ts'
import { insertEntries } from './apply-load.repo.ts'
import {
  compareVersions,
  countRows,
  deleteRows,
  type DraftRow,
  findActive,
  findLoad,
  findTaken,
  insertRows,
  type LoadRecord,
  updateLoad,
} from './loads.repo.ts'
import { readSheetHeadings, type SheetRow, sheetRowReader } from './sheet-rows.rules.ts'

/** Names of the background works: the comparison and the application. */
export const loadCheckName = 'list-load-check'
export const loadApplyName = 'list-load-apply'

const batchSize = 500
/** Rows after which other work gets its turn. */
const breatheEvery = 25

const loadIdOf = (input: unknown) => (input as { loadId: number }).loadId
const pageOf = ({ target, id }: Pick<LoadRecord, 'target' | 'id'>) => `/blacklist-load/${target}/${id}`

async function find(db: Db, id: number): Promise<LoadRecord> {
  const load = await findLoad(db, id)
  if (load === undefined) throw notFound('Загрузка удалена')
  return load
}

/** Says in the load why it ended, beside the task itself. */
async function failing<T>(db: Db, id: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isKnown = error instanceof UnreadableSheet || error instanceof UnreadableList
    const known = isKnown ? conflict(error.message) : error
    if (known instanceof ApiError) await updateLoad(db, id, { state: 'FAILED', reason: known.message })
    throw known
  }
}

/** The encoding that the file declares; UTF-8 where it declares none. */
function decode(file: Buffer): string {
  const head = file.toString('latin1', 0, 200)
  const declared = /\bencoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(declared, { fatal: true }).decode(file)
  } catch {
    throw new UnreadableList('Файл XML в неизвестной кодировке: нужна UTF-8 или windows-1251')
  }
}

const personTitle = ({ list, data }: Listed): string => identityOf(list, data).title

/** Reads the authority's list piece by piece. */
async function readAuthority(
  { db, signal, progress }: TaskRun,
  files: FileStore,
  load: LoadRecord,
): Promise<string> {
  const text = decode(await buffer(await files.open(load.fileKey)))
  const parser = authorityParser()
  const seen = new Map<string, number>()
  let batch: DraftRow[] = []
  let count = 0
  const flush = async () => {
    await insertRows(db, load.id, batch)
    batch = []
  }
  for (let at = 0; at < text.length; at += 16_384) {
    signal.throwIfAborted()
    for (const one of parser.write(text.slice(at, at + 16_384))) {
      count += 1
      if (count > maxLoadRows) throw conflict(`В перечне больше ${maxLoadRows} субъектов`)
      const before = seen.get(one.number)
      const notes = [
        ...one.issues,
        ...(before === undefined ? [] : [`ИдСубъекта уже есть в строке ${before}`]),
      ]
      seen.set(one.number, one.line)
      const { line, list, number, data } = one
      const title = personTitle(one) || number
      batch.push({ line, kind: notes.length > 0 ? 'error' : 'new', list, number, title, data, notes })
    }
    if (batch.length >= batchSize) await flush()
    progress(count)
    await breathe()
  }
  const listDate = parser.end()
  await flush()
  return listDate
}

const subjectOf = (kind: BlacklistKind, data: Readonly<Record<string, unknown>>): Subject =>
  kind === 'individuals'
    ? { kind, facts: individualFacts(data) }
    : kind === 'legalPersons'
      ? { kind, facts: firmFacts(data) }
      : { kind, facts: phoneFacts(data) }

const wholeNumbers = new Set(['PASSPORT', 'INN', 'SNILS', 'OGRN', 'PHONE'])
/** By what two rows are of the same one: a whole number, or the whole name with the birth date. */
function sameKeys(kind: BlacklistKind, data: Readonly<Record<string, unknown>>): string[] {
  const { names, birthDate } = identityOf(kind, data)
  const numbers = entryKeys(kind, data).flatMap((key) =>
    // A telephone is of a family: it makes nobody the same but a phone.
    wholeNumbers.has(key.kind) && (key.kind !== 'PHONE' || kind === 'phones')
      ? [`${key.kind} ${key.value}`]
      : [],
  )
  const name = names.toLowerCase().replaceAll('ё', 'е')
  return birthDate === null ? numbers : [...numbers, `NAME ${name} ${birthDate}`]
}

interface Waiting extends SheetRow {
  readonly line: number
}

/** Reads a file of entries: what is wrong in each row, and what is there already. */
async function readSheet(
  { db, signal, progress }: TaskRun,
  files: FileStore,
  load: LoadRecord,
  kind: BlacklistKind,
  today: string,
): Promise<void> {
  const format = /\.csv$/i.test(load.fileName) ? 'csv' : 'xlsx'
  const rows = readSpreadsheet(format, await buffer(await files.open(load.fileKey)))
  const heading = await rows.next()
  if (heading.done === true) throw conflict('В файле нет строк')
  const { columns, error } = readSheetHeadings(kind, heading.value.cells)
  if (error !== null) throw conflict(error)
  const readRow = sheetRowReader(kind, columns, today)
  const seen = new Map<string, number>()
  let batch: Waiting[] = []
  let count = 0
  const flush = async () => {
    const asked = batch.flatMap(({ facts }) => (facts === null ? [] : [facts.content.data]))
    const found = await searchBlacklists(
      db,
      asked.map((data) => subjectOf(kind, data)),
      today,
    )
    let at = -1
    const drafts = batch.map(({ line, title, facts, issues }): DraftRow => {
      const shown = maskedTitle(kind, title).slice(0, 300)
      const rest = { line, list: kind, number: null, title: shown === '' ? `Строка ${line}` : shown }
      if (facts === null) return { ...rest, kind: 'error', data: {}, notes: issues }
      at += 1
      const known = found[at]?.find(({ match }) => match.exact)
      const keys = sameKeys(kind, facts.content.data)
      const before = keys.map((key) => seen.get(key)).find((one) => one !== undefined)
      for (const key of keys) if (!seen.has(key)) seen.set(key, line)
      const notes = [
        ...(before === undefined ? [] : [`Повторяет строку ${before}`]),
        ...(known === undefined
          ? []
          : [`Уже в списке: запись № ${known.entry.id}, ${known.match.agreed.join(', ')}`]),
      ]
      return { ...rest, kind: notes.length > 0 ? 'duplicate' : 'new', data: facts, notes }
    })
    batch = []
    await insertRows(db, load.id, drafts)
  }
  for await (const { line, cells } of rows) {
    signal.throwIfAborted()
    count += 1
    if (count > maxLoadRows) throw conflict(`В файле больше ${maxLoadRows} строк: разделите его`)
    batch.push({ line, ...readRow(cells) })
    if (batch.length >= batchSize) await flush()
    if (count % breatheEvery === 0) await breathe()
    progress(count)
  }
  await flush()
  if (count === 0) throw conflict('В файле нет строк')
}

const countsText = (counts: LoadRecord['counts']): string =>
  Object.entries(loadRowKinds)
    .flatMap(([kind, label]) => {
      const count = counts[kind as keyof typeof loadRowKinds] ?? 0
      return count === 0 ? [] : [`${lowered(label)}: ${count}`]
    })
    .join(', ')

function checkRight({ actor }: TaskRun, { target }: LoadRecord): void {
  if (!hasAllOperations(actor.operations, { [loadObject.objects[target]]: ['Import'] }))
    throw forbidden('Право на загрузку списка отозвано')
}

/** Reads the file and compares it with what acts; changes nothing but the load itself. */
export const loadCheckWork =
  (files: FileStore, clock: BankClock): TaskWork =>
  async (run) => {
    const { db, input } = run
    const id = loadIdOf(input)
    return failing(db, id, async () => {
      const load = await find(db, id)
      checkRight(run, load)
      await deleteRows(db, id)
      if (load.target === 'authority') {
        const listDate = await readAuthority(run, files, load)
        const base = (await findActive(db)) ?? null
        if (listDate > bankDay(clock))
          throw conflict(`Перечень от ${listDate} ещё не наступил: проверьте файл`)
        if (base !== null && listDate < base.listDate)
          throw conflict(`Действует перечень новее, от ${base.listDate}: загрузите последний`)
        await compareVersions(db, id, base?.id ?? null)
        await updateLoad(db, id, { listDate, baseId: base?.id ?? null })
      } else await readSheet(run, files, load, load.target, bankDay(clock))
      const counts = await countRows(db, id)
      await updateLoad(db, id, { state: 'READY', counts })
      return { text: countsText(counts), link: pageOf(load) }
    })
  }

/** Makes entries of the rows that are new, all or none; the authority's list needs nothing of the kind. */
export const loadApplyWork =
  (clock: BankClock): TaskWork =>
  async (run) => {
    const { db, input, signal, progress } = run
    const loadId = loadIdOf(input)
    const load = await find(db, loadId)
    if (load.state === 'ACTIVE') return { text: countsText(load.counts), link: pageOf(load) }
    const { target, approver, by } = load
    if (load.state !== 'APPLYING' || approver === null || target === 'authority')
      throw conflict('Загрузка не подтверждена')
    let done = 0
    await writeTransaction(db, { employeeId: approver.id, requestId: `load-${loadId}` }, async (tx) => {
      for (let after = 0; ; ) {
        signal.throwIfAborted()
        const rows = await findTaken(tx, loadId, { kinds: ['new'], after, count: batchSize })
        const last = rows.at(-1)
        if (last === undefined) break
        await insertEntries(tx, target, rows, { authorId: by.id, approverId: approver.id, at: clock.now() })
        after = last.id
        done += rows.length
        progress(done)
        await breathe()
      }
      await updateLoad(tx, loadId, { state: 'ACTIVE' })
    })
    return { text: `Добавлено записей: ${done}`, link: pageOf(load) }
  }
