import { rateRequests } from '@ipoteka-office/contract/rate-limits/limits.ts'
import { useState } from 'react'
import { useRights } from '#api/rights.ts'
import { RequestsList } from '#widgets/change-requests/requests-list.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import { refreshRates } from './refresh-rates.ts'

/** The tab «Запросы на изменение»: limits and caps that wait for a second person. */
export function Requests() {
  const [state, setState] = useState({ status: 'PENDING', page: 1 })
  if (!useRights().mayCall(rateRequests.list)) return <Forbidden />
  return (
    <RequestsList
      calls={rateRequests}
      emptyText="Запрос появляется, когда кто-то вносит пределы ПСК или потолок ставки."
      state={state}
      onChange={(change) => setState((now) => ({ ...now, page: 1, ...change }))}
      onDecided={refreshRates}
    />
  )
}
