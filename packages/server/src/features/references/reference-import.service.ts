import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import {
  type ImportRow,
  type ImportRowKind,
  maxImportBytes,
  type ReferenceImport,
} from '@ipoteka-office/contract/references/reference-imports.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import { isFeatureOn } from '#features/feature-toggles/feature-toggles.service.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import { discardRefused } from '#files/attach-file.ts'
import { type FileGate, receiveFile, wrongFile } from '#files/receive.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context, IncomingFile } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { getDictionary } from './dictionaries.service.ts'
import * as repo from './reference-import.repo.ts'
import { differences } from './reference-import.rules.ts'
import { applyWorkName, checkWorkName } from './reference-import-works.service.ts'

/** What imports need beside the database. */
export interface ImportParts {
  readonly gate: FileGate
  readonly clock: BankClock
}

const noImport = () => notFound('Загрузка не найдена: результаты сравнения хранятся семь дней')
const kindOf = (name: string) => (/\.xlsx$/i.test(name) ? 'XLSX' : /\.csv$/i.test(name) ? 'CSV' : null)

async function checkMayImport(
  { db, actor }: Context,
  dictionaryId: number,
  clock: BankClock,
): Promise<string> {
  if (!(await isFeatureOn(db, actor, 'references.import', clock)))
    throw conflict('Загрузка справочников из файла выключена администратором')
  const { kind, title } = await getDictionary(db, dictionaryId)
  if (kind === 'ENUM') throw conflict('Перечисления из файла не загружаются: изменить можно только названия')
  return title
}

const present = ({ fileKey: _key, columns: _columns, revision: _revision, ...shown }: repo.ImportRecord) =>
  shown

async function find(db: Db, id: number): Promise<repo.ImportRecord> {
  const record = await repo.findImport(db, id)
  if (record === undefined) throw noImport()
  return record
}

/** Stores the file and starts its comparison with the dictionary. */
export async function startImport(
  context: Context,
  { gate, clock }: ImportParts,
  dictionaryId: number,
  file: IncomingFile,
  missing: 'keep' | 'deactivate',
): Promise<ReferenceImport> {
  const { db, actor, requestId } = context
  const title = await checkMayImport(context, dictionaryId, clock)
  const kind = kindOf(file.name)
  if (kind === null) throw wrongFile('Нужен файл XLSX или CSV')
  const stored = await receiveFile(gate, file, { kinds: [kind], maxBytes: maxImportBytes })
  try {
    return await writeTransaction(db, { employeeId: actor.employeeId, requestId }, async (tx) => {
      const importId = await repo.insertImport(tx, {
        dictionaryId,
        employeeId: actor.employeeId,
        fileName: stored.name,
        fileKey: stored.key,
        missing,
      })
      const task = await startTask(tx, actor, {
        work: checkWorkName,
        kind: 'work',
        title: `Проверка файла справочника «${title}»`,
        total: 0,
        input: { importId },
      })
      await repo.updateImport(tx, importId, { taskId: task.id })
      return present(await find(tx, importId))
    })
  } catch (error) {
    await discardRefused(gate.files, stored.key, error)
    throw error
  }
}

export async function getImport(db: Db, id: number): Promise<ReferenceImport> {
  return present(await find(db, id))
}

/** Rows of the comparison with what each would change. */
export async function listImportRows(
  db: Db,
  id: number,
  query: PageQuery & { kind?: ImportRowKind | undefined },
): Promise<Page<ImportRow>> {
  refuseDeepPage(query)
  const { dictionaryId, counts } = await find(db, id)
  const { code, attributes } = await getDictionary(db, dictionaryId)
  const pairs = await repo.listRows(db, id, code, query.kind, query)
  const rows = pairs.map(({ row, kind, code: itemCode, errors, before, after }) => ({
    row,
    kind,
    code: itemCode,
    name: after.name,
    errors,
    changes:
      before !== null && (kind === 'changed' || kind === 'deactivated')
        ? differences(before, after, attributes)
        : [],
  }))
  const total =
    query.kind === undefined
      ? Object.values(counts).reduce((sum, count) => sum + count, 0)
      : counts[query.kind]
  return toPage(rows, total, query)
}

/** Starts the application of a comparison without errors. */
export async function applyImport(context: Context, id: number, clock: BankClock): Promise<BackgroundTask> {
  const { db, actor } = context
  const record = await repo.lockImport(db, id)
  if (record === undefined) throw noImport()
  const title = await checkMayImport(context, record.dictionaryId, clock)
  if (record.state !== 'READY')
    throw conflict(
      record.state === 'APPLIED'
        ? 'Эта загрузка уже применена'
        : 'Загрузка не готова: дождитесь окончания проверки',
    )
  const { new: added, changed, deactivated, error } = record.counts
  if (error > 0)
    throw conflict(`В файле есть строки с ошибками: ${error}. Исправьте их и загрузите файл заново`)
  if (added + changed + deactivated === 0) throw conflict('Файл ничего не меняет')
  const task = await startTask(db, actor, {
    work: applyWorkName,
    kind: 'work',
    title: `Загрузка справочника «${title}»`,
    total: added + changed + deactivated,
    input: { importId: id },
  })
  await repo.updateImport(db, id, { state: 'APPLYING', taskId: task.id })
  return task
}
