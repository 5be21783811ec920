import {
  castVote,
  committeeOutcomes,
  type CommitteeSheet,
  type CommitteeVoteCode,
  committeeVotes,
  getCommittee,
  voteIssues,
} from '@ipoteka-office/contract/underwriting/committee.ts'
import { caseDocumentPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type DecisionSheet, getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { keyOf, mutation, query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatPercent } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { refreshHead, useCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { OtherTerms } from './other-terms.tsx'
import { Votes } from './votes.tsx'
import styles from './committee.module.css'

const Rounds = latePart(async () => (await import('./rounds.tsx')).Rounds)
const codes = Object.keys(committeeVotes) as CommitteeVoteCode[]

/** The vote of the person: once, with its grounds. */
function VoteForm({ sheet, decision }: { sheet: CommitteeSheet; decision: DecisionSheet }) {
  const id = useId()
  const client = useQueryClient()
  const cast = useMutation(mutation(castVote))
  const [vote, setVote] = useState<CommitteeVoteCode>('FOR')
  const [terms, setTerms] = useState('')
  const [reasons, setReasons] = useState<readonly string[]>([])
  const [comment, setComment] = useState('')
  const offerId = vote === 'COUNTER' ? (sheet.offer?.id ?? null) : null
  const [issue] = voteIssues({ vote, terms, reasons, offerId })
  const lack = comment.trim() === '' ? 'Напишите обоснование голоса' : (issue?.message ?? null)
  const send = async () => {
    const body = { vote, terms: terms.trim(), reasons: [...reasons], offerId, comment: comment.trim() }
    try {
      const params = { id: String(sheet.caseId) }
      const answer = await cast.mutateAsync({ params, body })
      client.setQueryData(query(getCommittee, { params }).queryKey, answer)
      toast.success(answer.open ? 'Голос записан' : 'Голос записан: комитет решил')
    } catch (failure) {
      notifyFailure(failure)
      void client.invalidateQueries({ queryKey: keyOf(getCommittee) })
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: keyOf(getDecisions) }),
      refreshHead(sheet.caseId),
    ])
  }
  return (
    <form className={styles.form} aria-label="Ваш голос" onSubmit={(event) => event.preventDefault()}>
      <fieldset className={styles.codes}>
        <legend>Ваш голос</legend>
        {codes
          .filter((code) => code !== 'COUNTER' || sheet.offer !== null)
          .map((code) => (
            <label key={code}>
              <input type="radio" name={id} checked={vote === code} onChange={() => setVote(code)} />
              {committeeVotes[code]}
            </label>
          ))}
      </fieldset>
      {vote === 'FOR_TERMS' && (
        <>
          <label htmlFor={`${id}-terms`}>Условие, при котором вы за</label>
          <TextArea id={`${id}-terms`} rows={2} value={terms} onChange={setTerms} maxLength={1_000} />
        </>
      )}
      {vote === 'AGAINST' && (
        <>
          <label htmlFor={`${id}-reasons`}>Причины</label>
          <MultiSelect
            id={`${id}-reasons`}
            options={decision.reasons.filter(({ outcome }) => outcome === 'REJECT')}
            value={{ codes: [...reasons], all: false }}
            onChange={(chosen) => setReasons(chosen.codes)}
          />
        </>
      )}
      <label htmlFor={`${id}-comment`}>Обоснование голоса</label>
      <TextArea id={`${id}-comment`} rows={2} value={comment} onChange={setComment} maxLength={2_000} />
      <p className={styles.foot}>
        <Button look="primary" loading={cast.isPending} disabledReason={lack} onClick={() => void send()}>
          Проголосовать
        </Button>
      </p>
    </form>
  )
}

/** Votes of the credit committee on an application, the vote of the person, and the minutes. */
export function VotesCard({ head, decision }: { head: CaseHead; decision: DecisionSheet }) {
  const answer = useQuery(query(getCommittee, { params: { id: String(head.id) } }))
  useCaseRefresh(head.id, ['head', 'decisions'], () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  const sheet = answer.data
  if (sheet === undefined || (!sheet.open && sheet.rounds.length === 0 && sheet.minutes.length === 0))
    return null
  return (
    <section className={cx('card', styles.box)} aria-label="Кредитный комитет">
      <h2>Кредитный комитет{sheet.open && sheet.round > 1 && `, круг ${sheet.round}`}</h2>
      <p className="muted small">
        Кворум — {sheet.quorum}, решает больше {formatPercent(sheet.majority)} проголосовавших, при равенстве
        — председатель.
      </p>
      {sheet.offer !== null && (
        <OtherTerms
          offer={sheet.offer}
          label="Условия на голосовании"
          title="На голосовании — другие условия"
        />
      )}
      <Votes votes={sheet.votes} />
      {sheet.open && sheet.votes.length === 0 && <p className="muted">Никто ещё не проголосовал</p>}
      {sheet.may.enabled && <VoteForm sheet={sheet} decision={decision} />}
      {sheet.open && !sheet.may.enabled && <p className="muted">{sheet.may.reasonDisabled}.</p>}
      {(sheet.impasse !== null || sheet.rounds.length > 0) && <Rounds sheet={sheet} />}
      {sheet.minutes.map(({ number, at, outcome, documentId }) => (
        <p key={number}>
          {documentId === null ? (
            `Протокол № ${number}`
          ) : (
            <HrefLink href={caseDocumentPath(caseTypes[head.type].documents.owner, head.id, documentId)}>
              Протокол № {number}
            </HrefLink>
          )}
          : решено {committeeOutcomes[outcome]}, {formatDateTime(at)}
        </p>
      ))}
    </section>
  )
}
