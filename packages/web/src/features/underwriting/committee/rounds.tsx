import {
  type CommitteeRound,
  type CommitteeSheet,
  getCommittee,
  openRound,
} from '@ipoteka-office/contract/underwriting/committee.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { keyOf, mutation, query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { refreshHead } from '#widgets/case/case-data.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { OtherTerms } from './other-terms.tsx'
import { Votes } from './votes.tsx'
import styles from './committee.module.css'

/** Why the vote comes to nothing, and another one for whoever may open it. */
function NewRound({ sheet }: { sheet: CommitteeSheet }) {
  const id = useId()
  const client = useQueryClient()
  const opened = useMutation(mutation(openRound))
  const [reason, setReason] = useState('')
  if (sheet.impasse === null) return null
  const send = async () => {
    const params = { id: String(sheet.caseId) }
    try {
      const answer = await opened.mutateAsync({ params, body: { round: sheet.round, reason: reason.trim() } })
      client.setQueryData(query(getCommittee, { params }).queryKey, answer)
      toast.success(`Открыт круг ${answer.round}: члены комитета голосуют снова`)
    } catch (failure) {
      notifyFailure(failure)
      void client.invalidateQueries({ queryKey: keyOf(getCommittee) })
    }
    await refreshHead(sheet.caseId)
  }
  return (
    <section className={styles.offer} aria-label="Голосование не состоялось">
      <h3>{sheet.impasse}</h3>
      <p className="muted small">
        Члены комитета голосуют снова в новом круге, или заявку возвращают андеррайтеру действием «Вернуть
        андеррайтеру».
      </p>
      {sheet.mayOpenRound.enabled ? (
        <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
          <label htmlFor={id}>Зачем новый круг</label>
          <TextArea id={id} rows={2} value={reason} onChange={setReason} maxLength={1_000} />
          <p className={styles.foot}>
            <Button
              loading={opened.isPending}
              disabledReason={reason.trim() === '' ? 'Напишите, зачем новый круг' : null}
              onClick={() => void send()}
            >
              Новый круг голосования
            </Button>
          </p>
        </form>
      ) : (
        <p className="muted">{sheet.mayOpenRound.reasonDisabled}.</p>
      )}
    </section>
  )
}

/** Votes of before that came to nothing. */
function FormerRounds({ rounds }: { rounds: readonly CommitteeRound[] }) {
  return rounds.map(({ number, votes, offer, endedAt, endedBy, reason }, at) => (
    <details key={at} className={styles.former}>
      <summary>
        Круг {number}: решение не принято
        {endedAt !== null && `, ${formatDateTime(endedAt)}`}
      </summary>
      {offer !== null && (
        <OtherTerms
          offer={offer}
          label={`Условия круга ${number}`}
          title="На голосовании были другие условия"
        />
      )}
      <Votes votes={votes} />
      <p className={styles.words}>
        {endedBy?.fullName}
        {reason !== '' && `: ${reason}`}
      </p>
    </details>
  ))
}

/** What becomes of a vote that comes to nothing, and those of before that did. */
export const Rounds = ({ sheet }: { sheet: CommitteeSheet }) => (
  <>
    <NewRound key={sheet.round} sheet={sheet} />
    <FormerRounds rounds={sheet.rounds} />
  </>
)
