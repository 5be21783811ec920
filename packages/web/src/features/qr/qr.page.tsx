import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { createQr, getQr } from '@ipoteka-office/contract/qr/qr.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { NewQr } from './new-qr.tsx'
import { QrCard } from './qr-card.tsx'

export const Route = createFileRoute('/qr/$qrId')({ component: QrPage })

function QrPage() {
  const { qrId } = Route.useParams()
  if (!useRights().mayCall(createQr)) return <Forbidden />
  if (qrId === 'new') return <NewQr />
  return IdParam.safeParse(qrId).success ? <LoadedQr key={qrId} id={qrId} /> : <NotFound />
}

function LoadedQr({ id }: { id: string }) {
  const answer = useQuery(query(getQr, { params: { id } }))
  if (answer.data) return <QrCard code={answer.data} />
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return <PageSkeleton kind="form" />
}
