import {
  type ApproverState,
  type ApproverType,
  getApproverBefore,
  listApproverHistory,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { SidePanel } from '#ui/overlay/side-panel.tsx'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import { HistoryTimeline } from '#widgets/history/history-timeline.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './approvers.module.css'
import { HandedOverLink } from './handed-over.tsx'
import { RedistributionTable } from './redistribution.tsx'

const lastEntries = 3

interface Key {
  type: ApproverType
  id: number
}

/** The way back: takes a state into the form and tells whether it did; the reason says why it cannot. */
export interface Restoring {
  disabledReason: string | null
  onRestore: (state: ApproverState, at: string) => Promise<boolean>
}

const historyOf = ({ type, id }: Key, page: { page: number; size: number }) =>
  query(listApproverHistory, { params: { type, id: String(id) }, query: page })

/** The name is of the employee's card and comes back there. */
const changesSettings = ({ action, changes }: HistoryEntry) =>
  action === 'UPDATE' && changes.some(({ field }) => field !== 'full_name')

function RestoreButton({
  entry,
  onDone,
  type,
  id,
  disabledReason,
  onRestore,
}: Key & Restoring & { entry: HistoryEntry; onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    try {
      const params = { type, id: String(id), entry: entry.id }
      const state = await call(getApproverBefore, { params })
      if (await onRestore(state, entry.at)) onDone()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      look="link"
      aria-label={`Вернуть прежние значения: до изменения ${formatDateTime(entry.at)}`}
      loading={busy}
      disabledReason={disabledReason}
      onClick={() => void restore()}
    >
      Вернуть прежние значения
    </Button>
  )
}

function LastChanges({ restoring, ...key }: Key & { restoring: Restoring }) {
  const [all, setAll] = useState(false)
  const history = useQuery({
    ...historyOf(key, { page: 0, size: lastEntries }),
  })
  if (history.isError) return <p className="muted">Не удалось прочитать историю</p>
  if (!history.data) return <SkeletonLine width={70} />
  if (history.data.totalElements === 0) return <p className="muted">Изменений ещё не было</p>
  const close = () => setAll(false)
  return (
    <>
      <HistoryTimeline
        entries={history.data.content}
        more={(entry) => <HandedOverLink {...key} entry={entry} />}
      />
      <div className={styles.more}>
        <Button look="link" onClick={() => setAll(true)}>
          Вся история
        </Button>
      </div>
      {all && (
        <HistoryDialog
          pages={(page) => historyOf(key, page)}
          more={(entry) =>
            changesSettings(entry) && (
              <div className={styles.entryLinks}>
                <HandedOverLink {...key} entry={entry} />
                <RestoreButton {...key} {...restoring} entry={entry} onDone={close} />
              </div>
            )
          }
          onClose={close}
        />
      )}
    </>
  )
}

/** The panel beside the form: where the applications would go, and who changed what. */
export function ApproverSide({ restoring, ...key }: Key & { restoring: Restoring }) {
  return (
    <SidePanel label="Сведения о сотруднике">
      <FormSection title="Если станет неактивным" grid={false}>
        <RedistributionTable {...key} />
      </FormSection>
      <FormSection title="История" grid={false}>
        <LastChanges {...key} restoring={restoring} />
      </FormSection>
    </SidePanel>
  )
}
