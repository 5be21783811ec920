import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { type CaseDuplicate, duplicateReasons } from '@ipoteka-office/contract/cases/case-duplicates.ts'
import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import { passportText } from '@ipoteka-office/contract/common/person/passport.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { FoundDuplicates } from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { useState } from 'react'
import { ApiFailure } from '#api/failure.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue, formatMoney, formatPhone } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './duplicates.module.css'

/** The duplicates that a refused creation tells of; null for another failure. */
export function duplicatesOf(failure: unknown): CaseDuplicate[] | null {
  if (!(failure instanceof ApiFailure) || failure.status !== 409) return null
  const current = ErrorBody.safeParse(failure.body).data?.current
  return FoundDuplicates.safeParse(current).data?.duplicates ?? null
}

const shownPassport = (value: string) => (/^\d{10}$/.test(value) ? passportText(value) : value)

/** What is typed now, to stand beside what was found. */
export interface Mine {
  readonly clientName: string
  readonly birthDate: string
  readonly passport: string
  readonly phone: string
}

const shownMine = (key: keyof Mine, value: string) => {
  if (key === 'passport') return shownPassport(value)
  return key === 'phone' && value !== '' ? formatPhone(value) : value
}

const rows: readonly [label: string, mine: keyof Mine, found: (one: CaseDuplicate) => string | null][] = [
  ['Клиент', 'clientName', (one) => one.clientName],
  ['Дата рождения', 'birthDate', (one) => one.birthDate && formatDate(one.birthDate)],
  ['Паспорт', 'passport', (one) => one.passport && shownPassport(one.passport)],
  ['Телефон', 'phone', (one) => one.phone && formatPhone(one.phone)],
]

function Found({
  one,
  mine,
  linked,
  onLink,
}: {
  one: CaseDuplicate
  mine: Mine
  linked: boolean
  onLink: ((linked: boolean) => void) | undefined
}) {
  return (
    <li className={styles.found}>
      <div className={styles.head}>
        <b>
          {caseTypes[one.type].name} {one.number}
        </b>
        <Tag tone={one.closed ? 'neutral' : 'blue'}>{one.stageName}</Tag>
        {one.reasons.map((reason) => (
          <Tag key={reason} tone="amber">
            {duplicateReasons[reason]}
          </Tag>
        ))}
      </div>
      <table className={styles.sides}>
        <thead>
          <tr>
            <th scope="col">Поле</th>
            <th scope="col">Вводите сейчас</th>
            <th scope="col">Найдено</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, key, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{shownMine(key, mine[key]) || emptyValue}</td>
              <td>{value(one) || emptyValue}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Заявка</th>
            <td>{emptyValue}</td>
            <td>
              {[one.programme, one.amount && formatMoney(one.amount), one.partner.shortName]
                .filter(Boolean)
                .join(', ')}
            </td>
          </tr>
        </tbody>
      </table>
      <div className={styles.actions}>
        <a href={casePath(one.type, one.id)} target="_blank" rel="noreferrer">
          Открыть {one.number}
        </a>
        {onLink && (
          <Button aria-pressed={linked} onClick={() => onLink(!linked)}>
            {linked ? 'Будет связана' : 'Связать'}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Cases that seem to be of the same client, side by side with what is typed: open, tie to, or create all the same. */
export function DuplicatesDialog({
  found,
  mine,
  onClose,
  onCreate,
  linkable = false,
}: {
  found: readonly CaseDuplicate[]
  mine: Mine
  onClose: () => void
  /** Absent: they were only looked for. */
  onCreate?: (linkTo: number[]) => void
  linkable?: boolean
}) {
  const [linkTo, setLinkTo] = useState<number[]>([])
  const link = (id: number) => (linked: boolean) =>
    setLinkTo((before) => (linked ? [...before, id] : before.filter((one) => one !== id)))
  return (
    <Dialog
      open
      size="wide"
      title={found.length === 0 ? 'Дублей не найдено' : `Возможные дубли: ${found.length}`}
      onClose={onClose}
      {...(onCreate
        ? {
            approval: {
              text: linkTo.length > 0 ? 'Создать и связать' : 'Создать всё равно',
              onApprove: () => onCreate(linkTo),
              cancelText: 'Вернуться к форме',
            },
          }
        : { footer: <Button onClick={onClose}>Закрыть</Button> })}
    >
      {found.length === 0 && <p>Ни паспорт, ни ФИО с датой рождения, ни телефон недавних дел не совпали.</p>}
      <ul className={styles.list}>
        {found.map((one) => (
          <Found
            key={one.id}
            one={one}
            mine={mine}
            linked={linkTo.includes(one.id)}
            onLink={linkable ? link(one.id) : undefined}
          />
        ))}
      </ul>
    </Dialog>
  )
}
