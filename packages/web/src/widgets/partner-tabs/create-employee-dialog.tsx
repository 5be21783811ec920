import { newEmployeeFields as fields } from '@ipoteka-office/contract/employees/employee-fields.ts'
import type { Sex } from '@ipoteka-office/contract/common/person/person-name.ts'
import { listRolesToGive } from '@ipoteka-office/contract/employees/employee-rights.ts'
import { existsByLogin } from '@ipoteka-office/contract/employees/employee-lookups.ts'
import {
  createPartnerEmployee,
  type Employee,
  EmployeeInput,
  employeeIssues,
} from '@ipoteka-office/contract/employees/employees.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { describeFailure } from '#api/failure.ts'
import { query, queryExactly } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { useSettled } from '#lib/use-settled.ts'
import { CheckList } from '#ui/select/check-list.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { EmailField } from '#widgets/fields/email-field.tsx'
import { PersonNameFields, SexField } from '#widgets/fields/person-name-fields.tsx'
import styles from './partner-tabs.module.css'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { call } from '#api/call.ts'
import { PlainField } from '#widgets/record/plain-field.tsx'

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
  createAccount: boolean
  userRoleIds: string[]
}

const empty: Values = {
  lastName: '',
  firstName: '',
  middleName: '',
  sex: null,
  jobTitle: '',
  birthDate: '',
  email: '',
  phone: '',
  login: '',
  createAccount: true,
  userRoleIds: [],
}

const namePaths = { surname: 'lastName', name: 'firstName', patronymic: 'middleName', sex: 'sex' } as const

const toInput = (values: Values) => ({
  ...values,
  birthDate: values.birthDate || null,
  email: values.email || null,
  phone: values.phone.replace(/[^\d+]/g, '') || null,
  login: values.login || null,
  createAccount: values.createAccount && values.login !== '',
  userRoleIds: values.userRoleIds.map(Number),
})

/** Whether the login is free, asked once the typing rests. */
function useLoginHint(login: string): string {
  const settled = useSettled(login.trim(), 400)
  const { data } = useQuery({
    ...queryExactly(existsByLogin, { query: { login: settled || '-' } }),
    enabled: /^[A-Za-z0-9][A-Za-z0-9._@-]{1,99}$/.test(settled),
  })
  if (!data || settled === '') return 'Латинские буквы, цифры, точка, дефис'
  if (data.inEmployees) return 'Логин занят другим сотрудником'
  if (data.freeIdentityId !== null)
    return 'Учётная запись с таким логином уже есть: привяжите её из карточки на вкладке «Вход и роли»'
  return data.exists ? 'Логин занят' : 'Логин свободен'
}

/** Roles that the caller may give; absent for who may give none. */
function useRolesToGive(partnerId: string) {
  const mayGive = useRights().mayCall(listRolesToGive)
  const { data } = useQuery({
    ...query(listRolesToGive, { params: { partnerId } }),
    enabled: mayGive,
  })
  return data?.map(({ id, name }) => ({ code: String(id), name })) ?? []
}

/** A new employee of the partner with its sign-in and first roles. */
export function CreateEmployeeDialog({
  partnerId,
  onClose,
  onCreated,
}: {
  partnerId: string
  onClose: () => void
  onCreated: (employee: Employee) => void
}) {
  const mayMakeAccount = useRights().refusalOfEntry(fields.createAccount) === null
  const roles = useRolesToGive(partnerId)
  const entry = useEntryForm<Values>({
    values: { ...empty, createAccount: mayMakeAccount },
    fields,
    issues: (values) => {
      const input = toInput(values)
      const issues = [
        ...(EmployeeInput.safeParse(input).error?.issues ?? []),
        ...employeeIssues(input, bankDay(serverNow())).map((i) => ({ ...i, path: [i.path] })),
      ]
      return issues
    },
    save: async (values) =>
      onCreated(await call(createPartnerEmployee, { params: { partnerId }, body: toInput(values) })),
    saved: 'Сотрудник создан',
    onDone: onClose,
    onFailure: (failure) => {
      // Boxes have no place for a message of their own.
      const told = describeFailure(failure).fields.filter(({ label }) =>
        /^(?:createAccount|userRoleIds)/.test(label),
      )
      for (const { message } of told) toast.error(message)
      return told.length > 0
    },
  })
  const { form } = entry
  const { control } = form
  const login = useWatch({ control, name: 'login' })
  const roleIds = useWatch({ control, name: 'userRoleIds' })
  const hint = useLoginHint(login)
  return (
    <EntryDialog title="Новый сотрудник" saveText="Создать" entry={entry} onClose={onClose}>
      <PersonNameFields form={form} paths={namePaths} />
      <SexField form={form} paths={namePaths} />
      <PlainField control={control} fields={fields} name="birthDate" />
      <PlainField control={control} fields={fields} name="jobTitle" />
      <EmailField form={form} name="email" />
      <Field control={control} name="phone" label={fields.phone.label}>
        {(input) => <TextInput {...input} inputMode="tel" />}
      </Field>
      <Field
        control={control}
        name="login"
        label={fields.login.label}
        hint={<span aria-live="polite">{hint}</span>}
      >
        {(input) => <TextInput {...input} autoComplete="off" />}
      </Field>
      <div className={styles.check}>
        {mayMakeAccount ? (
          <>
            <input id="create-account" type="checkbox" {...form.register('createAccount')} />
            <label htmlFor="create-account">Создать учётную запись для входа, если указан логин</label>
          </>
        ) : (
          <span className="muted">Учётную запись заведёт сотрудник с правом на учётные записи</span>
        )}
      </div>
      {roles.length > 0 && (
        <fieldset className={styles.roles}>
          <legend>Роли</legend>
          <CheckList
            label="Роли"
            options={roles}
            value={roleIds}
            onChange={(ids) => form.setValue('userRoleIds', ids, { shouldDirty: true })}
          />
        </fieldset>
      )}
    </EntryDialog>
  )
}
