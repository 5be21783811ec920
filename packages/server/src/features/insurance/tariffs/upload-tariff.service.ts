import { buffer } from 'node:stream/consumers'
import { linesOverlap, type TariffLine } from '@ipoteka-office/contract/insurance/premium.ts'
import {
  maxTariffBytes,
  maxTariffErrors,
  maxTariffLines,
  type TariffCard,
  type TariffLineKind,
} from '@ipoteka-office/contract/insurance/tariffs.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { type FileGate, receiveFile } from '#files/receive.ts'
import { invalid } from '#http/errors.ts'
import type { Context, IncomingFile } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type ReadRow, readSpreadsheet, UnreadableSheet } from '#lib/read-spreadsheet.ts'
import { namesInFiles } from '../file-names.service.ts'
import type { Insurer } from './insurer.ts'
import { findInsurers } from './insurers.repo.ts'
import { compareLines, readTariffHeadings, readTariffRow, type TariffNames } from './tariff-file.rules.ts'
import { findInForce, findLines, insertTariff, lockInsurer } from './tariffs.repo.ts'
import { getTariff } from './tariffs.service.ts'

export interface TariffParts extends BankFigures {
  readonly gate: FileGate
  readonly references: ReferenceReader
}

interface Mistake {
  readonly path: string
  readonly message: string
}

/** The registry's refusal: the file as a whole, each line with what is wrong in it. */
const refused = (mistakes: readonly Mistake[], message: string) =>
  invalid(mistakes.slice(0, maxTariffErrors), message, 'ER_IMPORT_INSURANCE_TARIFF')
const refusedFile = (message: string) => refused([{ path: 'file', message }], message)

async function readRows(
  { gate }: TariffParts,
  file: IncomingFile,
): Promise<{ name: string; rows: ReadRow[] }> {
  if (!/\.(xlsx|csv)$/i.test(file.name)) throw refusedFile('Нужен файл CSV или XLSX')
  const { key, name } = await receiveFile(gate, file, { kinds: ['XLSX', 'CSV'], maxBytes: maxTariffBytes })
  try {
    const rows: ReadRow[] = []
    const format = /\.csv$/i.test(name) ? 'csv' : 'xlsx'
    for await (const row of readSpreadsheet(format, await buffer(await gate.files.open(key)), {
      plain: true,
    })) {
      if (rows.length > maxTariffLines)
        throw refusedFile(`В файле больше ${maxTariffLines} строк: тариф одного страховщика короче`)
      rows.push(row)
    }
    return { name, rows }
  } catch (error) {
    throw error instanceof UnreadableSheet ? refusedFile(error.message) : error
  } finally {
    // The lines are read; the file itself is nobody's.
    await gate.files.remove(key)
  }
}

/** The dictionaries in which a file names its codes. */
const dictionaries = {
  product: 'product/type',
  occupation: 'activityField',
  object: 'mortgageObjectType',
  material: 'wallsMaterialType',
} as const

interface ReadFile {
  readonly inns: ReadonlySet<string>
  readonly lines: readonly TariffLine[]
  readonly mistakes: readonly Mistake[]
}

const told = (line: number, message: string): Mistake => ({
  path: `line.${line}`,
  message: `Строка ${line}. ${message}`,
})

function readLines([heading, ...rows]: readonly ReadRow[], names: Omit<TariffNames, 'type'>): ReadFile {
  if (heading === undefined || rows.length === 0) throw refusedFile('В файле нет строк')
  const columns = readTariffHeadings(heading.cells)
  if ('error' in columns) throw refusedFile(columns.error)
  const inns = new Set<string>()
  const lines: TariffLine[] = []
  const mistakes: Mistake[] = []
  for (const row of rows) {
    const read = readTariffRow(columns, row, names)
    inns.add(read.inn)
    mistakes.push(...read.notes.map((note) => told(row.line, note)))
    if (read.line !== null) lines.push(read.line)
  }
  return { inns, lines, mistakes }
}

/** Each line that speaks of the same as one above it. */
function overlaps(lines: readonly TariffLine[]): Mistake[] {
  return lines.flatMap((line, at) => {
    const other = lines.slice(0, at).find((one) => linesOverlap(one, line))
    return other === undefined
      ? []
      : [told(line.line, `Спорит со строкой ${other.line}: обе говорят об одном риске в одни дни`)]
  })
}

async function insurerOf(db: Db, inns: ReadonlySet<string>, today: string): Promise<Insurer> {
  const [inn, another] = [...inns]
  if (another !== undefined)
    throw refusedFile('В файле несколько ИНН: загружайте тариф каждого страховщика отдельным файлом')
  const insurer = (await findInsurers(db, today)).find((one) => one.inn === inn)
  if (insurer === undefined)
    throw refusedFile(
      `Страховщика с ИНН ${inn} нет: заведите партнёра с ролью «Страховщик» или исправьте ИНН в файле`,
    )
  return insurer
}

function countsOf(
  lines: readonly { readonly kind: TariffLineKind }[],
): Partial<Record<TariffLineKind, number>> {
  const counts: Partial<Record<TariffLineKind, number>> = {}
  for (const { kind } of lines) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** Reads a tariff, refuses it whole with every mistake named, or keeps it for the second person. */
export async function uploadTariff(
  context: Context,
  parts: TariffParts,
  file: IncomingFile,
): Promise<TariffCard> {
  const { db, actor, requestId } = context
  const { clock, references } = parts
  const today = bankDay(clock)
  const { name, rows } = await readRows(parts, file)
  const { inns, lines, mistakes } = readLines(rows, await namesInFiles(references, dictionaries))
  const wrong = [...mistakes, ...overlaps(lines)]
  if (wrong.length > 0)
    throw refused(wrong, `Тариф не загружен, ошибок: ${wrong.length}. Исправьте файл и загрузите его снова`)
  const insurer = await insurerOf(db, inns, today)
  const validFrom = lines.map(({ from }) => from).toSorted()[0] ?? today
  return writeTransaction(db, { employeeId: actor.employeeId, requestId }, async (tx) => {
    await lockInsurer(tx, insurer.id)
    const baseId = await findInForce(tx, insurer.id, validFrom)
    const compared = compareLines(lines, baseId === null ? [] : await findLines(tx, baseId))
    const counts = countsOf(compared)
    if (Object.keys(counts).every((kind) => kind === 'same'))
      throw refusedFile('Файл ничего не меняет: такой тариф уже действует')
    const id = await insertTariff(tx, {
      insurerId: insurer.id,
      fileName: name,
      validFrom,
      baseId,
      lines: compared,
      counts,
      by: actor.employeeId,
      at: clock.now(),
    })
    return getTariff(parts, { ...context, db: tx }, id)
  })
}
