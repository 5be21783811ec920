import { parameterRequests } from '@ipoteka-office/contract/parameters/parameters.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { PageHead } from '#ui/page-head.tsx'
import { TabsRow } from '#widgets/list/list-tabs.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { refreshParameters } from './refresh-parameters.ts'

const words = {
  list: 'Параметры',
  requests: 'Запросы на изменение',
  compare: 'Сравнение двух дат',
} as const
type ParametersTab = keyof typeof words

/** Pages of the area. */
const paths: Record<ParametersTab, string> = {
  list: '/parameters',
  requests: '/parameters/requests',
  compare: '/parameters/compare',
}

/** The tabs of the area, each a page of its own, with the count of requests that wait. */
export function useParametersTabs(value: ParametersTab) {
  const go = useNavigate()
  // The page of a list asks who may read it after its tabs have been made.
  const mayRead = useRights().mayCall(parameterRequests.list)
  useLiveRefresh(mayRead ? topics.parameters : null, () => void refreshParameters())
  const waiting = useQuery({
    ...query(parameterRequests.list, { query: { size: 1, status: 'PENDING' } }),
    enabled: mayRead,
  })
  return {
    label: 'Что показать',
    words,
    counts: { requests: waiting.data?.totalElements },
    value,
    onChange: (tab: ParametersTab) => void go({ to: paths[tab] }),
  }
}

/** Heading and tabs of the pages that are no list. */
export function ParametersHead({ tab }: { tab: ParametersTab }) {
  return (
    <>
      <PageHead title="Параметры" />
      <TabsRow {...useParametersTabs(tab)} />
    </>
  )
}
