import type { ChangeRequestCalls } from '@ipoteka-office/contract/change-requests/change-requests.ts'
import {
  individualLoanRateRequests,
  individualRateRequests,
} from '@ipoteka-office/contract/products/pricing/individual-rate.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { keyOf, queryClient } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { PageHead } from '#ui/page-head.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { RequestsList } from '#widgets/change-requests/requests-list.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'

export const Route = createFileRoute('/individual-rates')({
  validateSearch: ({
    of,
    status,
    page,
  }: Record<string, unknown>): { of?: string; status?: string; page?: number } => ({
    ...(of === 'loan' && { of }),
    ...(typeof status === 'string' && { status }),
    ...(/^[1-9]\d{0,5}$/.test(String(page)) && { page: Number(page) }),
  }),
  component: IndividualRatesPage,
})

const lendings: readonly (readonly [key: string, label: string, calls: ChangeRequestCalls])[] = [
  ['mortgage', 'Ипотека', individualRateRequests],
  ['loan', 'Потребительские кредиты', individualLoanRateRequests],
]

/** Rates of single clients: what waits for a second person, and what has been decided. */
function IndividualRatesPage() {
  usePagePlace('Продукты', 'Индивидуальные ставки')
  const { of, status = '', page = 1 } = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const rights = useRights()
  const mine = lendings.filter(([, , calls]) => rights.mayCall(calls.list))
  const [first] = mine
  if (first === undefined) return <Forbidden />
  const [key, , calls] = mine.find(([one]) => one === of) ?? first
  return (
    <>
      <PageHead title="Индивидуальные ставки" />
      <TabsWithCounts
        label="Вид кредита"
        tabs={mine.map(([one, label]) => ({ key: one, label }))}
        value={key}
        onChange={(next) => void go({ search: next === 'loan' ? { of: next } : {} })}
      />
      <RequestsList
        key={key}
        calls={calls}
        emptyText="Запрос появляется, когда в заявке просят ставку, которой нет у продукта."
        state={{ status, page }}
        // Another state begins with its first page.
        onChange={(change) => void go({ search: { ...(of !== undefined && { of }), status, ...change } })}
        onDecided={() => queryClient.invalidateQueries({ queryKey: keyOf(calls.list) })}
      />
    </>
  )
}
