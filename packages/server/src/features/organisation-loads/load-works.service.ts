import { lowered } from '@ipoteka-office/contract/words.ts'
import type {
  OrganisationLoad,
  OrganisationRowKind,
} from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import { organisationRowKinds } from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/database.ts'
import { inSavepoint, writeTransaction } from '#db/transaction.ts'
import type { TaskRun, TaskWork } from '#features/notifications/run-task.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { ApiError, conflict, forbidden, notFound } from '#http/errors.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'
import { applyEmployee } from './apply-employee.service.ts'
import { applyPartner } from './apply-partner.service.ts'
import type { RowContext } from './apply-row.ts'
import { headingOf, headsFirst, keyOfRow } from './load-file.rules.ts'
import {
  type FileRow,
  findFileRows,
  findLoad,
  forgetCells,
  type Outcome,
  type StoredLoad,
  updateLoad,
  writeOutcomes,
} from './loads.repo.ts'

/** Names of the background works: the comparison and the application. */
export const organisationCheckName = 'organisation-load-check'
export const organisationApplyName = 'organisation-load-apply'

/** What rows are applied with. */
export interface LoadWorkParts {
  readonly bank: BankFigures
  readonly identity: IdentityAdmin | null
  readonly log: FastifyBaseLogger
}

const loadIdOf = (input: unknown) => (input as { loadId: number }).loadId
const pageOf = (id: number) => `/organisation-loads/${id}`

const objects = { PARTNERS: 'Partner', EMPLOYEES: 'PartnerEmployee' } as const

async function find({ db, actor }: Pick<TaskRun, 'db' | 'actor'>, id: number, how = {}): Promise<StoredLoad> {
  const load = await findLoad(db, actor.employeeId, id, how)
  if (load === undefined) throw notFound('Загрузка удалена')
  if (!hasAllOperations(actor.operations, { [objects[load.what]]: ['Read', 'Create', 'Update'] }))
    throw forbidden('Право на загрузку отозвано')
  return load
}

/** Says in the load why it ended, beside the task itself. */
async function failing<T>(db: Db, id: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) await updateLoad(db, id, { state: 'FAILED', reason: error.message })
    throw error
  }
}

/** «новые: 120, без изменений: 30». */
export const countsText = (counts: OrganisationLoad['counts']): string =>
  (Object.keys(organisationRowKinds) as OrganisationRowKind[])
    .flatMap((kind) => {
      const count = counts[kind] ?? 0
      return count === 0 ? [] : [`${lowered(organisationRowKinds[kind])}: ${count}`]
    })
    .join(', ')

/** Why a row was refused, in the words of the form under the headings of the file; other errors are thrown on. */
function wordsOf(what: StoredLoad['what'], error: unknown): string[] {
  if (!(error instanceof ApiError)) throw error
  const { fields = [] } = error.details
  return fields.length === 0
    ? [error.message]
    : fields.map(({ path, message }) => `${headingOf(what, path)}: ${message}`)
}

const inOrder = ({ what }: StoredLoad, rows: readonly FileRow[]) =>
  what === 'PARTNERS' ? headsFirst(rows) : [...rows]

const contextOf = (
  tx: Db,
  { bank, identity, log }: LoadWorkParts,
  { actor }: TaskRun,
  requestId: string,
): RowContext => ({ db: tx, actor, log, requestId, bank, identity })

/** Everything that was tried is taken back. */
class TriedOut extends Error {}

/**
 * Tries the rows out: each is applied as it will be, by the rules and the rights of the forms, in a transaction that is
 * then given up. So the comparison cannot differ from the application.
 */
async function tryOut(parts: LoadWorkParts, run: TaskRun, load: StoredLoad): Promise<Outcome[]> {
  const { db, actor, signal, progress } = run
  const outcomes: Outcome[] = []
  const rows = inOrder(load, await findFileRows(db, load.id))
  const seen = new Map<string, number>()
  const apply = load.what === 'PARTNERS' ? applyPartner : applyEmployee
  const requestId = `organisation-load-${load.id}`
  try {
    await writeTransaction(db, { employeeId: actor.employeeId, requestId }, async (tx) => {
      outcomes.length = 0
      seen.clear()
      const context = contextOf(tx, parts, run, requestId)
      for (const { n, line, cells } of rows) {
        signal.throwIfAborted()
        const key = keyOfRow(load.what, cells)
        const first = seen.get(key)
        seen.set(key, first ?? line)
        if (first !== undefined) {
          outcomes.push({ n, kind: 'error', notes: [`То же, что в строке ${first}`], objectId: null })
          continue
        }
        outcomes.push(
          await inSavepoint<Outcome>(
            tx,
            async () => {
              const { kind, notes, objectId } = await apply(context, cells)
              // What is new has no number before it is applied.
              return { n, kind, notes, objectId: kind === 'new' ? null : objectId }
            },
            (error) => ({ n, kind: 'error', notes: wordsOf(load.what, error), objectId: null }),
          ),
        )
        progress(outcomes.length, rows.length)
      }
      throw new TriedOut()
    })
  } catch (error) {
    if (!(error instanceof TriedOut)) throw error
  }
  return outcomes
}

const countsOf = (outcomes: readonly Outcome[]): OrganisationLoad['counts'] =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, ({ kind }) => kind)].map(([kind, list]) => [kind, list.length]),
  )

/** Compares the rows with what the bank has; changes nothing but the load itself. */
export const organisationCheckWork =
  (parts: LoadWorkParts): TaskWork =>
  async (run) => {
    const { db, input } = run
    const id = loadIdOf(input)
    return failing(db, id, async () => {
      const outcomes = await tryOut(parts, run, await find(run, id))
      const counts = countsOf(outcomes)
      await writeOutcomes(db, id, outcomes)
      await updateLoad(db, id, { state: 'READY', counts })
      return { text: countsText(counts), link: pageOf(id) }
    })
  }

/** Applies all rows or none, by the rules and the rights of now; accounts are made by their own jobs after the commit. */
export const organisationApplyWork =
  (parts: LoadWorkParts): TaskWork =>
  async (run) => {
    const { db, actor, input, signal, progress } = run
    const id = loadIdOf(input)
    const requestId = `organisation-load-${id}`
    return failing(db, id, async () => {
      const text = await writeTransaction(db, { employeeId: actor.employeeId, requestId }, async (tx) => {
        const load = await find({ db: tx, actor }, id, { lock: true })
        if (load.state === 'APPLIED') return countsText(load.counts)
        if (load.state !== 'APPLYING') throw conflict('Файл не готов к загрузке')
        const context = contextOf(tx, parts, run, requestId)
        const apply = load.what === 'PARTNERS' ? applyPartner : applyEmployee
        const rows = inOrder(load, await findFileRows(tx, id))
        const outcomes: Outcome[] = []
        for (const { n, line, cells } of rows) {
          signal.throwIfAborted()
          const applied = await apply(context, cells).catch((error: unknown) => {
            throw conflict(`Строка ${line}: ${wordsOf(load.what, error).join('; ')}. Не загружено ничего`)
          })
          outcomes.push({ n, ...applied })
          progress(outcomes.length, rows.length)
        }
        const counts = countsOf(outcomes)
        await writeOutcomes(tx, id, outcomes)
        await forgetCells(tx, id)
        await updateLoad(tx, id, { state: 'APPLIED', counts, appliedAt: parts.bank.clock.now() })
        return countsText(counts)
      })
      return { text, link: pageOf(id) }
    })
  }
