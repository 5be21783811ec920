import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  decideScorecard,
  getScorecard,
  getScorecardImpact,
  listScorecards,
  type Scorecard,
  type ScorecardRow,
  sendScorecard,
} from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { keyOf, query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './versions.module.css'

type Action = Scorecard['actions'][number]
type Sent = RequestOf<typeof sendScorecard>['body']['action']
type Decided = RequestOf<typeof decideScorecard>['body']['action']

const sent: ReadonlySet<string> = new Set(['submit', 'propose', 'discard'] satisfies Sent[])

/** Leads a version on: whoever wrote it sends it, another one decides. */
function ActionDialog({ card, action, onClose }: { card: Scorecard; action: Action; onClose: () => void }) {
  const id = useId()
  const client = useQueryClient()
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const apply = async () => {
    setBusy(true)
    const params = { id: String(card.id) }
    const more = { version: card.version, comment: comment.trim() }
    try {
      if (sent.has(action.code))
        await call(sendScorecard, { params, body: { ...more, action: action.code as Sent } })
      else await call(decideScorecard, { params, body: { ...more, action: action.code as Decided } })
      toast.success(`${action.label}: готово`)
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      for (const read of [listScorecards, getScorecard, getScorecardImpact])
        void client.invalidateQueries({ queryKey: keyOf(read) })
    }
  }
  const lacks = action.comment === 'required' && comment.trim() === ''
  return (
    <Dialog
      open
      title={`${action.label}: версия ${card.number}`}
      onClose={onClose}
      outside={comment === '' ? 'close' : 'ask'}
      approval={{
        text: action.label,
        onApprove: () => void apply(),
        busy,
        disabledReason: lacks ? 'Напишите комментарий' : null,
      }}
    >
      {action.comment === 'none' ? (
        <p>
          Версия «{card.title}» перейдёт в состояние «{action.toStage}».
        </p>
      ) : (
        <>
          <label className={styles.words} htmlFor={id}>
            Комментарий{action.comment === 'required' ? '' : ' (необязательно)'}
          </label>
          <TextArea id={id} value={comment} onChange={setComment} maxLength={1_000} />
        </>
      )}
    </Dialog>
  )
}

/** What may be done with a version now, or why not. */
export function VersionActions({
  row,
  unsaved = null,
}: {
  row: ScorecardRow
  /** What is typed and not saved would not go with it. */
  unsaved?: string | null
}) {
  const { data } = useQuery(query(getScorecard, { params: { id: String(row.id) } }))
  const [asked, setAsked] = useState<Action | null>(null)
  return (
    <div className={styles.actions}>
      {data?.actions.map((action) => (
        <Button
          key={action.code}
          disabledReason={unsaved ?? (action.enabled ? null : action.reasonDisabled)}
          onClick={() => setAsked(action)}
        >
          {action.label}
        </Button>
      ))}
      {data && asked && <ActionDialog card={data} action={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}
