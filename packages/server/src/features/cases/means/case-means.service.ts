import type { CaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { Db } from '#db/database.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findObjectWorths } from './case-means.repo.ts'
import { type MeansDay, meansOf } from './case-means.rules.ts'

const meansDay = async (db: Db, bank: BankFigures): Promise<MeansDay> => ({
  today: bankDay(bank.clock),
  isWorking: await loadCalendar(db),
  figures: await figuresToday(bank),
})

/** ПДН and К/З of a case whose questionnaire has been read. */
export async function meansOfCase(
  db: Db,
  bank: BankFigures,
  caseId: number,
  data: Pick<QuestionnaireData, 'sections' | 'participants'>,
): Promise<CaseMeans> {
  const day = await meansDay(db, bank)
  return meansOf(data, await findObjectWorths(db, [caseId]), day)
}

/** The same of many cases by their ids: one reading, however many they are. */
export async function meansOfCases(
  db: Db,
  bank: BankFigures,
  cases: ReadonlyMap<number, Pick<QuestionnaireData, 'sections' | 'participants'>>,
): Promise<Map<number, CaseMeans>> {
  const day = await meansDay(db, bank)
  const worths = Map.groupBy(await findObjectWorths(db, [...cases.keys()]), (worth) => worth.caseId)
  return new Map([...cases].map(([id, data]) => [id, meansOf(data, worths.get(id) ?? [], day)]))
}

/** The same for whoever may read the case. */
export async function caseMeans(
  { db, actor }: Context,
  bank: BankFigures,
  caseId: number,
): Promise<CaseMeans> {
  const { type } = await requireCase(db, actor, caseId, 'Read')
  return meansOfCase(db, bank, caseId, await readQuestionnaire(db, caseId, type))
}
