import { parameterRequests } from '@ipoteka-office/contract/parameters/parameters.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { RequestsList } from '#widgets/change-requests/requests-list.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import { ParametersHead } from './parameters-tabs.tsx'
import { refreshParameters } from './refresh-parameters.ts'

export const Route = createFileRoute('/parameters/requests')({
  validateSearch: ({ status, page }: Record<string, unknown>): { status?: string; page?: number } => ({
    ...(typeof status === 'string' && { status }),
    ...(/^[1-9]\d{0,5}$/.test(String(page)) && { page: Number(page) }),
  }),
  component: RequestsPage,
})

function RequestsPage() {
  usePagePlace('Справочники', 'Параметры')
  const { status = '', page = 1 } = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  if (!useRights().mayCall(parameterRequests.list)) return <Forbidden />
  return (
    <>
      <ParametersHead tab="requests" />
      <RequestsList
        calls={parameterRequests}
        emptyText="Запрос появляется, когда кто-то просит новое значение параметра."
        state={{ status, page }}
        // Another state begins with its first page.
        onChange={(change) => void go({ search: { status, ...change } })}
        onDecided={refreshParameters}
      />
    </>
  )
}
