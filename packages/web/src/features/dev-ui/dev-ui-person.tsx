import type { Address } from '@ipoteka-office/contract/common/address.ts'
import { Passport, passportIssues } from '@ipoteka-office/contract/common/person/passport.ts'
import type { Sex } from '@ipoteka-office/contract/common/person/person-name.ts'
import { useForm, useWatch } from 'react-hook-form'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { checkedForm } from '#ui/form/checked-form.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { PageForm } from '#ui/form/page-form.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { AddressField } from '#widgets/fields/address-field.tsx'
import { EmailField } from '#widgets/fields/email-field.tsx'
import { PassportFields } from '#widgets/fields/passport-fields.tsx'
import { PersonNameFields, SexField } from '#widgets/fields/person-name-fields.tsx'

interface Values extends Passport {
  surname: string
  name: string
  patronymic: string
  sex: Sex | null
  birthDate: string
  email: string
  address: Address
}
const namePaths = { surname: 'surname', name: 'name', patronymic: 'patronymic', sex: 'sex' } as const
const passportPaths = {
  seriesNumber: 'seriesNumber',
  issuedOn: 'issuedOn',
  unitCode: 'unitCode',
  issuer: 'issuer',
} as const
const defaultValues: Values = {
  surname: '',
  name: '',
  patronymic: '',
  sex: null,
  birthDate: '',
  email: '',
  address: { value: '' },
  seriesNumber: '',
  issuedOn: '',
  unitCode: '',
  issuer: '',
}

/** The fields of a person as later forms hold them: name, passport, e-mail, address, with their suggestions. */
export function DevPerson() {
  const today = bankDay(serverNow())
  const form = useForm<Values>({
    ...checkedForm<Values>('Человек', (values) => {
      const issues = [
        ...(Passport.safeParse(values).error?.issues ?? []),
        ...passportIssues(values, { today, birthDate: values.birthDate }).map((one) => ({
          ...one,
          path: [one.path],
        })),
      ]
      return issues
    }),
    defaultValues,
  })
  const birthDate = useWatch({ control: form.control, name: 'birthDate' })
  const save = form.handleSubmit(() => toast.success('Данные сохранены'))
  return (
    <PageForm label="Человек" onSave={() => void save()}>
      <FormCard>
        <FormSection title="Человек">
          <PersonNameFields form={form} paths={namePaths} />
          <SexField form={form} paths={namePaths} />
          <Field control={form.control} name="birthDate" label="Дата рождения">
            {(input) => <DateInput {...input} />}
          </Field>
          <EmailField form={form} name="email" />
        </FormSection>
        <FormSection title="Паспорт">
          <PassportFields form={form} paths={passportPaths} context={{ today, birthDate }} />
        </FormSection>
        <FormSection title="Адрес">
          <AddressField form={form} name="address" label="Адрес регистрации" />
          <div>
            <Button look="primary" type="submit">
              Записать
            </Button>
          </div>
        </FormSection>
      </FormCard>
    </PageForm>
  )
}
