import { type ApproverType, listApproverHistory } from '@ipoteka-office/contract/approvers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { DelayedLoader, SkeletonLine } from '#ui/loader.tsx'
import { Pager } from '#ui/pager.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HistoryTimeline } from '#widgets/history-timeline.tsx'
import styles from './approvers.module.css'
import { RedistributionTable } from './redistribution.tsx'

const lastEntries = 3
const historyPageSize = 10

interface Key {
  type: ApproverType
  id: number
}

function useHistory({ type, id }: Key, page: number, size: number) {
  return useQuery({
    ...query(listApproverHistory, { params: { type, id: String(id) }, query: { page: page - 1, size } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

function HistoryDialog({ onClose, ...key }: Key & { onClose: () => void }) {
  const [page, setPage] = useState(1)
  const history = useHistory(key, page, historyPageSize)
  return (
    <Dialog open onClose={onClose} size="large" title="История изменений">
      {history.isPending && <DelayedLoader />}
      {history.isError && <FailureBlock failure={history.error} onRetry={() => void history.refetch()} />}
      {history.isSuccess && (
        <>
          <HistoryTimeline entries={history.data.content} />
          <div className={styles.dialogPager}>
            <Pager total={history.data.totalElements} page={page} size={historyPageSize} onPage={setPage} />
          </div>
        </>
      )}
    </Dialog>
  )
}

function LastChanges(key: Key) {
  const [all, setAll] = useState(false)
  const history = useHistory(key, 1, lastEntries)
  if (history.isError) return <p className="muted">Не удалось прочитать историю</p>
  if (!history.data) return <SkeletonLine width={70} />
  if (history.data.totalElements === 0) return <p className="muted">Изменений ещё не было</p>
  return (
    <>
      <HistoryTimeline entries={history.data.content} />
      <div className={styles.more}>
        <Button look="link" onClick={() => setAll(true)}>
          Вся история
        </Button>
      </div>
      {all && <HistoryDialog {...key} onClose={() => setAll(false)} />}
    </>
  )
}

/** The panel beside the form: where the applications would go, and who changed what. */
export function ApproverSide(key: Key) {
  return (
    <SidePanel label="Сведения о сотруднике">
      <FormSection title="Если станет неактивным" grid={false}>
        <RedistributionTable {...key} />
      </FormSection>
      <FormSection title="История" grid={false}>
        <LastChanges {...key} />
      </FormSection>
    </SidePanel>
  )
}
