import { labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import { employeeFields } from '@ipoteka-office/contract/employees/employee-fields.ts'
import { type Sex, sexes } from '@ipoteka-office/contract/common/person/person-name.ts'
import {
  Employee,
  EmployeeInput,
  employeeIssues,
  getPartnerEmployee,
  listEmployeeHistory,
  updatePartnerEmployee,
} from '@ipoteka-office/contract/employees/employees.ts'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import type { Difference } from '#widgets/record/difference.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { EmailField } from '#widgets/fields/email-field.tsx'
import { searchEmployees } from '#widgets/partner-tabs/employee-options.ts'
import { PersonNameFields, SexField } from '#widgets/fields/person-name-fields.tsx'
import { RecordForm } from '#widgets/record/record-form.tsx'
import { useRecord } from '#widgets/record/use-record.ts'
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

const labels: Readonly<Record<keyof Values, string>> = labelsOf(employeeFields)
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

function differencesOf(mine: Values, current: Employee): Difference[] {
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

/** Names, place, sign-in and head of the person. */
export function EmployeeMain({ employee }: { employee: Employee }) {
  const mayUpdate = useRights().mayCall(updatePartnerEmployee)
  const params = { partnerId: String(employee.partner.id), id: String(employee.id) }
  const kit = useRecord<Employee, Values>({
    record: employee,
    name: 'Сотрудник партнёра',
    draftKey: `employee/${employee.id}`,
    fields: employeeFields,
    toValues,
    check: wrongFields,
    refusal: mayUpdate ? null : noEmployeeUpdate,
    schema: Employee,
    save: (values, version) => call(updatePartnerEmployee, { params, body: { ...toInput(values), version } }),
    onSaved: (_, how) => {
      if (how === 'saved') toast.success('Карточка сохранена')
    },
    differences: differencesOf,
    queryKey: query(getPartnerEmployee, { params }).queryKey,
    invalidates: [listEmployeeHistory],
  })
  const { form } = kit
  const { control } = form
  return (
    <RecordForm kit={kit} label="Основное" labels={labels}>
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
            <Button type="submit" look="primary" loading={kit.busy} disabledReason={kit.refusal}>
              Сохранить
            </Button>
          </div>
        </FormSection>
        <ApproverLinks employee={employee} />
      </FormCard>
    </RecordForm>
  )
}
