import {
  type ApproverState,
  type ApproverType,
  getApproverBefore,
  listApproverHistory,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { SidePanel } from '#ui/overlay/side-panel.tsx'
import { LastChanges } from '#widgets/history/last-changes.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './approvers.module.css'
import { HandedOverLink } from './handed-over.tsx'
import { RedistributionTable } from './redistribution.tsx'

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

/** The panel beside the form: where the applications would go, and who changed what. */
export function ApproverSide({ restoring, ...key }: Key & { restoring: Restoring }) {
  return (
    <SidePanel label="Сведения о сотруднике">
      <FormSection title="Если станет неактивным" grid={false}>
        <RedistributionTable {...key} />
      </FormSection>
      <FormSection title="История" grid={false}>
        <LastChanges
          pages={(page) => historyOf(key, page)}
          more={(entry) => <HandedOverLink {...key} entry={entry} />}
          moreOfAll={(entry, close) =>
            changesSettings(entry) && (
              <div className={styles.entryLinks}>
                <HandedOverLink {...key} entry={entry} />
                <RestoreButton {...key} {...restoring} entry={entry} onDone={close} />
              </div>
            )
          }
        />
      </FormSection>
    </SidePanel>
  )
}
