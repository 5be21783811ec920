import { participantFields } from '@ipoteka-office/contract/cases/participant-fields.ts'
import {
  addParticipant,
  findKnownPersons,
  type KnownPerson,
  ParticipantRole,
  participantRoles,
} from '@ipoteka-office/contract/cases/case-participants.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { formatDate } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { SuggestInput } from '#ui/input/suggest-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { EntryDialog, useEntryForm } from '../record/entry-dialog.tsx'
import styles from './case-sections.module.css'

interface Values {
  role: string
  search: string
  lastName: string
  firstName: string
  middleName: string
}

const roleOptions = Object.entries(participantRoles)
  .filter(([code]) => code !== 'MAIN_BORROWER')
  .map(([code, name]) => ({ code, name }))
const names = [
  ['lastName', 'Фамилия'],
  ['firstName', 'Имя'],
  ['middleName', 'Отчество'],
] as const

const personNote = ({ birthDate, passport, phone, cases }: KnownPerson) =>
  [
    birthDate && formatDate(birthDate),
    passport && `паспорт ${passport}`,
    phone,
    cases > 0 && `заявок: ${cases}`,
  ]
    .filter(Boolean)
    .join(' · ')

const searchPersons = (caseId: number) => async (search: string, signal: AbortSignal) => {
  const found = await call(findKnownPersons, { params: { id: String(caseId) }, body: { search } }, { signal })
  return {
    items: found.map((item) => ({
      key: String(item.id),
      title: item.fullName,
      note: personNote(item),
      item,
    })),
    emptyText: 'Среди известных людей никого нет: заполните имя ниже',
  }
}

/** A new participant: somebody known, whose questionnaire starts from the last one, or a new name. */
export function ParticipantDialog({
  caseId,
  onClose,
  onAdded,
}: {
  caseId: number
  onClose: () => void
  onAdded: (participantId: number) => void
}) {
  const [person, setPerson] = useState<KnownPerson | null>(null)
  const entry = useEntryForm<Values>({
    values: { role: 'CO_BORROWER', search: '', lastName: '', firstName: '', middleName: '' },
    issues: ({ lastName }) =>
      person === null && lastName.trim() === ''
        ? [{ path: ['lastName'], message: 'Укажите фамилию или выберите человека' }]
        : [],
    save: async ({ role, lastName, firstName, middleName }) => {
      const added = await call(addParticipant, {
        params: { id: String(caseId) },
        body: {
          role: ParticipantRole.parse(role),
          ...(person === null ? { lastName, firstName, middleName } : { personId: person.id }),
        },
      })
      onAdded(added.id)
    },
    saved: 'Участник добавлен',
    onDone: onClose,
  })
  const { control, setValue } = entry.form
  const search = useWatch({ control, name: 'search' })
  const forget = (text: string) => {
    if (person !== null && text !== person.fullName) setPerson(null)
  }
  return (
    <EntryDialog title="Новый участник" entry={entry} onClose={onClose} saveText="Добавить">
      <Field control={control} name="role" label={participantFields.role.label} span="full">
        {(input) => <SingleSelect {...input} options={roleOptions} />}
      </Field>
      <Field
        control={control}
        name="search"
        label="Найти среди известных: ФИО, паспорт или телефон"
        span="full"
        hint={person ? 'Анкета начнётся с того, что человек сообщил в прошлый раз' : undefined}
      >
        {({ value, onChange, ...input }) => (
          <SuggestInput<KnownPerson>
            {...input}
            value={value}
            onChange={(text) => {
              onChange(text)
              forget(text)
            }}
            onPick={(found) => {
              setPerson(found)
              setValue('search', found.fullName)
            }}
            search={searchPersons(caseId)}
            minLength={3}
          />
        )}
      </Field>
      {person === null ? (
        names.map(([name, label]) => (
          <Field key={name} control={control} name={name} label={label}>
            {(input) => <TextInput {...input} />}
          </Field>
        ))
      ) : (
        <p className={styles.known}>
          Выбран: <b>{person.fullName}</b> {personNote(person)}
          {search === '' && ' (поиск очищен)'}
        </p>
      )}
    </EntryDialog>
  )
}
