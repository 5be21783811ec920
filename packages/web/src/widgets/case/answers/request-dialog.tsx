import { listParticipants } from '@ipoteka-office/contract/cases/case-participants.ts'
import { listOf } from '@ipoteka-office/contract/references/reference-options.ts'
import { requestDocuments } from '@ipoteka-office/contract/underwriting/document-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { query, queryOnce } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import styles from '../case.module.css'
import ownStyles from './answers.module.css'
import { type AnswerProps, useAnswer } from './use-answer.ts'

interface Wanted {
  readonly key: number
  readonly document: string | null
  readonly participantId: string | null
  readonly text: string
}

const ofCase = 'CASE'
const wantedOf = (key: number): Wanted => ({ key, document: null, participantId: null, text: '' })

/** One document: which, whose, what exactly. */
function Row({
  wanted,
  place,
  people,
  onChange,
  onRemove,
}: {
  wanted: Wanted
  place: number
  people: readonly { code: string; name: string }[]
  onChange: (wanted: Wanted) => void
  onRemove: (() => void) | null
}) {
  const id = useId()
  const { data } = useQuery(queryOnce(listOf('docType', '')))
  return (
    <fieldset className={ownStyles.wanted}>
      <legend>Документ {place}</legend>
      <div className={styles.field}>
        <label htmlFor={`${id}d`}>Какой</label>
        <SingleSelect
          id={`${id}d`}
          options={data}
          value={wanted.document}
          onChange={(document) => onChange({ ...wanted, document })}
          aria-required
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}p`}>Чей</label>
        <SingleSelect
          id={`${id}p`}
          options={[{ code: ofCase, name: 'По заявке в целом' }, ...people]}
          value={wanted.participantId ?? ofCase}
          onChange={(code) => onChange({ ...wanted, participantId: code === ofCase ? null : code })}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}t`}>Что нужно</label>
        <TextInput
          id={`${id}t`}
          value={wanted.text}
          onChange={(text) => onChange({ ...wanted, text })}
          maxLength={1_000}
          aria-required
        />
      </div>
      {onRemove && <Button onClick={onRemove}>Убрать</Button>}
    </fieldset>
  )
}

/** Which documents are needed, of whom, and words to the partner. */
export function RequestDialog({ head, action, onClose }: AnswerProps) {
  const id = useId()
  const [rows, setRows] = useState<readonly Wanted[]>([wantedOf(1)])
  const [comment, setComment] = useState('')
  const { busy, send } = useAnswer(head, action.label, onClose)
  const answer = useQuery(query(listParticipants, { params: { id: String(head.id) } }))
  const people = (answer.data ?? []).flatMap(({ id: code, name, removedAt }) =>
    removedAt === null ? [{ code: String(code), name }] : [],
  )
  const isWhole = rows.every(({ document, text }) => document !== null && text.trim() !== '')
  const apply = () =>
    void send(() =>
      call(requestDocuments, {
        params: { id: String(head.id) },
        body: {
          version: head.version,
          documents: rows.map(({ document, participantId, text }) => ({
            document: document ?? '',
            participantId: participantId === null ? null : Number(participantId),
            text: text.trim(),
          })),
          comment: comment.trim(),
        },
      }),
    )
  return (
    <Dialog
      open
      title={action.label}
      onClose={onClose}
      outside={isWhole ? 'ask' : 'close'}
      approval={{
        text: 'Запросить',
        onApprove: apply,
        busy,
        disabledReason: isWhole ? null : 'Назовите каждый документ и что в нём нужно',
      }}
    >
      <p>
        Заявка уйдёт к тому, кто ведёт клиента; часы андеррайтинга встанут. Всё написанное увидит партнёр.
      </p>
      {rows.map((wanted, at) => (
        <Row
          key={wanted.key}
          wanted={wanted}
          place={at + 1}
          people={people}
          onChange={(next) => setRows(rows.map((one) => (one.key === next.key ? next : one)))}
          onRemove={rows.length > 1 ? () => setRows(rows.filter(({ key }) => key !== wanted.key)) : null}
        />
      ))}
      {rows.length < 20 && (
        <Button onClick={() => setRows([...rows, wantedOf((rows.at(-1)?.key ?? 0) + 1)])}>
          Ещё документ
        </Button>
      )}
      <div className={styles.field}>
        <label htmlFor={id}>Комментарий (необязательно)</label>
        <TextArea id={id} value={comment} onChange={setComment} maxLength={2_000} />
      </div>
    </Dialog>
  )
}
