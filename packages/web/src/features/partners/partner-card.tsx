import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { getPartner, type Partner } from '@ipoteka-office/contract/partners/partners.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { useRecordRefresh } from '#widgets/live-refresh.ts'
import { usePartnerRefresh } from './use-partner-refresh.ts'

function LoadedCard({ id, children }: { id: number; children: (partner: Partner) => ReactNode }) {
  const answer = useQuery(query(getPartner, { params: { partnerId: String(id) } }))
  useRecordRefresh(topics.partner(id), answer, usePartnerRefresh())
  if (answer.data) return children(answer.data)
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return <PageSkeleton kind="form" />
}

/** A partner's card by the id of the address: loaded, refreshed by itself, or why it is not shown. */
export function PartnerCard({
  partnerId,
  children,
}: {
  partnerId: string
  children: (partner: Partner) => ReactNode
}) {
  const rights = useRights()
  const id = IdParam.safeParse(partnerId).data
  if (id === undefined) return <NotFound />
  if (!rights.mayCall(getPartner)) return <Forbidden />
  return (
    <LoadedCard key={id} id={id}>
      {children}
    </LoadedCard>
  )
}
