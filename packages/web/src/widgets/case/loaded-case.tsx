import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ReactNode } from 'react'
import { statusOf } from '#api/failure.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { FailureBlock } from '../failure-block.tsx'
import { useCaseHead } from './case-data.ts'

/** Reads the head of the case in the address and shows the page with it; a case of another type is not found. */
export function LoadedCase({
  id,
  type,
  children,
}: {
  /** As the address has it. */
  id: string
  type?: CaseType
  children: (head: CaseHead) => ReactNode
}) {
  const caseId = IdParam.safeParse(id).data
  return caseId === undefined ? (
    <NotFound />
  ) : (
    <Loaded key={caseId} caseId={caseId} type={type}>
      {children}
    </Loaded>
  )
}

function Loaded({
  caseId,
  type,
  children,
}: {
  caseId: number
  type: CaseType | undefined
  children: (head: CaseHead) => ReactNode
}) {
  const answer = useCaseHead(caseId)
  if (answer.data)
    return type === undefined || answer.data.type === type ? children(answer.data) : <NotFound />
  if (answer.isPending) return <PageSkeleton kind="form" />
  if (statusOf(answer.error) === 404) return <NotFound />
  return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
}
