import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { Bank } from './bank.ts'

/** Journeys that change what a demo application is decided by: each begins with cases of its own, and a check that is asked again changes what registers say. */
const journeys = ['income', 'comparison', 'checks'] as const

/** Demo mortgages at the underwriter; those first that no other journey changes. */
export async function underwrittenCases(bank: Bank, journey: (typeof journeys)[number]): Promise<number[]> {
  const body = { tab: 'ALL', caseType: 'FULL_APPLICATION', stages: ['UNDERWRITING'], size: 100 }
  const { content } = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', body, 'underwriter')
  const place = journeys.indexOf(journey)
  const distance = (id: number) => (id + journeys.length - place) % journeys.length
  return content.map(({ caseId }) => caseId).toSorted((one, other) => distance(one) - distance(other))
}
