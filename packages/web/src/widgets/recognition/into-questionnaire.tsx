import { sureConfidence } from '@ipoteka-office/contract/recognition.ts'
import {
  getRecognisedPaper,
  type RecognisedPaper,
  takeRecognised,
} from '@ipoteka-office/contract/recognised-papers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { FormSection } from '#ui/form-section.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toasts.tsx'
import { refreshHead } from '../case/case-data.ts'
import { refreshQuestionnaire } from '../case-sections/questionnaire-data.ts'
import { FailureBlock } from '../failure-block.tsx'
import { notifyFailure } from '../notify-failure.ts'
import { PaperWarning } from './paper-warning.tsx'
import styles from './recognition.module.css'
import { sureness, valueText } from './recognition-words.ts'

type Value = RecognisedPaper['values'][number]
const keyOf = ({ section, field }: Pick<Value, 'section' | 'field'>) => `${section} ${field}`
const shown = ({ field }: Value, value: string) =>
  valueText({ name: field === 'incomes' ? 'averageIncome' : field, value })

/** What is ticked before anybody has looked: what was read for sure and is not in the questionnaire yet. */
const sureOf = ({ values }: RecognisedPaper) =>
  new Set(
    values
      .filter(
        ({ confidence, problems, same }) => confidence >= sureConfidence && problems.length === 0 && !same,
      )
      .map(keyOf),
  )

function Row({ value, ticked, onTick }: { value: Value; ticked: boolean; onTick: (on: boolean) => void }) {
  const { word, tone } = sureness(value.confidence)
  const isDoubtful = value.confidence < sureConfidence || value.problems.length > 0
  return (
    <li className={cx(styles.take, isDoubtful && styles.doubtful)}>
      <label>
        <input
          type="checkbox"
          checked={ticked}
          disabled={value.same}
          onChange={(event) => onTick(event.target.checked)}
        />
        <span>
          <span className={styles.label}>{value.label}</span>
          <b>{shown(value, value.value)}</b>
          {value.same && <span className="muted small">Уже в анкете</span>}
          {!value.same && value.held !== null && (
            <span className={styles.held}>В анкете: {shown(value, value.held)}</span>
          )}
        </span>
      </label>
      <Tag tone={tone}>{word}</Tag>
    </li>
  )
}

function Offer({
  paper,
  place,
  onChanged,
}: {
  paper: RecognisedPaper
  place: Place
  onChanged: () => Promise<unknown>
}) {
  const [ticked, setTicked] = useState(() => sureOf(paper))
  const [busy, setBusy] = useState(false)
  const chosen = paper.values.filter((value) => ticked.has(keyOf(value)) && !value.same)
  const isWarned =
    paper.differences.length > 0 && (paper.answer === null || paper.answer.code === 'ANOTHER_PERSON')
  const take = async () => {
    setBusy(true)
    try {
      const fields = chosen.map(({ section, field }) => ({ section, field }))
      await call(takeRecognised, { params: place, body: { fields, versions: paper.versions } })
      toast.success(`Взято в анкету: ${countOf(fields.length, 'поле', 'поля', 'полей')}`)
    } catch (failure) {
      notifyFailure(failure)
    }
    await Promise.all([onChanged(), refreshQuestionnaire(Number(place.id)), refreshHead(Number(place.id))])
    setBusy(false)
  }
  const reason =
    paper.reason ??
    (isWarned ? 'Сначала ответьте на предупреждение' : chosen.length === 0 ? 'Отметьте поля' : null)
  return (
    <FormSection title={`В анкету: ${paper.participantName}`} grid={false}>
      <PaperWarning paper={paper} place={place} onAnswered={onChanged} />
      <ul className={styles.takes} aria-label="Взять в анкету">
        {paper.values.map((value) => (
          <Row
            key={keyOf(value)}
            value={value}
            ticked={ticked.has(keyOf(value)) || value.same}
            onTick={(on) =>
              setTicked((now) => {
                const next = new Set(now)
                if (on) next.add(keyOf(value))
                else next.delete(keyOf(value))
                return next
              })
            }
          />
        ))}
      </ul>
      <Button look="primary" loading={busy} disabledReason={reason} onClick={() => void take()}>
        Взять в анкету: {countOf(chosen.length, 'поле', 'поля', 'полей')}
      </Button>
    </FormSection>
  )
}

/** Which file of which case. */
export interface Place {
  readonly id: string
  readonly documentId: string
  readonly storageId: string
}

/** What a recognised paper gives to its holder's questionnaire, by ticks beside the scan. */
export function IntoQuestionnaire({ place }: { place: Place }) {
  const answer = useQuery({ ...query(getRecognisedPaper, { params: place }), refetchOnMount: 'always' })
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonLine width={70} />
  if (answer.data.participantId === null) return null
  return <Offer paper={answer.data} place={place} onChanged={() => answer.refetch()} />
}
