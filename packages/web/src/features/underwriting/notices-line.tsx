import {
  type BureauNotice,
  listBureauNotices,
  noticeEvents,
  noticeStates,
  sendNoticeAgain,
} from '@ipoteka-office/contract/underwriting/bureaus/bureau-notices.ts'
import { creditBureaus } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { keyOf } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './underwriting.module.css'

const tones: Readonly<Record<BureauNotice['state'], Tone>> = {
  WAITING: 'neutral',
  SENT: 'green',
  FAILED: 'red',
}

function Failed({ caseId, notice }: { caseId: number; notice: BureauNotice }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const name = `${creditBureaus[notice.bureau]}, ${shortName(notice.participantName)}`
  const again = async () => {
    setBusy(true)
    try {
      await call(sendNoticeAgain, { params: { id: String(caseId), noticeId: String(notice.id) } })
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      await client.invalidateQueries({ queryKey: keyOf(listBureauNotices) })
      setBusy(false)
    }
  }
  return (
    <li className={styles.line}>
      <span>
        {name}: {notice.error}
      </span>
      <Button loading={busy} aria-label={`Передать ещё раз: ${name}`} onClick={() => void again()}>
        Передать ещё раз
      </Button>
    </li>
  )
}

/** What the bureaus were told of a decision: by bureau how it stands, and what none has taken. */
export function NoticesLine({ caseId, notices }: { caseId: number; notices: readonly BureauNotice[] }) {
  const groups = Object.groupBy(notices, ({ state }) => state)
  const [first] = notices
  const failed = groups.FAILED ?? []
  const latest = (groups.SENT ?? [])
    .map(({ endedAt }) => endedAt ?? '')
    .toSorted()
    .at(-1)
  return (
    <>
      <div className={styles.line}>
        <span>
          В бюро, событие {first?.event}
          {first && ` («${noticeEvents[first.event]}»)`}:
        </span>
        {(Object.keys(noticeStates) as BureauNotice['state'][]).map((state) => {
          const count = groups[state]?.length ?? 0
          return (
            count > 0 && (
              <Tag key={state} tone={tones[state]}>
                {noticeStates[state]}: {count} из {notices.length}
              </Tag>
            )
          )
        })}
        {latest !== undefined && <span className="muted small">{formatDateTime(latest)}</span>}
        {notices.some(({ standIn }) => standIn) && <span className="muted small">имитатор бюро</span>}
      </div>
      {failed.length > 0 && (
        <ul className={styles.decisions} aria-label="Не передано в бюро">
          {failed.map((notice) => (
            <Failed key={notice.id} caseId={caseId} notice={notice} />
          ))}
        </ul>
      )}
    </>
  )
}
