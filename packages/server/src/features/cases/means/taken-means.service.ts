import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { withTakenIncomes } from '@ipoteka-office/contract/cases/taken-means.ts'
import type { Db } from '#db/database.ts'
import { findTakenIncomes } from './case-means.repo.ts'

type Data = Pick<QuestionnaireData, 'sections' | 'participants'>

/** Questionnaires as the bank counts them: what underwriters have taken stands in place of the agents' words. */
export async function casesAsTaken<Q extends Data>(
  db: Db,
  cases: ReadonlyMap<number, Q>,
): Promise<Map<number, Q>> {
  const incomes = await findTakenIncomes(db, [...cases.keys()])
  return new Map([...cases].map(([id, data]) => [id, withTakenIncomes(data, incomes)]))
}

/** Reads what has been taken in a case once; answers any of its questionnaires as the bank counts them. */
export async function takenReader(db: Db, caseId: number): Promise<<Q extends Data>(data: Q) => Q> {
  const incomes = await findTakenIncomes(db, [caseId])
  return (data) => withTakenIncomes(data, incomes)
}

/** The same of one questionnaire. */
export async function asTaken<Q extends Data>(db: Db, caseId: number, data: Q): Promise<Q> {
  return (await takenReader(db, caseId))(data)
}
