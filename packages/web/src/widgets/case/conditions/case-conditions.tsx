import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import {
  conditionOwners,
  conditionPoints,
} from '@ipoteka-office/contract/underwriting/conditions/condition-kinds.ts'
import {
  type CaseCondition,
  type ConditionSheet,
  getConditions,
  moveCondition,
} from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mutation, query } from '#api/query.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { TextArea } from '#ui/input/text-input.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { FailureBlock } from '../../failure-block.tsx'
import { notifyFailure } from '../../notify-failure.ts'
import { refreshHead, useCaseRefresh } from '../case-data.ts'
import styles from './conditions.module.css'

type Action = CaseCondition['actions'][number]

const tones: Readonly<Partial<Record<CaseCondition['state'], Tone>>> = {
  OPEN: 'amber',
  RETURNED: 'red',
  RESPONDED: 'blue',
  UNDER_REVIEW: 'blue',
  CLEARED: 'green',
}

const asks: Readonly<Record<string, string>> = {
  respond: 'Что сделано',
  clear: 'Что проверено (необязательно)',
  return: 'Что исправить',
  waive: 'Почему условие снимают без выполнения',
}

/** What a person says with an action, and with which documents where it is an answer. */
function Answer({
  sheet,
  action,
  busy,
  onSay,
  onClose,
}: {
  sheet: ConditionSheet
  action: Action
  busy: boolean
  onSay: (comment: string, papers: number[]) => void
  onClose: () => void
}) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [papers, setPapers] = useState<readonly number[]>([])
  const lacks = action.comment === 'required' && comment.trim() === ''
  const tick = (paper: number) =>
    setPapers((now) => (now.includes(paper) ? now.filter((one) => one !== paper) : [...now, paper]))
  return (
    <div className={styles.answer}>
      <label htmlFor={id}>{asks[action.code] ?? action.label}</label>
      <TextArea id={id} rows={2} value={comment} onChange={setComment} maxLength={2_000} />
      {action.code === 'respond' && sheet.documents.length > 0 && (
        <fieldset className={styles.papers}>
          <legend>Документы, которые это подтверждают</legend>
          {sheet.documents.map(({ id: paper, name }) => (
            <label key={paper}>
              <input type="checkbox" checked={papers.includes(paper)} onChange={() => tick(paper)} /> {name}
            </label>
          ))}
        </fieldset>
      )}
      <p className={styles.line}>
        <Button
          look={action.look === 'danger' ? 'danger' : 'primary'}
          loading={busy}
          disabledReason={lacks ? 'Напишите, что сказать' : null}
          onClick={() => onSay(comment.trim(), [...papers])}
        >
          {action.label}
        </Button>
        <Button onClick={onClose}>Отменить</Button>
      </p>
    </div>
  )
}

function Condition({ sheet, condition }: { sheet: ConditionSheet; condition: CaseCondition }) {
  const [open, setOpen] = useState<Action | null>(null)
  const client = useQueryClient()
  const move = useMutation(mutation(moveCondition))
  const params = { id: String(sheet.caseId) }
  const say = async (action: Action, comment: string, papers: number[]) => {
    try {
      const answer = await move.mutateAsync({
        params: { ...params, conditionId: String(condition.id) },
        body: { action: action.code, version: condition.version, comment, papers },
      })
      client.setQueryData(query(getConditions, { params }).queryKey, answer)
      setOpen(null)
    } catch (failure) {
      notifyFailure(failure)
      await client.invalidateQueries({ queryKey: query(getConditions, { params }).queryKey })
    }
    await refreshHead(sheet.caseId)
  }
  const { text, state, stateName, point, owner, dueOn, printed, waitsFor, returns } = condition
  const { answer, answeredBy, answeredAt, papers, verdict, actions } = condition
  return (
    <li className={styles.condition} aria-label={text}>
      <div className={styles.line}>
        <Tag tone={tones[state] ?? 'neutral'}>{stateName}</Tag>
        <b className={styles.words}>{text}</b>
        {!printed && <Tag>Внутреннее</Tag>}
        {returns > 0 && <Tag tone="amber">{`Возвратов: ${returns}`}</Tag>}
      </div>
      <p className="muted small">
        {conditionPoints[point]}
        {dueOn !== null && `, не позже ${formatDate(dueOn)}`}. Выполняет:{' '}
        {conditionOwners[owner].toLocaleLowerCase('ru')}
        {waitsFor.length > 0 && `. Ждём: ${waitsFor.join(', ')}`}
      </p>
      {answer !== null && (
        <p className={styles.words}>
          Ответ: {answer}
          <span className="muted small">
            {' '}
            {[answeredBy, answeredAt !== null && formatDateTime(answeredAt)].filter(Boolean).join(', ')}
            {papers.length > 0 && ` · ${papers.map(({ name }) => name).join(', ')}`}
          </span>
        </p>
      )}
      {verdict !== null && verdict !== '' && <p className={styles.words}>Об ответе: {verdict}</p>}
      {open === null ? (
        actions.length > 0 && (
          <p className={styles.line}>
            {actions.map((action) => (
              <Button
                key={action.code}
                aria-label={`${action.label}: ${text}`}
                loading={move.isPending}
                look={action.look === 'primary' ? 'primary' : 'default'}
                onClick={() => (action.comment === 'none' ? void say(action, '', []) : setOpen(action))}
              >
                {action.label}
              </Button>
            ))}
          </p>
        )
      ) : (
        <Answer
          sheet={sheet}
          action={open}
          busy={move.isPending}
          onSay={(comment, chosen) => void say(open, comment, chosen)}
          onClose={() => setOpen(null)}
        />
      )}
    </li>
  )
}

/** «Условия»: what is to be done before the deal goes on, who does it, and what came of it. */
export function CaseConditions({ head: { id } }: { head: CaseHead }) {
  const params = { id: String(id) }
  const answer = useQuery(query(getConditions, { params }))
  useCaseRefresh(id, ['head', 'conditions', 'decisions', 'documents'], () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined || answer.data.conditions.length === 0) return null
  const { conditions } = answer.data
  return (
    <section className={cx('card', styles.box)} aria-label="Условия решения">
      <h2>Условия решения</h2>
      <ul className={styles.conditions}>
        {conditions.map((condition) => (
          <Condition key={condition.id} sheet={answer.data} condition={condition} />
        ))}
      </ul>
    </section>
  )
}
