import { ApproverType, getApprover } from '@ipoteka-office/contract/approvers/approvers.ts'
import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { describeFailure } from '#api/failure.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { ErrorBlock } from '#ui/error-block.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import { ApproverEditor } from './approver-editor.tsx'

export const Route = createFileRoute('/workload-employee/$type/$approverId')({ component: ApproverEditPage })

function ApproverEditPage() {
  const params = Route.useParams()
  const type = ApproverType.safeParse(params.type).data
  const id = IdParam.safeParse(params.approverId).data
  const rights = useRights()
  if (!type || id === undefined) return <NotFound />
  if (!rights.mayCall(getApprover, { type })) return <Forbidden />
  return <LoadedApprover key={`${type}/${id}`} type={type} id={id} />
}

function LoadedApprover({ type, id }: { type: ApproverType; id: number }) {
  const answer = useQuery({
    ...query(getApprover, { params: { type, id: String(id) } }),
    // Leaving the screen clears the loaded approver (specification 1 §4).
    gcTime: 0,
  })
  if (answer.isPending) return <PageSkeleton kind="form" />
  if (!answer.data) {
    const { requestId } = describeFailure(answer.error)
    return (
      <ErrorBlock
        title="Ошибка"
        error={{ message: 'Что-то пошло не так', ...(requestId !== null && { requestId }) }}
        onRetry={() => void answer.refetch()}
      />
    )
  }
  return <ApproverEditor type={type} approver={answer.data} onRefresh={() => void answer.refetch()} />
}
