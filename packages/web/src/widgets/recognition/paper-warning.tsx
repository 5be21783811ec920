import {
  answerPaperWarning,
  type PaperAnswer,
  paperAnswers,
  type RecognisedPaper,
} from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { refreshHead } from '../case/case-data.ts'
import { notifyFailure } from '../notify-failure.ts'
import type { Place } from './into-questionnaire.tsx'
import styles from './recognition.module.css'
import { valueText } from './recognition-words.ts'

const codes = Object.keys(paperAnswers) as PaperAnswer[]

/** A paper of another person, in red, until somebody says what it is. */
export function PaperWarning({
  paper,
  place,
  onAnswered,
}: {
  paper: RecognisedPaper
  place: Place
  onAnswered: () => Promise<unknown>
}) {
  const [busy, setBusy] = useState<PaperAnswer | null>(null)
  const { differences, answer, blocks, reason } = paper
  if (differences.length === 0) return null
  const say = async (code: PaperAnswer) => {
    setBusy(code)
    try {
      await call(answerPaperWarning, { params: place, body: { answer: code } })
    } catch (failure) {
      notifyFailure(failure)
    }
    await Promise.all([onAnswered(), refreshHead(Number(place.id))])
    setBusy(null)
  }
  const isOpen = answer === null || answer.code === 'ANOTHER_PERSON'
  return (
    <div role={isOpen ? 'alert' : 'note'} className={isOpen ? styles.foreign : styles.settled}>
      <b>Документ не сходится с анкетой</b>
      <ul>
        {differences.map(({ field, label, inPaper, inQuestionnaire }) => (
          <li key={field}>
            {label}: в документе {valueText({ name: field, value: inPaper })}, в анкете{' '}
            {valueText({ name: field, value: inQuestionnaire })}
          </li>
        ))}
      </ul>
      {blocks && (
        <p>
          {answer === null
            ? 'Пока нет ответа, заявка не отправляется.'
            : 'Заявка не отправится, пока документ не заменят.'}
        </p>
      )}
      {answer !== null && (
        <p className="small">
          {paperAnswers[answer.code]} — {answer.by}, {formatDateTime(answer.at)}
        </p>
      )}
      {isOpen && (
        <div className={styles.answers}>
          {codes
            .filter((code) => code !== answer?.code)
            .map((code) => (
              <Button
                key={code}
                loading={busy === code}
                disabledReason={reason}
                onClick={() => void say(code)}
              >
                {paperAnswers[code]}
              </Button>
            ))}
        </div>
      )}
    </div>
  )
}
