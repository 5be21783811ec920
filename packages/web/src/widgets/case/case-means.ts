import { type CaseMeans, getCaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { useCaseRefresh } from './case-data.ts'

/** What of a case its ПДН and К/З follow from. */
const sources = [
  ...['CREDIT', 'LOAN', 'INCOME', 'OBLIGATIONS'].map((section) => `section:${section}`),
  'participants',
  'worksheet',
  'realty',
]

/** ПДН and К/З of a case as the server computes them, kept fresh while the page is open. */
export function useCaseMeans(caseId: number): UseQueryResult<CaseMeans> {
  const answer = useQuery(query(getCaseMeans, { params: { id: String(caseId) } }))
  useCaseRefresh(caseId, sources, () => void answer.refetch())
  return answer
}
