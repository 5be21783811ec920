import { contactFields as fields } from '@ipoteka-office/contract/leads/contact-fields.ts'
import {
  addContactAttempt,
  cancelContactAttempt,
  type ContactAttempt,
  type ContactOutcome,
  contactKinds,
  contactOutcomes,
  type LeadCard,
} from '@ipoteka-office/contract/leads/leads.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { bankMoment, formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { Tag } from '#ui/tag.tsx'
import { TimeInput } from '#ui/input/time-input.tsx'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './leads.module.css'
import { PlainField } from '#widgets/record/plain-field.tsx'

interface Values {
  kind: ContactAttempt['kind']
  outcome: ContactOutcome | null
  comment: string
  day: string
  time: string
}

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([code, name]) => ({ code, name }))

function AttemptDialog({
  lead,
  onClose,
  onSaved,
}: {
  lead: LeadCard
  onClose: () => void
  onSaved: (lead: LeadCard) => void
}) {
  const entry = useEntryForm<Values>({
    values: { kind: 'CALL', outcome: null, comment: '', day: '', time: '10:00' },
    issues: ({ outcome, day, time }) => [
      ...(outcome === null ? [{ path: ['outcome'], message: 'Поле должно быть заполнено' }] : []),
      ...(day !== '' && bankMoment(day, time) === null
        ? [{ path: ['day'], message: 'Укажите дату и время целиком' }]
        : []),
    ],
    save: async ({ kind, outcome, comment, day, time }) => {
      if (outcome === null) return
      const body = { kind, outcome, comment, nextContactAt: bankMoment(day, time) }
      onSaved(await call(addContactAttempt, { params: { leadId: String(lead.id) }, body }))
    },
    saved: 'Попытка записана',
    onDone: onClose,
  })
  const { control } = entry.form
  return (
    <EntryDialog title="Попытка связаться" entry={entry} size="medium" onClose={onClose} saveText="Записать">
      <Field control={control} name="kind" label={fields.kind.label}>
        {(input) => <SingleSelect {...input} options={optionsOf(contactKinds)} />}
      </Field>
      <Field control={control} name="outcome" label={fields.outcome.label}>
        {(input) => <SingleSelect {...input} options={optionsOf(contactOutcomes)} />}
      </Field>
      <Field control={control} name="day" label={`${fields.nextContactAt.label}: дата`}>
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="time" label="Время">
        {(input) => <TimeInput {...input} />}
      </Field>
      <PlainField control={control} fields={fields} name="comment" span="full" />
    </EntryDialog>
  )
}

function Attempt({
  attempt,
  lead,
  disabled,
  onChanged,
}: {
  attempt: ContactAttempt
  lead: LeadCard
  disabled: boolean
  onChanged: (lead: LeadCard) => void
}) {
  const { id, at, author, kind, outcome, comment, nextContactAt, cancelled } = attempt
  const toggle = async () => {
    const params = { leadId: String(lead.id), attemptId: String(id) }
    try {
      onChanged(await call(cancelContactAttempt, { params, body: { cancelled: !cancelled } }))
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <li className={cx(styles.attempt, cancelled && styles.cancelled)}>
      <div className={styles.line}>
        <span className="muted">{formatDateTime(at)}</span>
        <b>{contactKinds[kind]}</b>
        <Tag tone={outcome === 'REACHED' ? 'green' : 'amber'}>{contactOutcomes[outcome]}</Tag>
        {cancelled && <Tag>записана по ошибке</Tag>}
        <span className="muted">{author.fullName}</span>
      </div>
      {comment !== '' && <div>{comment}</div>}
      {nextContactAt && (
        <div className="muted">
          {fields.nextContactAt.label}: {formatDateTime(nextContactAt)}
        </div>
      )}
      {!disabled && (
        <Button look="link" onClick={() => void toggle()}>
          {cancelled ? 'Вернуть запись' : 'Отметить как ошибочную'}
        </Button>
      )}
    </li>
  )
}

/** The log of attempts to reach the client, and when the next one is due. */
export function ContactAttempts({
  lead,
  disabled,
  onChanged,
}: {
  lead: LeadCard
  disabled: boolean
  onChanged: (lead: LeadCard) => void
}) {
  const [adding, setAdding] = useState(false)
  return (
    <FormCard>
      <FormSection title="Связь с клиентом" grid={false}>
        <div className={styles.top}>
          <span>
            {fields.nextContactAt.label}:{' '}
            <b>{lead.nextContactAt ? formatDateTime(lead.nextContactAt) : 'не назначен'}</b>
          </span>
          {!disabled && (
            <Button look="primary" onClick={() => setAdding(true)}>
              Записать попытку
            </Button>
          )}
        </div>
        {lead.attempts.length === 0 && <p className="muted">С клиентом ещё не связывались.</p>}
        <ul className={styles.attempts} aria-label="Попытки связаться">
          {lead.attempts.map((attempt) => (
            <Attempt
              key={attempt.id}
              attempt={attempt}
              lead={lead}
              disabled={disabled}
              onChanged={onChanged}
            />
          ))}
        </ul>
      </FormSection>
      {adding && <AttemptDialog lead={lead} onClose={() => setAdding(false)} onSaved={onChanged} />}
    </FormCard>
  )
}
