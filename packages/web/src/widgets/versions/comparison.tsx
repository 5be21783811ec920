import { lowered } from '#lib/words.ts'
import type { ComparedField } from '@ipoteka-office/contract/history/history.ts'
import { Fragment } from 'react'
import { formatDateTime } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { cx } from '#ui/class-names.ts'
import { HrefLink } from '../href-link.tsx'
import styles from './versions.module.css'

interface Place {
  readonly name: string
  readonly section: string
  readonly participantId: number | null
  readonly fields: readonly ComparedField[]
}

/** How both sides of a comparison are told. */
export interface Sides {
  /** Where the record stood at a moment, in words; without one: where it stands now. */
  readonly standing: (at: string | undefined) => string | null
  /** Where a part of the record is; absent: nowhere else than here. */
  readonly hrefOf?: (place: { section: string; participantId: number | null }) => string
}

function placesOf(fields: readonly ComparedField[]): Place[] {
  const places = Map.groupBy(fields, ({ sectionName, participantId }) => `${sectionName} ${participantId}`)
  return [...places.values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const { sectionName: name, section, participantId } = first
    return [{ name, section, participantId, fields: own }]
  })
}

function Side({ title, stage, at }: { title: string; stage: string | null; at: string | undefined }) {
  return (
    <th scope="col">
      {title}
      <span className={styles.moment}>
        {at === undefined ? 'сейчас' : formatDateTime(at)}
        {stage !== null && `, ${lowered(stage)}`}
      </span>
    </th>
  )
}

function Row({ field: { label, before, after, changed } }: { field: ComparedField }) {
  return (
    <tr className={cx(changed && styles.changed)}>
      <th scope="row">
        {label}
        {changed && <span className="visually-hidden">, изменено</span>}
      </th>
      <td>{before}</td>
      <td>{changed ? <b>{after}</b> : after}</td>
    </tr>
  )
}

/** «Изменено 3 поля в 2 разделах». */
export function summaryOf(fields: readonly ComparedField[]): string {
  const changed = fields.filter((field) => field.changed)
  if (changed.length === 0) return 'Различий нет'
  const places = placesOf(changed).length
  const where = `${places} ${places % 10 === 1 && places % 100 !== 11 ? 'разделе' : 'разделах'}`
  return `Изменено ${countOf(changed.length, 'поле', 'поля', 'полей')} в ${where}`
}

/** Both sides field by field, by sections; what changed is marked, a section's name leads to it where it has a place of its own. */
export function Comparison({
  sides: { standing, hrefOf },
  fields,
  from,
  to,
}: {
  sides: Sides
  fields: readonly ComparedField[]
  from: string
  to: string | undefined
}) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Поле</th>
          <Side title="Было" stage={standing(from)} at={from} />
          <Side title="Стало" stage={standing(to)} at={to} />
        </tr>
      </thead>
      <tbody>
        {placesOf(fields).map((place) => (
          <Fragment key={`${place.name} ${place.participantId}`}>
            <tr className={styles.place}>
              <th colSpan={3} scope="colgroup">
                {hrefOf ? <HrefLink href={hrefOf(place)}>{place.name}</HrefLink> : place.name}
              </th>
            </tr>
            {place.fields.map((field, at) => (
              // Several rows of a list have one name; their order within an answer is theirs.
              <Row key={`${field.field} ${at}`} field={field} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
