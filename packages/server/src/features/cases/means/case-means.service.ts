import type { CaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import type { ObjectWorth } from '@ipoteka-office/contract/cases/monthly-means.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { Db } from '#db/database.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findObjectWorths, findTakenWorths } from './case-means.repo.ts'
import { cheaper, cheaperObjects, type MeansDay, meansOf } from './case-means.rules.ts'
import { casesAsTaken, takenReader } from './taken-means.service.ts'

/** When a loan would be issued, and by what it is measured. */
export const meansDay = async (db: Db, bank: BankFigures): Promise<MeansDay> => ({
  today: bankDay(bank.clock),
  isWorking: await loadCalendar(db),
  figures: await figuresToday(bank),
})

/** What the mortgaged objects of a case are worth by what the bank has taken, as far as it is known. */
export const worthsOfCase = (db: Db, caseId: number) => findTakenWorths(db, [caseId])

type Data = Pick<QuestionnaireData, 'sections' | 'participants'>

/** ПДН and К/З of a case as its questionnaire has it: what people of partners see, and what papers are asked by. */
export async function writtenMeansOfCase(
  db: Db,
  bank: BankFigures,
  caseId: number,
  data: Data,
): Promise<CaseMeans> {
  const day = await meansDay(db, bank)
  return meansOf(data, await findObjectWorths(db, [caseId]), day)
}

/**
 * Answers ПДН and К/З of a case by what the bank has taken, for its questionnaire and for what it would be on other terms:
 * what is known is read once.
 */
export async function meansReader(
  db: Db,
  bank: BankFigures,
  caseId: number,
): Promise<(data: Data) => CaseMeans> {
  const day = await meansDay(db, bank)
  const objects = await findTakenWorths(db, [caseId])
  const taken = await takenReader(db, caseId)
  return (data) => meansOf(taken(data), objects, day)
}

/** ПДН and К/З of a case by what the bank has taken: by these it decides. */
export const meansOfCase = async (
  db: Db,
  bank: BankFigures,
  caseId: number,
  data: Data,
): Promise<CaseMeans> => (await meansReader(db, bank, caseId))(data)

/** К/З of a case if everything that secures it were worth so many percent less. */
export async function stressedShare(
  db: Db,
  bank: BankFigures,
  caseId: number,
  { data, percent }: { data: Data; percent: string },
): Promise<string | null> {
  const worths = await findTakenWorths(db, [caseId])
  return meansOf(cheaper(data, percent), cheaperObjects(worths, percent), await meansDay(db, bank))
    .loanToValue
}

/** К/З of a case if only these of its objects secured it. */
export async function shareWith(
  db: Db,
  bank: BankFigures,
  caseId: number,
  { data, isAmong }: { data: Data; isAmong: (objectId: number) => boolean },
): Promise<string | null> {
  const worths = (await findTakenWorths(db, [caseId])).filter(({ objectId }) => isAmong(objectId))
  return meansOf(data, worths, await meansDay(db, bank)).loanToValue
}

/** The same of many cases by their ids: one reading, however many they are. */
export const meansOfCases = async (
  db: Db,
  bank: BankFigures,
  cases: ReadonlyMap<number, Data>,
): Promise<Map<number, CaseMeans>> =>
  meansOfAll(
    await meansDay(db, bank),
    await casesAsTaken(db, cases),
    await findTakenWorths(db, [...cases.keys()]),
  )

/** As the questionnaires have it. */
export const writtenMeansOfCases = async (
  db: Db,
  bank: BankFigures,
  cases: ReadonlyMap<number, Data>,
): Promise<Map<number, CaseMeans>> =>
  meansOfAll(await meansDay(db, bank), cases, await findObjectWorths(db, [...cases.keys()]))

function meansOfAll(
  day: MeansDay,
  cases: ReadonlyMap<number, Data>,
  known: readonly (ObjectWorth & { readonly caseId: number })[],
): Map<number, CaseMeans> {
  const worths = Map.groupBy(known, ({ caseId }) => caseId)
  return new Map([...cases].map(([id, data]) => [id, meansOf(data, worths.get(id) ?? [], day)]))
}

/** The same for whoever may read the case. */
export async function caseMeans(
  { db, actor }: Context,
  bank: BankFigures,
  caseId: number,
): Promise<CaseMeans> {
  const { type } = await requireCase(db, actor, caseId, 'Read')
  const stored = await readQuestionnaire(db, caseId, type)
  // What the bank has taken of somebody's income is no partner's business.
  return actor.isAhml ? meansOfCase(db, bank, caseId, stored) : writtenMeansOfCase(db, bank, caseId, stored)
}
