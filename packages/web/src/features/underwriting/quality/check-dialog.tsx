import { lowered } from '#lib/words.ts'
import { decisionPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { finalOutcomes } from '@ipoteka-office/contract/underwriting/decided-filter.ts'
import { decisionLevels } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import {
  qualityGrades,
  type QualityResult,
  qualityResults,
  severities,
} from '@ipoteka-office/contract/underwriting/quality/grading.ts'
import {
  answerQualityDispute,
  cancelQualityCheck,
  disputeQuality,
  getQualityCheck,
  gradeDecision,
  type QualityCheck,
} from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { qualityStates } from '@ipoteka-office/contract/underwriting/quality/quality-machine.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatRoubles, shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { gradeTones } from './quality.columns.tsx'
import styles from './quality.module.css'

type Answers = Readonly<Record<string, { readonly result: QualityResult | null; readonly comment: string }>>

const startOf = ({ questions, answers }: QualityCheck): Answers =>
  Object.fromEntries(
    questions.map(({ code }) => {
      const given = answers.find((answer) => answer.code === code)
      return [code, { result: given?.result ?? null, comment: given?.comment ?? '' }]
    }),
  )

/** What is lacking before the answers can be sent; null: nothing. */
function lackOf({ questions }: QualityCheck, answers: Answers): string | null {
  if (questions.some(({ code }) => answers[code]?.result === null)) return 'Ответьте на все вопросы'
  const isSilent = questions.some(
    ({ code }) => answers[code]?.result === 'ERROR' && answers[code].comment.trim() === '',
  )
  return isSilent ? 'Напишите, в чём каждая ошибка' : null
}

const sent = (answers: Answers) =>
  Object.entries(answers).flatMap(([code, { result, comment }]) =>
    result === null ? [] : [{ code, result, comment: comment.trim() }],
  )

function Questions({
  check,
  answers,
  onChange,
}: {
  check: QualityCheck
  answers: Answers
  /** Absent: they are read alone. */
  onChange: ((answers: Answers) => void) | null
}) {
  const name = useId()
  return (
    <ol className={styles.questions}>
      {check.questions.map(({ code, text, severity }) => {
        const { result = null, comment = '' } = answers[code] ?? {}
        const change = (next: Partial<Answers[string]>) =>
          onChange?.({ ...answers, [code]: { result, comment, ...next } })
        return (
          <li key={code}>
            <fieldset className={styles.question} disabled={onChange === null}>
              <legend>
                {text} <span className="muted">{lowered(severities[severity])} ошибка</span>
              </legend>
              {(Object.keys(qualityResults) as QualityResult[]).map((one) => (
                <label key={one}>
                  <input
                    type="radio"
                    name={`${name}-${code}`}
                    checked={result === one}
                    onChange={() => change({ result: one })}
                  />{' '}
                  {qualityResults[one]}
                </label>
              ))}
              {result === 'ERROR' &&
                (onChange === null ? (
                  <p>{comment}</p>
                ) : (
                  <TextInput
                    aria-label={`В чём ошибка: ${text}`}
                    placeholder="В чём ошибка"
                    value={comment}
                    maxLength={1_000}
                    onChange={(next) => change({ comment: next })}
                  />
                ))}
            </fieldset>
          </li>
        )
      })}
    </ol>
  )
}

function Decision({ check }: { check: QualityCheck }) {
  const { caseType, caseId, number, clientName, outcome, level, subject, amount, reasons, comment } = check
  return (
    <dl className={styles.facts}>
      <dt>Заявка</dt>
      <dd>
        <HrefLink href={decisionPath(caseType, caseId)}>{number}</HrefLink>, {clientName}
      </dd>
      <dt>Решение</dt>
      <dd>
        {finalOutcomes[outcome]}, {formatRoubles(amount)}, {formatDateTime(check.decidedAt)}
      </dd>
      <dt>Кто решил</dt>
      <dd>
        {subject === null ? 'Система' : subject.fullName}, {lowered(decisionLevels[level])}
      </dd>
      <dt>Обоснование</dt>
      <dd>
        {comment}
        {reasons.length > 0 && ` (${reasons.join(', ')})`}
      </dd>
    </dl>
  )
}

function Said({ check: { dispute, answer, gradeComment, checker, gradedAt } }: { check: QualityCheck }) {
  return (
    <>
      {checker !== null && gradedAt !== null && (
        <p className="muted">
          Проверил(а) {shortName(checker.fullName)}, {formatDateTime(gradedAt)}
          {gradeComment !== '' && `: ${gradeComment}`}
        </p>
      )}
      {dispute !== null && (
        <p className={styles.said}>
          <b>Возражение:</b> {dispute.text}
        </p>
      )}
      {answer !== null && (
        <p className={styles.said}>
          <b>Ответ, {shortName(answer.by.fullName)}:</b> {answer.text}
        </p>
      )}
    </>
  )
}

const needsAnswers: readonly string[] = ['grade', 'revise']

async function run(check: QualityCheck, action: string, answers: Answers, words: string): Promise<void> {
  const params = { id: String(check.id) }
  const { version } = check
  const comment = words.trim()
  if (action === 'grade')
    await call(gradeDecision, { params, body: { answers: sent(answers), comment, version } })
  else if (action === 'cancel') await call(cancelQualityCheck, { params, body: { comment, version } })
  else if (action === 'dispute') await call(disputeQuality, { params, body: { comment, version } })
  else
    await call(answerQualityDispute, {
      params,
      body: {
        action: action === 'revise' ? 'revise' : 'uphold',
        answers: action === 'revise' ? sent(answers) : [],
        comment,
        version,
      },
    })
}

function Loaded({ check, onChanged }: { check: QualityCheck; onChanged: () => void }) {
  const [answers, setAnswers] = useState(startOf(check))
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState(false)
  const id = useId()
  const { actions, score, grade, state } = check
  const isEdited = actions.some(({ code, enabled }) => enabled && needsAnswers.includes(code))
  const lack = (code: string, comment: string): string | null => {
    if (needsAnswers.includes(code)) {
      const found = lackOf(check, answers)
      if (found !== null) return found
    }
    return comment === 'required' && words.trim() === '' ? 'Напишите комментарий' : null
  }
  const start = async (action: string) => {
    setBusy(true)
    try {
      await run(check, action, answers, words)
      toast.success('Готово')
    } catch (failure) {
      notifyFailure(failure)
    }
    setBusy(false)
    onChanged()
  }
  return (
    <div className={styles.check}>
      <p className={styles.head}>
        <Tag>{qualityStates[state]}</Tag>
        {grade !== null && (
          <Tag tone={gradeTones[grade]}>
            {score} из 100 · {qualityGrades[grade]}
          </Tag>
        )}
      </p>
      <Decision check={check} />
      <Questions check={check} answers={answers} onChange={isEdited ? setAnswers : null} />
      <Said check={check} />
      {actions.length > 0 && (
        <>
          <label htmlFor={id}>Комментарий</label>
          <TextArea id={id} value={words} onChange={setWords} maxLength={2_000} />
          <div className={styles.buttons}>
            {actions.map(({ code, label, enabled, reasonDisabled, comment, look }) => (
              <Button
                key={code}
                look={look === 'plain' ? 'default' : look}
                loading={busy}
                disabledReason={enabled ? lack(code, comment) : reasonDisabled}
                onClick={() => void start(code)}
              >
                {label}
              </Button>
            ))}
          </div>
        </>
      )}
    </div>
  )
}

/** A sampled decision: what was decided, the list of questions, what was said of it, and what may be done. */
export function CheckDialog({
  id,
  onClose,
  onChanged,
}: {
  id: string
  onClose: () => void
  onChanged: () => void
}) {
  const answer = useQuery(query(getQualityCheck, { params: { id } }))
  const changed = () => {
    void answer.refetch()
    onChanged()
  }
  return (
    <Dialog open size="wide" title="Проверка качества решения" onClose={onClose}>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <SkeletonRows />}
      {answer.data && <Loaded key={answer.data.version} check={answer.data} onChanged={changed} />}
    </Dialog>
  )
}
