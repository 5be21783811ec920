import { topics } from '@ipoteka-office/contract/live.ts'
import {
  getRecognisedPaper,
  type RecognisedPaper,
  takeRecognised,
} from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import { recognisedTargets } from '@ipoteka-office/contract/recognised-papers/recognised-values.ts'
import {
  type PageBox,
  type RecognisedField,
  sureConfidence,
} from '@ipoteka-office/contract/recognition/recognition.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { SkeletonLine } from '#ui/loader.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { refreshHead } from '../case/case-data.ts'
import { refreshQuestionnaire } from '../case-sections/questionnaire-data.ts'
import { FailureBlock } from '../failure-block.tsx'
import { useLiveRefresh } from '../live-refresh.ts'
import { notifyFailure } from '../notify-failure.ts'
import { PaperWarning } from './paper-warning.tsx'
import styles from './recognition.module.css'
import { type Value, ValueList } from './value-list.tsx'

const keyOf = ({ section, field }: Pick<Value, 'section' | 'field'>) => `${section} ${field}`

/** What a person should look at before it is taken: read badly, or unlike what the questionnaire says. */
const isDoubtful = ({ confidence, problems, same, held }: Value) =>
  !same && (confidence < sureConfidence || problems.length > 0 || held !== null)

/** What is ticked before anybody has looked: what was read for sure and is not in the questionnaire yet. */
const sureOf = ({ values }: RecognisedPaper) =>
  new Set(values.filter((value) => !value.same && !isDoubtful(value)).map(keyOf))

const isWarned = ({ differences, answer }: RecognisedPaper) =>
  differences.length > 0 && (answer === null || answer.code === 'ANOTHER_PERSON')

/** What was left unticked because it wants a look. */
function doubtText(values: readonly Value[]): string | null {
  const names = values.map(({ label }) => `«${label}»`)
  if (names.length === 0) return null
  return names.length > 3
    ? `${countOf(names.length, 'поле', 'поля', 'полей')} сверьте со сканом и отметьте сами`
    : `${names.join(', ')}: сверьте со сканом и отметьте сами`
}

function Offer({
  paper,
  place,
  onSpotOf,
  onChanged,
}: {
  paper: RecognisedPaper
  place: Place
  onSpotOf: (value: Value) => void
  onChanged: () => Promise<unknown>
}) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => sureOf(paper))
  const [busy, setBusy] = useState(false)
  const open = paper.values.filter(({ same }) => !same)
  const chosen = open.filter((value) => ticked.has(keyOf(value)))
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
  const tick = (values: readonly Value[], on: boolean) =>
    setTicked((now) => {
      const next = new Set(now)
      for (const value of values)
        if (on) next.add(keyOf(value))
        else next.delete(keyOf(value))
      return next
    })
  const reason =
    paper.reason ??
    (isWarned(paper) ? 'Сначала ответьте на предупреждение' : chosen.length === 0 ? 'Отметьте поля' : null)
  const note = doubtText(open.filter((value) => isDoubtful(value) && !ticked.has(keyOf(value))))
  return (
    <section aria-label={`В анкету: ${paper.participantName}`}>
      <PaperWarning paper={paper} place={place} onAnswered={onChanged} />
      <ValueList
        values={paper.values}
        isTicked={(value) => ticked.has(keyOf(value))}
        isDoubtful={isDoubtful}
        onTick={tick}
        onSpot={onSpotOf}
      />
      <div className={cx(styles.takeFoot, !isWarned(paper) && styles.takeNow)}>
        {open.length === 0 ? (
          <span className="muted small">Всё прочитанное уже в анкете: {paper.participantName}</span>
        ) : (
          <>
            {note !== null && <span className="muted small">{note}</span>}
            <Button look="primary" loading={busy} disabledReason={reason} onClick={() => void take()}>
              Взять в анкету: {countOf(chosen.length, 'поле', 'поля', 'полей')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

/** Which file of which case. */
export interface Place {
  readonly id: string
  readonly documentId: string
  readonly storageId: string
}

/** Where a value of the questionnaire was read on the scan. */
function boxOf({ section, field }: Value, fields: readonly RecognisedField[]): PageBox | null {
  const target = Object.values(recognisedTargets)
    .flat()
    .find((one) => one.section === section && one.field === field)
  return fields.find(({ name, box }) => box !== null && target?.from.includes(name))?.box ?? null
}

/** What a recognised paper gives to its holder's questionnaire, by ticks beside the scan. */
export function IntoQuestionnaire({
  place,
  fields,
  onSpot,
  rest,
}: {
  place: Place
  /** Everything that was read, for its places on the scan. */
  fields: readonly RecognisedField[]
  onSpot: (box: PageBox | null) => void
  /** The plain list of what was read: folded where there is something to offer. */
  rest: ReactNode
}) {
  const answer = useQuery(query(getRecognisedPaper, { params: place }))
  // Another person may change the questionnaire or answer the warning meanwhile.
  useLiveRefresh(topics.case(Number(place.id)), () => void answer.refetch())
  if (answer.isError)
    return (
      <>
        <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
        {rest}
      </>
    )
  if (!answer.data) return <SkeletonLine width={70} />
  const { participantId, differences, values, reason } = answer.data
  if (participantId === null)
    return (
      <>
        {reason !== null && <p className={styles.nothing}>{reason}</p>}
        {rest}
      </>
    )
  if (values.length === 0 && differences.length === 0) return rest
  return (
    <>
      <Offer
        paper={answer.data}
        place={place}
        onSpotOf={(value) => onSpot(boxOf(value, fields))}
        onChanged={() => answer.refetch()}
      />
      <details className={styles.rest}>
        <summary>Реквизиты, проверки и всё прочитанное</summary>
        {rest}
      </details>
    </>
  )
}
