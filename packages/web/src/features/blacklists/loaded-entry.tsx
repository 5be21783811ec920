import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { type BlacklistEntry, getBlacklistEntry } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { useRecordRefresh } from '#widgets/live-refresh.ts'

/** An entry by its address: read, followed, and shown by the page. */
export function LoadedEntry({
  kind,
  id,
  children,
}: {
  kind: BlacklistKind
  id: string
  children: (entry: BlacklistEntry) => ReactNode
}) {
  const allowed = useRights().mayCall(getBlacklistEntry, { kind })
  const isId = IdParam.safeParse(id).success
  const answer = useQuery({
    ...query(getBlacklistEntry, { params: { kind, id } }),
    enabled: allowed && isId,
    gcTime: 0,
  })
  useRecordRefresh(topics.blacklistEntry(Number(id)), answer, () => void answer.refetch())
  if (!isId) return <NotFound />
  if (!allowed) return <Forbidden />
  if (answer.data) return children(answer.data)
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return <PageSkeleton kind="form" />
}
