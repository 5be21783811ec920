import type { AssignmentCause } from '@ipoteka-office/contract/assignment-rules/assignment-reasons.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { type Alarm, findHead, findKeepers, insertAssignment, wasToldSince } from './assignments.repo.ts'
import type { Asked } from './asked.ts'
import type { Chosen } from './asked.ts'

const minuteMs = 60_000
/** Those who keep the rules are told once in so long of a list: one word is enough to look. */
const quietMs = 60 * minuteMs

/** What a person reads in the history of those who led the case: people of partners read it too, and it names no rule. */
export const byRulesComment = 'По правилам назначения'

/** Who is told that nobody gets a case: those whom the rules name, else whoever keeps the rules. */
async function toldOf(db: Db, { errorTarget, scope }: Chosen, now: Date): Promise<number[]> {
  if (errorTarget === null)
    return (await wasToldSince(db, scope, new Date(now.getTime() - quietMs))) ? [] : findKeepers(db)
  const { workgroupId, alertHead, alertIds } = errorTarget
  const head = alertHead && workgroupId !== null ? await findHead(db, workgroupId) : null
  return [...new Set([...(head === null ? [] : [head]), ...alertIds])]
}

const alarmOf = ({ errorTarget }: Chosen, now: Date): Alarm | null => {
  const { escalateMinutes = null, escalateToId = null } = errorTarget ?? {}
  return escalateMinutes === null || escalateToId === null
    ? null
    : { at: new Date(now.getTime() + escalateMinutes * minuteMs), to: escalateToId }
}

/** Keeps why a case was given to whom; one without takers is told of and is looked at again when its time comes. */
export async function keepAssignment(
  db: Db,
  { caseId, number, type }: { readonly caseId: number; readonly number: string } & Pick<Asked, 'type'>,
  chosen: Chosen,
  { clock, cause }: { readonly clock: BankClock; readonly cause: AssignmentCause },
): Promise<void> {
  const at = clock.now()
  const isNobody = chosen.outcome === 'NOBODY'
  const told = isNobody ? await toldOf(db, chosen, at) : []
  await insertAssignment(db, caseId, chosen, { cause, at, alarm: isNobody ? alarmOf(chosen, at) : null })
  for (const id of told)
    await notify(db, id, {
      kind: 'event',
      text: `${caseTypes[type].word} ${number}: отдать некому — ${chosen.reason}. Назначьте ответственного`,
      link: casePath(type, caseId),
    })
}
