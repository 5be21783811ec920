import {
  type BlacklistAgreement,
  type ComparedSide,
  comparedLabels,
} from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import { blacklistCategories, blacklistLevels } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { formatDate } from '#lib/dates.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import styles from './agreement-words.module.css'

const tones: Record<BlacklistAgreement['effect'], Tone> = { STOP: 'red', REVIEW: 'amber', INFO: 'blue' }
const fields = Object.entries(comparedLabels) as [keyof ComparedSide, string][]
const shown = (field: keyof ComparedSide, value: string | null) =>
  value === null ? '—' : field === 'birthDate' ? formatDate(value) : value

/** Everything known of one side in a line: «Имя, наименование: Сомов Пётр · ИНН: 770100000019». */
export const comparedText = (side: ComparedSide): string =>
  fields
    .filter(([field]) => side[field] !== null)
    .map(([field, label]) => `${label}: ${shown(field, side[field])}`)
    .join(' · ')

/** How an entry of a blacklist agrees with somebody: what it means, what agrees, and both side by side. */
export function AgreementWords({
  agreement: { effect, entry, exact, score, agreed, against, listed },
  name,
  given,
}: {
  agreement: BlacklistAgreement
  name: string
  given: ComparedSide
}) {
  const known = fields.filter(([field]) => listed[field] !== null || given[field] !== null)
  return (
    <>
      <p className={styles.head}>
        <Tag tone={tones[effect]}>{blacklistLevels[effect]}</Tag>
        <strong>{name}</strong>
        <span>{blacklistCategories[entry.category]}</span>
        <span className="muted">{exact ? 'точное совпадение' : `сходство ${score} из 100`}</span>
      </p>
      <p className={styles.words}>
        <span className="muted">
          {agreed.join(' · ')}
          {against.length > 0 && `. Против: ${against.join(', ')}`}
        </span>
      </p>
      <table className={styles.sides}>
        <thead className="muted">
          <tr>
            <th scope="col">Сведения</th>
            <th scope="col">В чёрном списке</th>
            <th scope="col">Проверяется</th>
          </tr>
        </thead>
        <tbody>
          {known.map(([field, label]) => (
            <tr key={field}>
              <th scope="row" className="muted">
                {label}
              </th>
              <td>{shown(field, listed[field])}</td>
              <td>{shown(field, given[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
