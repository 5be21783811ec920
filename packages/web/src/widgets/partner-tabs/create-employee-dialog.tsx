import type { Sex } from '@ipoteka-office/contract/common/person-name.ts'
import {
  listRolesToGive,
  requestEmployeeAccount,
} from '@ipoteka-office/contract/employees/employee-rights.ts'
import { existsByLogin } from '@ipoteka-office/contract/employees/employee-lookups.ts'
import {
  createPartnerEmployee,
  type Employee,
  EmployeeInput,
  employeeIssues,
} from '@ipoteka-office/contract/employees/employees.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { describeFailure } from '#api/failure.ts'
import { mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { useSettled } from '#lib/use-settled.ts'
import { CheckList } from '#ui/select/check-list.tsx'
import { checkedForm } from '#ui/form/checked-form.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Field } from '#ui/form/field.tsx'
import formStyles from '#ui/form/form.module.css'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { EmailField } from '#widgets/fields/email-field.tsx'
import { showFieldFailures } from '#widgets/record/field-failures.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { PersonNameFields, SexField } from '#widgets/fields/person-name-fields.tsx'
import styles from './partner-tabs.module.css'

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
    ...query(existsByLogin, { query: { login: settled || '-' } }),
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
    refetchOnMount: 'always',
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
  const mayMakeAccount = useRights().mayCall(requestEmployeeAccount)
  const roles = useRolesToGive(partnerId)
  const form = useForm<Values>({
    ...checkedForm<Values>('Новый сотрудник', (values) => {
      const input = toInput(values)
      const issues = [
        ...(EmployeeInput.safeParse(input).error?.issues ?? []),
        ...employeeIssues(input, bankDay(serverNow())).map((i) => ({ ...i, path: [i.path] })),
      ]
      return issues
    }),
    defaultValues: { ...empty, createAccount: mayMakeAccount },
  })
  const { control } = form
  const login = useWatch({ control, name: 'login' })
  const roleIds = useWatch({ control, name: 'userRoleIds' })
  const hint = useLoginHint(login)
  const create = useMutation(mutation(createPartnerEmployee))
  const submit = form.handleSubmit(async (values) => {
    try {
      const employee = await create.mutateAsync({
        params: { partnerId },
        body: toInput(values),
      })
      toast.success('Сотрудник создан')
      onCreated(employee)
      onClose()
    } catch (failure) {
      if (showFieldFailures(form, failure) === 0) notifyFailure(failure)
      // Boxes have no place for a message of their own.
      for (const { label, message } of describeFailure(failure).fields)
        if (/^(?:createAccount|userRoleIds)/.test(label)) toast.error(message)
    }
  })
  const save = () => void submit()
  return (
    <Dialog
      open
      title="Новый сотрудник"
      size="large"
      outside="ask"
      onClose={onClose}
      approval={{
        text: 'Создать',
        onApprove: save,
        busy: create.isPending,
      }}
    >
      <div className={formStyles.grid}>
        <PersonNameFields form={form} paths={namePaths} />
        <SexField form={form} paths={namePaths} />
        <Field control={control} name="birthDate" label="Дата рождения">
          {(input) => <DateInput {...input} />}
        </Field>
        <Field control={control} name="jobTitle" label="Должность">
          {(input) => <TextInput {...input} />}
        </Field>
        <EmailField form={form} name="email" />
        <Field control={control} name="phone" label="Телефон">
          {(input) => <TextInput {...input} inputMode="tel" />}
        </Field>
        <Field control={control} name="login" label="Логин" hint={<span aria-live="polite">{hint}</span>}>
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
      </div>
    </Dialog>
  )
}
