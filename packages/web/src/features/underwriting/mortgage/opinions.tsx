import { caseDocumentPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { caseTypesWith, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  askOpinion,
  type LegalOpinion,
  withdrawOpinion,
} from '@ipoteka-office/contract/underwriting/objects/legal-opinion.ts'
import { opinionConclusions } from '@ipoteka-office/contract/underwriting/objects/object-holds.ts'
import type { ObjectReview } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { OpinionForm } from './opinion-form.tsx'
import styles from './mortgage.module.css'

const tones: Record<string, Tone> = { POSITIVE: 'green', CONDITIONS: 'amber', NEGATIVE: 'red' }
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The paper of an opinion among those of its application. */
function paperPath({ caseId, documentId }: LegalOpinion): string | null {
  const [type] = caseTypesWith(({ places }) => places?.includes('REALTY_OBJECTS') ?? false)
  return type === undefined || documentId === null
    ? null
    : caseDocumentPath(caseTypes[type].documents.owner, caseId, documentId)
}

function Signed({ opinion }: { opinion: LegalOpinion }) {
  const { answers, signedBy, signedAt } = opinion
  const conclusion = textOf(answers['conclusion']) as keyof typeof opinionConclusions
  const paper = paperPath(opinion)
  return (
    <>
      <p>
        <Tag tone={tones[conclusion] ?? 'neutral'}>{opinionConclusions[conclusion]}</Tag>{' '}
        {signedBy && signedAt && `${shortName(signedBy.fullName)}, ${formatDateTime(signedAt)}`}{' '}
        {paper !== null && <HrefLink href={paper}>Заключение в документах заявки</HrefLink>}
      </p>
      <p className={styles.words}>{textOf(answers['text'])}</p>
      {textOf(answers['conditions']) !== '' && (
        <p className={styles.words}>
          <b>Условия:</b> {textOf(answers['conditions'])}
        </p>
      )}
    </>
  )
}

function Waiting({ opinion, onChanged }: { opinion: LegalOpinion; onChanged: () => void }) {
  const [withdrawn, setWithdrawn] = useState(false)
  if (opinion.withdrawn !== null) return <p className="muted">Запрос отозван: {opinion.withdrawn}</p>
  return (
    <>
      {opinion.editable.enabled ? (
        <OpinionForm opinion={opinion} />
      ) : (
        <p>
          <Tag tone="amber">ждём юриста</Tag> <span className="muted">{opinion.editable.reasonDisabled}</span>
        </p>
      )}
      {opinion.withdrawable.enabled && <Button onClick={() => setWithdrawn(true)}>Отозвать запрос</Button>}
      {withdrawn && (
        <WordsDialog
          title="Отозвать запрос заключения"
          label="Почему заключение больше не нужно"
          action="Отозвать"
          send={(reason) =>
            call(withdrawOpinion, {
              params: { id: String(opinion.caseId), opinionId: String(opinion.id) },
              body: { reason, version: opinion.version },
            })
          }
          done="Запрос отозван"
          onChanged={onChanged}
          onClose={() => setWithdrawn(false)}
        />
      )}
    </>
  )
}

/** Asks for words and sends them. */
function WordsDialog({
  title,
  label,
  action,
  send,
  done,
  onChanged,
  onClose,
}: {
  title: string
  label: string
  action: string
  send: (words: string) => Promise<unknown>
  done: string
  onChanged: () => void
  onClose: () => void
}) {
  const id = useId()
  const [words, setWords] = useState('')
  const sending = useMutation({ mutationFn: send })
  const go = async () => {
    try {
      await sending.mutateAsync(words.trim())
      toast.success(done)
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    }
    onChanged()
  }
  return (
    <Dialog
      open
      size="medium"
      title={title}
      outside={words === '' ? 'close' : 'ask'}
      onClose={onClose}
      approval={{
        text: action,
        onApprove: () => void go(),
        busy: sending.isPending,
        disabledReason: words.trim() === '' ? 'Напишите несколько слов' : null,
      }}
    >
      <label htmlFor={id}>{label}</label>
      <TextArea id={id} value={words} onChange={setWords} maxLength={1_000} />
    </Dialog>
  )
}

/** What lawyers were asked about the object and what they said, and one more question. */
export function Opinions({ review, onChanged }: { review: ObjectReview; onChanged: () => void }) {
  const [asks, setAsks] = useState(false)
  const { opinions, askable, caseId, object } = review
  return (
    <section className={`card ${styles.box}`} aria-label="Правовое заключение">
      <div className={styles.line2}>
        <h2>Правовое заключение</h2>
        <Button disabledReason={askable.reasonDisabled} onClick={() => setAsks(true)}>
          Спросить юриста
        </Button>
      </div>
      {opinions.length === 0 && (
        <p className="muted">Юриста не спрашивали. Запрос появится у него задачей и удержит объект.</p>
      )}
      {opinions.map((opinion) => (
        <article key={opinion.id} className={styles.opinion}>
          <p>
            <b>{opinion.question}</b>
            <span className={styles.under}>
              {shortName(opinion.requestedBy.fullName)}, {formatDateTime(opinion.requestedAt)}
            </span>
          </p>
          {opinion.signedAt === null ? (
            <Waiting opinion={opinion} onChanged={onChanged} />
          ) : (
            <Signed opinion={opinion} />
          )}
        </article>
      ))}
      {asks && (
        <WordsDialog
          title="Спросить юриста"
          label="Что нужно выяснить"
          action="Спросить"
          send={(question) =>
            call(askOpinion, {
              params: { id: String(caseId), objectId: String(object.id) },
              body: { question },
            })
          }
          done="Юристу дана задача"
          onChanged={onChanged}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  )
}
