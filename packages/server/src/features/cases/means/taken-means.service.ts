import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { withTakenIncomes } from '@ipoteka-office/contract/cases/taken-means.ts'
import type { Db } from '#db/database.ts'
import {
  type LedgerFacts,
  readLedgerFacts,
  withLedgers,
} from '#features/underwriting/form/obligations/ledger-facts.service.ts'
import { findTakenIncomes } from './case-means.repo.ts'

type Data = Pick<QuestionnaireData, 'sections' | 'participants'>

/** What the bank has taken in cases in place of the agents' words. */
interface Taken {
  readonly incomes: ReadonlyMap<number, string>
  readonly ledgers: LedgerFacts
}

/** Incomes a month that underwriters have taken in a case, by participant. */
export const incomesTaken = (db: Db, caseId: number): Promise<ReadonlyMap<number, string>> =>
  findTakenIncomes(db, [caseId])

const readTaken = async (db: Db, caseIds: readonly number[]): Promise<Taken> => ({
  incomes: await findTakenIncomes(db, caseIds),
  ledgers: await readLedgerFacts(db, caseIds),
})

const counted = <Q extends Data>(data: Q, { incomes, ledgers }: Taken): Q =>
  withLedgers(withTakenIncomes(data, incomes), ledgers)

/**
 * Questionnaires as the bank counts them: the incomes that underwriters have taken and the ledgers of obligations stand in
 * place of the agents' words. Every ПДН by which the bank decides asks here.
 */
export async function casesAsTaken<Q extends Data>(
  db: Db,
  cases: ReadonlyMap<number, Q>,
): Promise<Map<number, Q>> {
  const taken = await readTaken(db, [...cases.keys()])
  return new Map([...cases].map(([id, data]) => [id, counted(data, taken)]))
}

/** Reads what has been taken in a case once; answers any of its questionnaires as the bank counts them. */
export async function takenReader(db: Db, caseId: number): Promise<<Q extends Data>(data: Q) => Q> {
  const taken = await readTaken(db, [caseId])
  return (data) => counted(data, taken)
}

/** The same of one questionnaire. */
export async function asTaken<Q extends Data>(db: Db, caseId: number, data: Q): Promise<Q> {
  return (await takenReader(db, caseId))(data)
}
