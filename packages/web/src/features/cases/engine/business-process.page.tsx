import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { getBusinessProcess } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { Tag } from '#ui/tag.tsx'
import { acceptHead, useCaseRefresh } from '#widgets/case/case-data.ts'
import { CasePage } from '#widgets/case/case-page.tsx'
import { LoadedCase } from '#widgets/case/loaded-case.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { ProcessDrawing } from '#widgets/process/process-drawing.tsx'
import { StateDetails } from '#widgets/process/state-details.tsx'
import styles from '#widgets/process/process.module.css'
import { ProcessEvents } from './process-details.tsx'

export const Route = createFileRoute('/business-process/$caseId')({ component: BusinessProcessPage })

function BusinessProcessPage() {
  const { caseId } = Route.useParams()
  return <LoadedCase id={caseId}>{(head) => <Process head={head} />}</LoadedCase>
}

const statuses = {
  ACTIVE: { tone: 'green', text: 'идёт' },
  CANCELLED: { tone: 'red', text: 'отменён' },
  FINISHED: { tone: 'neutral', text: 'завершён' },
} as const

/** The machine of a case's type with the case's place in it. */
function Process({ head }: { head: CaseHead }) {
  usePagePlace({ text: `№ ${head.number}`, href: casePath(head.type, head.id) }, 'Процесс')
  const [chosen, setChosen] = useState<string | null>(null)
  const answer = useQuery(query(getBusinessProcess, { params: { id: String(head.id) } }))
  useCaseRefresh(
    head.id,
    ['head'],
    () => void answer.refetch().then(({ data }) => data && acceptHead(data.head)),
  )
  const process = answer.data
  const state = chosen ?? head.stage
  return (
    <CasePage head={head} panel="folded">
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <PageSkeleton kind="form" />}
      {process && (
        <>
          <div className="card">
            <div className={styles.title}>
              <h2>{process.title}</h2>
              <Tag tone={statuses[process.status].tone}>{statuses[process.status].text}</Tag>
            </div>
            <ProcessDrawing process={process} present={head.stage} chosen={state} onChoose={setChosen} />
            <p className={`muted small ${styles.legend}`}>
              <span>зелёные линии и числа — путь дела</span>
              <span>пунктир — переходит система</span>
              <span>скруглённые — конечные состояния</span>
            </p>
          </div>
          <div className={styles.columns}>
            <StateDetails process={process} chosen={state} onChoose={setChosen} />
            <ProcessEvents process={process} />
          </div>
        </>
      )}
    </CasePage>
  )
}
