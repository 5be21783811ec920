import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  decideScorecard,
  getScorecard,
  getScorecardImpact,
  listScorecards,
  type ScorecardRow,
  sendScorecard,
} from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { keyOf } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { WordsDialog } from '#widgets/words-dialog.tsx'
import styles from './versions.module.css'

type Action = ScorecardRow['actions'][number]
type Sent = RequestOf<typeof sendScorecard>['body']['action']
type Decided = RequestOf<typeof decideScorecard>['body']['action']

const sent: ReadonlySet<string> = new Set(['submit', 'propose', 'discard'] satisfies Sent[])

/** Leads a version on: whoever wrote it sends it, another one decides. */
function ActionDialog({
  card,
  action,
  onClose,
}: {
  card: ScorecardRow
  action: Action
  onClose: () => void
}) {
  const client = useQueryClient()
  const params = { id: String(card.id) }
  return (
    <WordsDialog
      title={`${action.label}: версия ${card.number}`}
      about={`Версия «${card.title}» перейдёт в состояние «${action.toStage}».`}
      action={action}
      send={(comment) => {
        const more = { version: card.version, comment }
        return sent.has(action.code)
          ? call(sendScorecard, { params, body: { ...more, action: action.code as Sent } })
          : call(decideScorecard, { params, body: { ...more, action: action.code as Decided } })
      }}
      onDone={() => {
        for (const read of [listScorecards, getScorecard, getScorecardImpact])
          void client.invalidateQueries({ queryKey: keyOf(read) })
      }}
      onClose={onClose}
    />
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
  const [asked, setAsked] = useState<Action | null>(null)
  return (
    <div className={styles.actions}>
      {row.actions.map((action) => (
        <Button
          key={action.code}
          disabledReason={unsaved ?? (action.enabled ? null : action.reasonDisabled)}
          onClick={() => setAsked(action)}
        >
          {action.label}
        </Button>
      ))}
      {asked && <ActionDialog card={row} action={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}
