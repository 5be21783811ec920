import { lowered } from '#lib/words.ts'
import {
  type BlacklistHit,
  decideHit,
  type HitVerdict,
  hitVerdicts,
  listCaseHits,
} from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { AgreementWords } from '../blacklists/agreement-words.tsx'
import { useCaseRefresh } from '../case/case-data.ts'
import { FailureBlock } from '../failure-block.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './blacklist-hits.module.css'

const verdicts = Object.entries(hitVerdicts) as [HitVerdict, string][]
/** The pair stands here too: a refused verdict is given anew over the pair as it is now. */
function VerdictDialog({
  hit,
  verdict,
  onSay,
  onClose,
}: {
  hit: BlacklistHit
  verdict: HitVerdict
  onSay: (comment: string) => Promise<boolean>
  onClose: () => void
}) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const say = async () => {
    setBusy(true)
    const done = await onSay(comment.trim())
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog
      open
      size="large"
      title={`Вердикт: ${lowered(hitVerdicts[verdict])}`}
      outside={comment === '' ? 'close' : 'ask'}
      onClose={onClose}
      approval={{
        text: hitVerdicts[verdict],
        onApprove: () => void say(),
        busy,
        disabledReason: comment.trim() === '' ? 'Напишите, что сравнили' : null,
      }}
    >
      <AgreementWords agreement={hit} name={hit.participantName} given={hit.given} />
      <p>Вердикт запомнится для этой пары, пока не изменится запись или анкета.</p>
      <label htmlFor={id}>Что сравнили</label>
      <TextArea id={id} value={comment} onChange={setComment} maxLength={1_000} />
    </Dialog>
  )
}

function Hit({
  hit,
  onSay,
}: {
  hit: BlacklistHit
  onSay: (verdict: HitVerdict, comment: string) => Promise<boolean>
}) {
  const [asked, setAsked] = useState<HitVerdict | null>(null)
  const { verdict } = hit
  return (
    <li className={styles.hit}>
      <AgreementWords agreement={hit} name={hit.participantName} given={hit.given} />
      {verdict !== null && (
        <p>
          <strong>{hitVerdicts[verdict.verdict]}</strong>: {verdict.comment}{' '}
          <span className="muted">
            {verdict.by.fullName}, {formatDateTime(verdict.at)}
          </span>
        </p>
      )}
      {hit.refusal === null && (
        <p className={styles.verdicts}>
          {verdicts.map(([code, label]) => (
            <Button
              key={code}
              disabledReason={code === 'NO_MATCH' ? hit.refusalToDeny : null}
              onClick={() => setAsked(code)}
            >
              {label}
            </Button>
          ))}
        </p>
      )}
      {asked !== null && (
        <VerdictDialog
          hit={hit}
          verdict={asked}
          onSay={(comment) => onSay(asked, comment)}
          onClose={() => setAsked(null)}
        />
      )}
    </li>
  )
}

/** Of which check the hits are; without it, of the whole application. */
interface OfCheck {
  readonly code: string
  readonly participantId: number | null
}

function Hits({ caseId, of }: { caseId: number; of: OfCheck | undefined }) {
  const params = { id: String(caseId) }
  const answer = useQuery(query(listCaseHits, { params }))
  const decide = useMutation(mutation(decideHit))
  useCaseRefresh(caseId, ['checks', 'head'], () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  const hits = (answer.data ?? []).filter(
    ({ code, participantId }) => of === undefined || (code === of.code && participantId === of.participantId),
  )
  if (hits.length === 0) return null
  const say = async ({ id, foundAt }: BlacklistHit, verdict: HitVerdict, comment: string) => {
    try {
      const body = { verdict, comment, foundAt }
      await decide.mutateAsync({ params: { ...params, hitId: String(id) }, body })
      return true
    } catch (failure) {
      notifyFailure(failure)
      return false
    } finally {
      // A refusal may be of a pair that stands otherwise by now.
      await answer.refetch()
    }
  }
  return (
    <FormSection title="Совпадения с чёрными списками" grid={false}>
      <ul className={styles.hits} aria-label="Совпадения с чёрными списками">
        {hits.map((hit) => (
          <Hit key={hit.id} hit={hit} onSay={(verdict, comment) => say(hit, verdict, comment)} />
        ))}
      </ul>
    </FormSection>
  )
}

/** Hits of the bank's blacklists, side by side; the bank's people alone see them. */
export function BlacklistHits({ caseId, of }: { caseId: number; of?: OfCheck }) {
  return useRights().isAhml ? <Hits caseId={caseId} of={of} /> : null
}
