import {
  type BlacklistHit,
  type HitVerdict,
  hitVerdicts,
} from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { hasWritten } from '#features/cases/engine/own-work.service.ts'
import { answerTasks } from '#features/cases/engine/tasks/beside.service.ts'
import { refreshBlacklistAnswers } from '#features/full-applications/blacklist-answers.service.ts'
import { ApiError, conflict, forbidden, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { masked, seesPersonalData } from '#lib/masking.ts'
import { findCaseHits, type HitRow, insertVerdict } from './hits.repo.ts'
import { refusalToDeny } from './hits.rules.ts'
import { effectOf } from './match-person.rules.ts'

/** Whoever decides on the case at one of its stages says whether it is the same person. */
const deciders = ['Check', 'Underwrite', 'Verify', 'InvestigateFraud', 'ControlDecision', 'DecideInCommittee']

/** Nobody outside the bank learns that somebody is listed, or that the lists were asked. */
function refuseOutsiders(actor: Actor): void {
  if (!actor.isAhml) throw forbidden('Чёрные списки видят только сотрудники банка')
}

function refusalToDecide(actor: Actor, row: CaseRow): string | null {
  if (row.closed || row.archivedAt !== null) return 'Дело закрыто'
  return deciders.some((operation) => holds(actor, row.type, operation))
    ? null
    : 'Вердикт даёт тот, кто принимает решение по заявке'
}

const ownWork =
  'Вы открыли эту заявку или заполняли её анкету: что это другой человек, подтверждает другой сотрудник'

/** Why the person does not say of any hit of the case that it is somebody else; null where nothing of theirs forbids it. */
const ownReason = async ({ db, actor }: Context, caseId: number): Promise<string | null> =>
  (await hasWritten(db, caseId, actor.employeeId)) ? ownWork : null

interface Refusals {
  readonly refusal: string | null
  readonly own: string | null
}

function toHit(row: HitRow, { refusal, own }: Refusals): BlacklistHit {
  const { id, participantId, participantName, code, entry, exact, score, agreed, against, foundAt } = row
  return {
    id,
    participantId,
    participantName,
    code,
    entry,
    exact,
    score,
    agreed,
    against,
    foundAt,
    effect: effectOf(row, row.actingLevel),
    ...row.compared,
    verdict: row.verdict !== null && row.said !== null ? { verdict: row.verdict, ...row.said } : null,
    refusal,
    refusalToDeny: refusal ?? refusalToDeny(row) ?? own,
  }
}

async function present(context: Context, row: CaseRow): Promise<BlacklistHit[]> {
  const { db, actor } = context
  const rows = await findCaseHits(db, row.id)
  if (rows.length > 0 && seesPersonalData(actor))
    await recordUnmasking(
      context,
      { type: caseTypes[row.type].object, id: row.id },
      { persons: rows.length, what: 'Совпадения с чёрными списками' },
    )
  const refusals = {
    refusal: refusalToDecide(actor, row),
    own: rows.length > 0 ? await ownReason(context, row.id) : null,
  }
  return masked(
    actor,
    rows.map((hit) => toHit(hit, refusals)),
  )
}

/** Hits of a case as the person may see them. */
export async function listHits(context: Context, caseId: number): Promise<BlacklistHit[]> {
  const { db, actor } = context
  const row = await requireCase(db, actor, caseId, 'Read')
  refuseOutsiders(actor)
  return present(context, row)
}

/** Keeps what the person says of a hit; the checks of the case say it at once. */
export async function decide(
  clock: BankClock,
  context: Context,
  { id, hitId }: { readonly id: number; readonly hitId: number },
  { foundAt, ...said }: { readonly verdict: HitVerdict; readonly comment: string; readonly foundAt: string },
): Promise<BlacklistHit[]> {
  const { db, actor } = context
  const row = await requireCase(db, actor, id, 'Read', 'update')
  refuseOutsiders(actor)
  const refusal = refusalToDecide(actor, row)
  if (refusal !== null) throw row.closed || row.archivedAt !== null ? conflict(refusal) : forbidden(refusal)
  const hit = (await findCaseHits(db, id)).find((one) => one.id === hitId)
  if (hit === undefined) throw notFound('Совпадения больше нет: обновите страницу')
  if (Date.parse(hit.foundAt) !== Date.parse(foundAt))
    throw new ApiError(
      409,
      'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE',
      'Запись списка или анкета изменились, пока вы сравнивали: сравните заново',
      { current: await present(context, row) },
    )
  const denial = said.verdict === 'NO_MATCH' ? (refusalToDeny(hit) ?? (await ownReason(context, id))) : null
  if (denial !== null) throw conflict(denial)
  await insertVerdict(db, hit, { ...said, by: actor.employeeId, at: clock.now() })
  if (said.verdict !== 'CHECK' && hit.taskId !== null)
    await answerTasks({ clock }, db, [hit.taskId], {
      actorId: actor.employeeId,
      outcome: hitVerdicts[said.verdict],
      comment: said.comment,
    })
  await refreshBlacklistAnswers(db, id)
  return present(context, row)
}
