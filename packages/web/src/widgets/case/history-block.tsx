import { caseVersionsPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { type CaseHead, listCaseHistory } from '@ipoteka-office/contract/cases/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { FailureBlock } from '../failure-block.tsx'
import { HrefLink } from '../href-link.tsx'
import { HistoryTimeline } from '../history/history-timeline.tsx'
import styles from './talk/case-talk.module.css'
import { useCaseRefresh } from './case-data.ts'

const CaseHistoryDialog = onDemand(async () => (await import('./case-history-dialog.tsx')).CaseHistoryDialog)

/** «История» of a case: the latest changes, all of them in a dialog, two versions side by side on a page. */
export function HistoryBlock({ head, parts }: { head: CaseHead; parts: readonly string[] }) {
  const [all, setAll] = useState(false)
  const answer = useQuery(query(listCaseHistory, { params: { id: String(head.id) }, body: { size: 3 } }))
  useCaseRefresh(head.id, ['head', 'participants', ...parts], () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonLine width={70} />
  return (
    <>
      {answer.data.totalElements === 0 ? (
        <p className="muted">Данные ещё не менялись</p>
      ) : (
        <HistoryTimeline entries={answer.data.content} />
      )}
      <p className={styles.links}>
        <Button look="link" onClick={() => setAll(true)}>
          Вся история
        </Button>
        <HrefLink href={caseVersionsPath(head.id)}>Сравнить версии</HrefLink>
      </p>
      {all && <CaseHistoryDialog head={head} onClose={() => setAll(false)} />}
    </>
  )
}
