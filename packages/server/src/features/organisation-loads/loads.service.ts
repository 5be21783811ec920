import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import {
  type issueWays,
  type IssuedAccess,
  issuedAtOnce,
  type LoadSubject,
  loadSubjects,
  maxOrganisationBytes,
  maxOrganisationRows,
  type OrganisationLoad,
  type OrganisationRow,
  type OrganisationRowKind,
} from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import { writeTransaction } from '#db/transaction.ts'
import { issuePassword, sendLetter } from '#features/employees/employee-account.service.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { readSmallSheet } from '#files/read-sheet.ts'
import { type FileGate, wrongFile } from '#files/receive.ts'
import { ApiError, conflict, notFound } from '#http/errors.ts'
import type { Context, IncomingFile } from '#http/route.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { readCells, readColumns, titleOfRow } from './load-file.rules.ts'
import { organisationApplyName, organisationCheckName } from './load-works.service.ts'
import * as repo from './loads.repo.ts'

/** What loads need beside the database. */
export interface LoadParts {
  readonly gate: FileGate
  readonly bank: BankFigures
  readonly identity: IdentityAdmin | null
}

const present =
  (identity: IdentityAdmin | null) =>
  (load: repo.StoredLoad): OrganisationLoad => ({ ...load, canSendLetter: identity?.canSendLetter ?? false })

async function find(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  id: number,
  how = {},
): Promise<repo.StoredLoad> {
  const load = await repo.findLoad(db, actor.employeeId, id, how)
  if (load === undefined) throw notFound('Загрузка не найдена')
  return load
}

async function readRows(gate: FileGate, file: IncomingFile, what: LoadSubject) {
  const sheet = await readSmallSheet(gate, file, {
    maxBytes: maxOrganisationBytes,
    maxRows: maxOrganisationRows + 1,
  })
  const [heading, ...rows] = sheet.rows
  if (heading === undefined || rows.length === 0) throw wrongFile('В файле нет строк')
  const read = readColumns(what, heading.cells)
  if ('error' in read) throw wrongFile(read.error)
  return {
    name: sheet.name,
    rows: rows.map(({ line, cells }, at) => {
      const own = readCells(read.columns, cells)
      return { n: at + 1, line, cells: own, title: titleOfRow(what, own) }
    }),
  }
}

/** Reads the file, which is not kept, and starts the comparison of its rows. */
export async function startLoad(
  { db, actor, requestId }: Context,
  { gate, bank, identity }: LoadParts,
  what: LoadSubject,
  file: IncomingFile,
): Promise<OrganisationLoad> {
  const { name, rows } = await readRows(gate, file, what)
  return writeTransaction(db, { employeeId: actor.employeeId, requestId }, async (tx) => {
    const id = await repo.insertLoad(tx, { what, fileName: name, by: actor.employeeId, at: bank.clock.now() })
    await repo.insertFileRows(tx, id, rows)
    const title = `Проверка файла «${loadSubjects[what]}»`
    const input = { loadId: id }
    const task = await startTask(tx, actor, {
      work: organisationCheckName,
      kind: 'work',
      title,
      total: rows.length,
      input,
    })
    await repo.updateLoad(tx, id, { taskId: task.id })
    return present(identity)(await find({ db: tx, actor }, id))
  })
}

export const getLoad = async (
  context: Context,
  id: number,
  { identity }: LoadParts,
): Promise<OrganisationLoad> => present(identity)(await find(context, id))

export async function listLoads(
  { db, actor }: Context,
  query: PageQuery,
  { identity }: LoadParts,
): Promise<Page<OrganisationLoad>> {
  refuseDeepPage(query)
  const { content, ...page } = await repo.findLoads(db, actor.employeeId, query)
  return { ...page, content: content.map(present(identity)) }
}

export async function listRows(
  context: Context,
  id: number,
  query: PageQuery & { readonly kind?: OrganisationRowKind | undefined },
): Promise<Page<OrganisationRow>> {
  refuseDeepPage(query)
  return repo.findRows(context.db, await find(context, id), query)
}

/** Starts the application of a file without mistakes. */
export async function applyLoad(
  context: Context,
  id: number,
  { identity }: LoadParts,
): Promise<OrganisationLoad> {
  const { db, actor } = context
  const { state, counts, what } = await find(context, id, { lock: true })
  if (state !== 'READY')
    throw conflict(
      state === 'APPLIED'
        ? 'Этот файл уже загружен'
        : 'Файл не готов: дождитесь конца проверки или загрузите заново',
    )
  if ((counts.error ?? 0) > 0)
    throw conflict(`В файле есть строки с ошибками: ${counts.error}. Исправьте их и загрузите файл заново`)
  if ((counts.new ?? 0) + (counts.changed ?? 0) === 0) throw conflict('Файл ничего не меняет')
  const total = (counts.new ?? 0) + (counts.changed ?? 0) + (counts.same ?? 0)
  const title = `Загрузка файла «${loadSubjects[what]}»`
  const task = await startTask(db, actor, {
    work: organisationApplyName,
    kind: 'work',
    title,
    total,
    input: { loadId: id },
  })
  await repo.updateLoad(db, id, { state: 'APPLYING', taskId: task.id })
  return present(identity)(await find(context, id))
}

type How = keyof typeof issueWays

async function issueOne(
  context: Context & { bank: BankFigures },
  identity: IdentityAdmin | null,
  how: How,
  { line, employeeId, fullName, login }: repo.ToIssue,
): Promise<IssuedAccess> {
  const told = { line, fullName, login, password: null, refusal: null }
  try {
    if (how === 'PASSWORD') return { ...told, ...(await issuePassword(context, employeeId, identity)) }
    await sendLetter(context, employeeId, identity)
    return told
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 503) throw error
    return { ...told, refusal: error.message }
  }
}

/**
 * Lets the next people of the load in: a password is told to whoever loaded the file, this once, and kept nowhere. A
 * refused one (the letter has nowhere to go, the account takes a second person) is let in from the card.
 */
export async function issueAccess(
  context: Context,
  id: number,
  how: How,
  { identity, bank }: LoadParts,
): Promise<{ issued: IssuedAccess[]; left: number }> {
  const { db } = context
  await find(context, id)
  const issued: IssuedAccess[] = []
  for (const row of await repo.findToIssue(db, id, issuedAtOnce)) {
    if (!(await repo.markIssued(db, id, row.n))) continue
    try {
      issued.push(await issueOne({ ...context, bank }, identity, how, row))
    } catch (error) {
      // The identity server is silent: those before are told, this one is asked for again.
      await repo.unmarkIssued(db, id, row.n)
      if (issued.length === 0) throw error
      break
    }
  }
  const { accounts } = await find(context, id)
  return { issued, left: accounts.toIssue }
}
