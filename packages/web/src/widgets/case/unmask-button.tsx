import { type UnmaskedPerson, unmaskCase } from '@ipoteka-office/contract/access-log/unmask.ts'
import { participantRoles } from '@ipoteka-office/contract/cases/case-participants.ts'
import { passportText } from '@ipoteka-office/contract/common/person/passport.ts'
import { snilsText } from '@ipoteka-office/contract/common/person/snils-text.ts'
import { useMutation } from '@tanstack/react-query'
import { mutation } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { emptyValue, formatPhone } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './unmask.module.css'

const numbers = [
  { key: 'phone', label: 'Телефон', text: formatPhone },
  { key: 'passport', label: 'Паспорт', text: passportText },
  { key: 'inn', label: 'ИНН', text: (value: string) => value },
  { key: 'snils', label: 'СНИЛС', text: snilsText },
] as const

const roleName = (role: string | null): string =>
  role !== null && Object.hasOwn(participantRoles, role)
    ? participantRoles[role as keyof typeof participantRoles]
    : 'Клиент'

function Person({ person }: { person: UnmaskedPerson }) {
  return (
    <section className={styles.person} aria-label={person.name}>
      <h3>
        {person.name} <span className="muted small">{roleName(person.role)}</span>
      </h3>
      <dl className={styles.numbers}>
        {numbers.map(({ key, label, text }) => {
          const value = person[key]
          return (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                {value === null ? emptyValue : text(value)}
                {value !== null && (
                  <CopyButton compact text={text(value)} label={`Скопировать: ${label}, ${person.name}`} />
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

/** «Показать данные»: numbers of everybody in the case, whole; each showing is written to the journal of access. */
export function UnmaskButton({ caseId }: { caseId: number }) {
  const mayShow = useRights().mayCall(unmaskCase)
  const show = useMutation({ ...mutation(unmaskCase), onError: notifyFailure })
  if (!mayShow) return null
  return (
    <>
      <Button
        look="link"
        loading={show.isPending}
        onClick={() => show.mutate({ params: { id: String(caseId) }, body: {} })}
      >
        Показать данные
      </Button>
      <Dialog
        open={show.data !== undefined}
        onClose={() => show.reset()}
        title="Персональные данные"
        size="medium"
        footer={<Button onClick={() => show.reset()}>Закрыть</Button>}
      >
        {show.data?.map((person) => (
          <Person key={`${person.personId ?? 0} ${person.name}`} person={person} />
        ))}
        <p className={styles.note}>Просмотр записан в журнал доступа.</p>
      </Dialog>
    </>
  )
}
