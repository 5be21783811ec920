import type { CaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { Db } from '#db/database.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import type { Context } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { findObjectWorths } from './case-means.repo.ts'
import { meansOf } from './case-means.rules.ts'

/** ПДН and К/З of a case whose questionnaire has been read. */
export async function meansOfCase(
  db: Db,
  clock: BankClock,
  caseId: number,
  data: Pick<QuestionnaireData, 'sections' | 'participants'>,
): Promise<CaseMeans> {
  const day = { today: bankDay(clock), isWorking: await loadCalendar(db) }
  return meansOf(data, await findObjectWorths(db, [caseId]), day)
}

/** The same of many cases by their ids: one reading, however many they are. */
export async function meansOfCases(
  db: Db,
  clock: BankClock,
  cases: ReadonlyMap<number, Pick<QuestionnaireData, 'sections' | 'participants'>>,
): Promise<Map<number, CaseMeans>> {
  const day = { today: bankDay(clock), isWorking: await loadCalendar(db) }
  const worths = Map.groupBy(await findObjectWorths(db, [...cases.keys()]), (worth) => worth.caseId)
  return new Map([...cases].map(([id, data]) => [id, meansOf(data, worths.get(id) ?? [], day)]))
}

/** The same for whoever may read the case. */
export async function caseMeans(
  { db, actor }: Context,
  clock: BankClock,
  caseId: number,
): Promise<CaseMeans> {
  const { type } = await requireCase(db, actor, caseId, 'Read')
  return meansOfCase(db, clock, caseId, await readQuestionnaire(db, caseId, type))
}
