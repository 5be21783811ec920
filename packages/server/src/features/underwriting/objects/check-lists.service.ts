import { isGiven } from '@ipoteka-office/contract/common/fields.ts'
import type { CheckListGoal } from '@ipoteka-office/contract/underwriting/objects/check-list.ts'
import type {
  CheckListContent,
  CheckListVersion,
} from '@ipoteka-office/contract/underwriting/objects/check-list-versions.ts'
import type { z } from 'zod'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { allowedActions, moveRecord } from '#features/machines/move-record.service.ts'
import { conflict, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { checkListKind } from './check-list-kind.ts'
import {
  type CheckListRow,
  findList,
  findLists,
  findListsInForce,
  insertDraft,
  writeDraft,
} from './check-lists.repo.ts'

const moverOf = ({ db, actor, requestId }: Context, clock: BankClock) => ({ db, actor, requestId, clock })

async function toVersion(
  context: Context,
  clock: BankClock,
  row: CheckListRow,
  /** Versions in force today, where they have been asked for already. */
  known?: ReadonlySet<number>,
): Promise<CheckListVersion> {
  const { db, actor } = context
  const acting = known ?? (await findListsInForce(db, bankDay(clock)))
  const mayKeep = actor.isAhml && (actor.operations.Underwriting?.includes('UpdateCheckLists') ?? false)
  return {
    ...row,
    inForce: acting.has(row.id),
    actions: await allowedActions(checkListKind, moverOf(context, clock), row),
    refusal:
      row.state !== 'DRAFT'
        ? 'Опубликованное не меняется: заведите новый черновик'
        : mayKeep
          ? null
          : 'Списки вопросов меняет сотрудник с этим правом',
  }
}

/** Every version of every goal. */
export async function checkLists(context: Context, clock: BankClock): Promise<CheckListVersion[]> {
  const versions: CheckListVersion[] = []
  const acting = await findListsInForce(context.db, bankDay(clock))
  for (const row of await findLists(context.db)) versions.push(await toVersion(context, clock, row, acting))
  return versions
}

async function versionOf(context: Context, clock: BankClock, id: number): Promise<CheckListVersion> {
  const row = await findList(context.db, id)
  if (row === undefined) throw notFound('Версии списка с таким номером нет')
  return toVersion(context, clock, row)
}

/** Begins the next version of a goal as a copy of the last. */
export async function beginDraft(
  context: Context,
  clock: BankClock,
  goal: CheckListGoal,
): Promise<CheckListVersion> {
  const id = await insertDraft(context.db, { goal, savedBy: context.actor.employeeId, at: clock.now() })
  if (id === undefined) throw conflict('Черновик этого списка уже есть: откройте его')
  return versionOf(context, clock, id)
}

/** The version held for a change, as the person has seen it. */
async function hold(
  context: Context,
  clock: BankClock,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<CheckListRow> {
  const row = await findList(context.db, id, { lock: true })
  if (row === undefined) throw notFound('Версии списка с таким номером нет')
  if (row.version !== version)
    throw stale(
      await toVersion(context, clock, row),
      await findLastChangeOf(context.db, { objectType: 'checkList', objectId: id }),
    )
  return row
}

const tidied = (content: z.output<typeof CheckListContent>): object =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => isGiven(value)))

export async function saveDraft(
  context: Context,
  clock: BankClock,
  {
    id,
    version,
    content,
    validFrom,
  }: {
    readonly id: number
    readonly version: number
    readonly content: z.output<typeof CheckListContent>
    readonly validFrom: string | null
  },
): Promise<CheckListVersion> {
  const row = await hold(context, clock, { id, version })
  if (row.state !== 'DRAFT') throw conflict('Опубликованное не меняется: заведите новый черновик')
  const savedBy = context.actor.employeeId
  await writeDraft(context.db, id, { content: tidied(content), validFrom, savedBy, at: clock.now() })
  return versionOf(context, clock, id)
}

/** Publishes, gives up or takes back a version. */
export async function moveVersion(
  context: Context,
  clock: BankClock,
  {
    id,
    version,
    action,
    comment,
  }: { readonly id: number; readonly version: number; readonly action: string; readonly comment: string },
): Promise<CheckListVersion> {
  const row = await hold(context, clock, { id, version })
  await moveRecord(checkListKind, moverOf(context, clock), row, { action, comment })
  return versionOf(context, clock, id)
}
