import type { ProcessPicture } from '@ipoteka-office/contract/common/process.ts'
import { emptyValue } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { minutesText } from '../case/case-words.ts'
import styles from './process.module.css'

type Way = ProcessPicture['transitions'][number]

function Ways({
  ways,
  end,
  process,
  onChoose,
}: {
  ways: readonly Way[]
  end: 'to' | 'from'
  process: ProcessPicture
  onChoose: (code: string) => void
}) {
  const nameOf = (code: string) => process.states.find((state) => state.code === code)?.name ?? code
  return (
    <ul className={styles.list}>
      {ways.map((way) => (
        <li key={`${way.from} ${way.action} ${way.to}`}>
          {way.label} {end === 'to' ? '→' : '←'}{' '}
          <Button look="link" onClick={() => onChoose(way[end])}>
            {nameOf(way[end])}
          </Button>
          <div className="muted small">
            {way.bySystem ? 'система' : way.by.join(', ')}
            {way.guards.length > 0 && ` · условия: ${way.guards.join(', ')}`}
            {way.taken > 0 && ` · пройдено: ${countOf(way.taken, 'раз', 'раза', 'раз')}`}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What is known of a state: its deadline and task, how long it was there, the ways out and in. */
export function StateDetails({
  process,
  chosen,
  onChoose,
}: {
  process: ProcessPicture
  chosen: string
  onChoose: (code: string) => void
}) {
  const state = process.states.find(({ code }) => code === chosen)
  if (!state) return null
  const facts = [
    ...(process.states.some(({ deadline }) => deadline !== null)
      ? [['Срок', state.deadline ?? emptyValue]]
      : []),
    ...(process.states.some(({ task }) => task !== null) ? [['Задача', state.task ?? emptyValue]] : []),
    ...(state.pause === null ? [] : [['Срок стоит', state.pause]]),
    [
      'Пребывание здесь',
      state.visits === 0
        ? 'нет'
        : `${countOf(state.visits, 'раз', 'раза', 'раз')}, всего ${minutesText(state.minutes)}`,
    ],
  ]
  const out = process.transitions.filter(({ from }) => from === chosen)
  const into = process.transitions.filter(({ to }) => to === chosen)
  return (
    <FormCard>
      <FormSection title={state.name} grid={false}>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <h3>Куда отсюда</h3>
        {out.length === 0 ? (
          <p className="muted">Некуда: состояние конечное</p>
        ) : (
          <Ways ways={out} end="to" process={process} onChoose={onChoose} />
        )}
      </FormSection>
      {into.length > 0 && (
        <FormSection title="Откуда сюда" grid={false}>
          <Ways ways={into} end="from" process={process} onChoose={onChoose} />
        </FormSection>
      )}
    </FormCard>
  )
}
