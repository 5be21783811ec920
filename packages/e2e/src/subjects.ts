import type { SubjectSheet } from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import type { Bank } from '#bank.ts'
import type { DemoLogin } from '#sign-in.ts'

/** Says yes to everybody who owes in an application and to its object, by whoever decides on it. */
export async function decideSubjects(bank: Bank, caseId: number, as: DemoLogin): Promise<void> {
  const path = `/underwriting/${caseId}/subjects`
  const { subjects } = await bank.call<SubjectSheet>('GET', path, undefined, as)
  const decisions = subjects.flatMap(({ kind, id, seen, lack }) =>
    lack === null ? [] : [{ subject: { kind, id }, seen, code: 'POSITIVE' }],
  )
  if (decisions.length > 0) await bank.call('POST', path, { decisions }, as)
}
