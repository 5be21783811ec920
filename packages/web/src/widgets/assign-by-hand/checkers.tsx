import type { Checker } from '@ipoteka-office/contract/queue/manual-assignments.ts'
import { countOf } from '#lib/plural.ts'
import { LoadBar } from '#ui/load-bar.tsx'
import { reasonsText } from './assignment-words.ts'
import styles from './assign-by-hand.module.css'
import { whyNotText } from './checker-words.ts'

function Free({
  person,
  asked,
  chosen,
  onChoose,
}: {
  person: Checker
  asked: number
  chosen: boolean
  onChoose: () => void
}) {
  const { fullName, open, limit, fits, reasons } = person
  return (
    <li>
      <label className={styles.person}>
        <input type="radio" name="checker" checked={chosen} onChange={onChoose} />
        <span className={styles.name}>
          {fullName}
          {fits < asked && Object.keys(reasons).length > 0 && (
            <span className={styles.note}>
              {`возьмёт ${countOf(fits, 'заявку', 'заявки', 'заявок')} из ${asked}: ${reasonsText(reasons)}`}
            </span>
          )}
        </span>
        <LoadBar used={open} limit={limit} />
      </label>
    </li>
  )
}

/** Those who may take the applications, to choose from, and the others with the reasons. */
export function Checkers({
  people,
  asked,
  chosen,
  onChoose,
}: {
  people: readonly Checker[]
  /** How many applications are given. */
  asked: number
  chosen: number | null
  onChoose: (id: number) => void
}) {
  const free = people.filter(({ fits }) => fits > 0)
  const others = people.filter(({ fits }) => fits === 0)
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Можно назначить</legend>
        {free.length === 0 && <p className="muted">Сейчас никому: почему — ниже</p>}
        <ul className={styles.people}>
          {free.map((person) => (
            <Free
              key={person.id}
              person={person}
              asked={asked}
              chosen={chosen === person.id}
              onChoose={() => onChoose(person.id)}
            />
          ))}
        </ul>
      </fieldset>
      {others.length > 0 && (
        <section className={styles.group} aria-label="Назначить нельзя">
          <h3>Назначить нельзя</h3>
          <ul className={styles.people}>
            {others.map((person) => (
              <li key={person.id} className={styles.person}>
                <span className={styles.name}>
                  {person.fullName}
                  <span className={styles.note}>{whyNotText(person, asked)}</span>
                </span>
                <LoadBar used={person.open} limit={person.limit} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
