import { isPrivateField } from '@ipoteka-office/contract/common/private-fields.ts'
import { type Sex, sexes } from '@ipoteka-office/contract/common/person-name.ts'
import {
  Employee,
  EmployeeInput,
  employeeIssues,
  getPartnerEmployee,
  updatePartnerEmployee,
} from '@ipoteka-office/contract/employees.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { useSession } from '#api/session.ts'
import { bankDay, formatDate, formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { checkedForm } from '#ui/checked-form.ts'
import { CompareDialog, type Difference, type Side } from '#ui/compare-dialog.tsx'
import { DateInput } from '#ui/date-input.tsx'
import { Field } from '#ui/field.tsx'
import { FormCard, FormSection } from '#ui/form-section.tsx'
import { LookupSelect } from '#ui/lookup-select.tsx'
import { PageForm } from '#ui/page-form.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { toast } from '#ui/toasts.tsx'
import { DraftNotice, useDraft } from '#ui/use-draft.tsx'
import { useUnsavedChanges } from '#ui/use-unsaved-changes.ts'
import { EmailField } from '#widgets/email-field.tsx'
import { showFieldFailures } from '#widgets/field-failures.ts'
import { type LateSave, lateSaveOf } from '#widgets/late-save.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { searchEmployees } from '#widgets/partner-tabs/employee-options.ts'
import { PersonNameFields, SexField } from '#widgets/person-name-fields.tsx'
import { ApproverLinks } from './approver-links.tsx'
import { noEmployeeUpdate } from './employee-words.ts'
import styles from './employees.module.css'

interface Values {
  lastName: string
  firstName: string
  middleName: string
  sex: Sex | null
  jobTitle: string
  birthDate: string
  email: string
  phone: string
  login: string
  headId: string | null
  notActive: boolean
}

const labels: Record<keyof Values, string> = {
  lastName: 'Фамилия',
  firstName: 'Имя',
  middleName: 'Отчество',
  sex: 'Пол',
  jobTitle: 'Должность',
  birthDate: 'Дата рождения',
  email: 'Эл. почта',
  phone: 'Телефон',
  login: 'Логин',
  headId: 'Руководитель',
  notActive: 'Отключён',
}
const texts = ['jobTitle', 'phone', 'login'] as const
const namePaths = { surname: 'lastName', name: 'firstName', patronymic: 'middleName', sex: 'sex' } as const

const toValues = (employee: Employee): Values => ({
  lastName: employee.lastName,
  firstName: employee.firstName,
  middleName: employee.middleName ?? '',
  sex: employee.sex,
  jobTitle: employee.jobTitle,
  birthDate: employee.birthDate ?? '',
  email: employee.email ?? '',
  phone: employee.phone ?? '',
  login: employee.login ?? '',
  headId: employee.head ? String(employee.head.id) : null,
  notActive: employee.notActive,
})
const toInput = (values: Values) => ({
  ...values,
  birthDate: values.birthDate || null,
  email: values.email || null,
  phone: values.phone.replace(/[^\d+]/g, '') || null,
  login: values.login || null,
  headId: values.headId === null ? null : Number(values.headId),
})

const inWords = (values: Values, head: string | null): Record<keyof Values, string> => ({
  ...values,
  sex: values.sex ? sexes[values.sex] : '',
  birthDate: values.birthDate ? formatDate(values.birthDate) : '',
  headId: values.headId === null ? '' : (head ?? `№ ${values.headId}`),
  notActive: values.notActive ? 'да' : 'нет',
})

interface Conflict extends LateSave<Employee> {
  readonly mine: Values
}

function differencesOf({ current, mine }: Conflict): Difference[] {
  const theirs = inWords(toValues(current), current.head?.fullName ?? null)
  const sameHead = mine.headId === String(current.head?.id ?? '')
  const own = inWords(mine, sameHead ? (current.head?.fullName ?? null) : null)
  return (Object.keys(labels) as (keyof Values)[])
    .filter((key) => own[key] !== theirs[key])
    .map((key) => ({ key, label: labels[key], mine: own[key], server: theirs[key] }))
}

const wrongFields = (values: Values) => {
  const input = toInput(values)
  return [
    ...(EmployeeInput.safeParse(input).error?.issues ?? []),
    ...employeeIssues(input, bankDay(serverNow())).map((issue) => ({ ...issue, path: [issue.path] })),
  ]
}

/** Names, place, sign-in and head of the person; a save that comes late is compared field by field. */
export function EmployeeMain({ employee }: { employee: Employee }) {
  const client = useQueryClient()
  const mayUpdate = useRights().mayCall(updatePartnerEmployee)
  const params = { partnerId: String(employee.partner.id), id: String(employee.id) }
  const [version, setVersion] = useState(employee.version)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const form = useForm<Values>({
    ...checkedForm<Values>('Сотрудник партнёра', (values) => wrongFields(values)),
    defaultValues: toValues(employee),
  })
  const { control, formState } = form
  const draft = useDraft(form, {
    isPrivate: isPrivateField,
    record: `employee/${employee.id}`,
    user: useSession().profile.login,
    version,
    ready: mayUpdate,
  })
  useUnsavedChanges(formState.isDirty, draft.clear)
  const replace = (row: Employee) => {
    form.reset(toValues(row))
    setVersion(row.version)
  }
  // Somebody else's save is taken over at once while there is nothing of one's own to lose.
  useEffect(() => {
    if (employee.version > version && !form.formState.isDirty) replace(employee)
  })
  const save = useMutation(mutation(updatePartnerEmployee))
  const send = async (values: Values, onVersion: number) => {
    try {
      const row = await save.mutateAsync({ params, body: { ...toInput(values), version: onVersion } })
      client.setQueryData(query(getPartnerEmployee, { params }).queryKey, row)
      replace(row)
      draft.clear()
      toast.success('Карточка сохранена')
    } catch (failure) {
      const late = lateSaveOf(failure, Employee)
      if (late) setConflict({ ...late, mine: values })
      else if (showFieldFailures(form, failure) === 0) notifyFailure(failure)
    }
  }
  const submit = form.handleSubmit((values) => send(values, version))
  const resolve = (choice: Record<string, Side>) => {
    if (!conflict) return
    const theirs = toValues(conflict.current)
    const merged = Object.fromEntries(
      Object.entries(theirs).map(([key, value]) => [
        key,
        choice[key] === 'server' ? value : conflict.mine[key as keyof Values],
      ]),
    ) as unknown as Values
    setConflict(null)
    void send(merged, conflict.current.version)
  }
  const reason = mayUpdate ? null : noEmployeeUpdate
  return (
    <PageForm label="Основное" onSave={() => void submit()}>
      <DraftNotice found={draft} at={formatDateTime} />
      <FormCard>
        <FormSection title="Сотрудник">
          <PersonNameFields form={form} paths={namePaths} disabled={!mayUpdate} />
          <SexField form={form} paths={namePaths} disabled={!mayUpdate} />
          <Field control={control} name="birthDate" label={labels.birthDate} disabled={!mayUpdate}>
            {(input) => <DateInput {...input} />}
          </Field>
          <EmailField form={form} name="email" disabled={!mayUpdate} />
          {texts.map((name) => (
            <Field key={name} control={control} name={name} label={labels[name]} disabled={!mayUpdate}>
              {(input) => <TextInput {...input} />}
            </Field>
          ))}
          <Field control={control} name="headId" label={labels.headId} disabled={!mayUpdate}>
            {(input) => (
              <LookupSelect
                {...input}
                known={
                  employee.head ? { code: String(employee.head.id), name: employee.head.fullName } : null
                }
                search={searchEmployees(params.partnerId)}
              />
            )}
          </Field>
          {employee.notActive && (
            <div className={styles.check}>
              <input
                id="employee-off"
                type="checkbox"
                disabled={!mayUpdate}
                {...form.register('notActive')}
              />
              <label htmlFor="employee-off">Отключён: снимите отметку, чтобы вернуть к работе</label>
            </div>
          )}
          <div className={styles.check}>
            <Button type="submit" look="primary" loading={save.isPending} disabledReason={reason}>
              Сохранить
            </Button>
          </div>
        </FormSection>
        <ApproverLinks employee={employee} />
      </FormCard>
      <CompareDialog
        open={conflict !== null}
        {...(conflict?.changedBy && { changedBy: conflict.changedBy })}
        differences={conflict ? differencesOf(conflict) : []}
        onCancel={() => setConflict(null)}
        onApply={resolve}
      />
    </PageForm>
  )
}
