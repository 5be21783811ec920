import { lowered } from '#lib/words.ts'
import {
  type BlacklistAgreement,
  checkBlacklist,
  type ComparedSide,
} from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import { type BlacklistKind, blacklistKinds } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { entryFields } from '@ipoteka-office/contract/blacklists/entry-fields.ts'
import { BlacklistKindParam } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { mutation } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { checkedForm } from '#ui/form/checked-form.ts'
import { Field } from '#ui/form/field.tsx'
import formStyles from '#ui/form/form.module.css'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { PageForm } from '#ui/form/page-form.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { AgreementWords, comparedText } from '#widgets/blacklists/agreement-words.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './check.module.css'

export const Route = createFileRoute('/blacklist/$kind/check')({ component: CheckPage })

const empty = {
  purpose: '',
  lastName: '',
  firstName: '',
  middleName: '',
  birthDate: '',
  passport: '',
  inn: '',
  snils: '',
  phone: '',
  name: '',
  ogrn: '',
  region: '',
}
type Asked = typeof empty
const labels = {
  ...labelsOf(entryFields.individuals),
  ...labelsOf(entryFields.legalPersons),
  phone: 'Телефон',
  name: 'Наименование',
}
const fieldsOf: Readonly<Record<BlacklistKind, readonly (keyof typeof labels & keyof Asked)[]>> = {
  individuals: ['lastName', 'firstName', 'middleName', 'passport', 'inn', 'snils', 'phone'],
  legalPersons: ['name', 'inn', 'ogrn'],
  phones: ['phone'],
}
const orNull = (value: string) => (value === '' ? null : value)
const sideOf = (asked: Asked): ComparedSide => ({
  fullName: orNull([asked.lastName, asked.firstName, asked.middleName, asked.name].filter(Boolean).join(' ')),
  birthDate: orNull(asked.birthDate),
  passport: orNull(asked.passport),
  inn: orNull(asked.inn),
  snils: orNull(asked.snils),
  ogrn: orNull(asked.ogrn),
  phone: orNull(asked.phone),
})

/** What is said at the first of the fields by which somebody is looked for, where none of them is filled. */
const lacks: Readonly<Record<BlacklistKind, { by: readonly (keyof Asked)[]; message: string }>> = {
  individuals: {
    by: ['lastName', 'passport', 'inn', 'snils', 'phone'],
    message: 'Укажите фамилию и имя, паспорт, ИНН, СНИЛС или телефон',
  },
  legalPersons: { by: ['name', 'inn', 'ogrn'], message: 'Укажите ИНН, ОГРН или наименование с регионом' },
  phones: { by: ['phone'], message: 'Укажите телефон целиком' },
}
const rulesOf = (kind: BlacklistKind) =>
  checkedForm<Asked>('Проверка без заявки', (asked) => {
    const { by, message } = lacks[kind]
    const isBlank = (name: keyof Asked) => asked[name].trim() === ''
    return [
      ...(isBlank('purpose') ? [{ path: ['purpose'], message: messages.required }] : []),
      ...(by.every(isBlank) ? by.slice(0, 1).map((name) => ({ path: [name], message })) : []),
    ]
  })

/** What the list answered, and of whom it was asked. */
interface Answered {
  readonly found: readonly BlacklistAgreement[]
  readonly asked: Asked
}
const isOf = ({ asked }: Answered, typed: Asked) =>
  (Object.keys(empty) as (keyof Asked)[]).every((name) => asked[name] === typed[name])

function CheckPage() {
  const kind = BlacklistKindParam.safeParse(Route.useParams().kind).data
  const rights = useRights()
  if (!kind) return <NotFound />
  return rights.mayCall(checkBlacklist, { kind }) ? <Check key={kind} kind={kind} /> : <Forbidden />
}

/** Tries somebody against a list without any application; who asked and for what goes into the access log. */
function Check({ kind }: { kind: BlacklistKind }) {
  const title = 'Проверка без заявки'
  usePagePlace('Чёрные списки', { text: blacklistKinds[kind], href: `/blacklist/${kind}/viewAll` }, title)
  const form = useForm<Asked>({ ...rulesOf(kind), defaultValues: empty })
  const { control } = form
  const regions = useDictionary('region', kind === 'legalPersons')
  const check = useMutation(mutation(checkBlacklist))
  const [answer, setAnswer] = useState<Answered | null>(null)
  const typed = useWatch({ control }) as Asked
  const ask = async (asked: Asked) => {
    setAnswer(null)
    try {
      const body = { ...asked, birthDate: orNull(asked.birthDate), region: orNull(asked.region) }
      setAnswer({ found: await check.mutateAsync({ params: { kind }, body }), asked })
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <>
      <PageHead title={`Проверить без заявки: ${lowered(blacklistKinds[kind])}`} />
      <PageForm label={title} onSave={() => form.handleSubmit(ask)()}>
        <FormCard>
          <FormSection title="Кого и зачем проверяете">
            <Field
              control={control}
              name="purpose"
              label="Цель проверки"
              span="full"
              required
              hint="Запишется в журнал доступа"
            >
              {(input) => <TextInput {...input} maxLength={500} />}
            </Field>
            {fieldsOf[kind].map((name) => (
              <Field key={name} control={control} name={name} label={labels[name]} span="quarter">
                {(input) => <TextInput {...input} maxLength={100} />}
              </Field>
            ))}
            {kind === 'individuals' && (
              <Field control={control} name="birthDate" label={labels.birthDate} span="quarter">
                {(input) => <DateInput {...input} />}
              </Field>
            )}
            {kind === 'legalPersons' && (
              <Field control={control} name="region" label={labels.region} span="quarter">
                {(input) => <LookupSelect {...input} options={regions} />}
              </Field>
            )}
            <div className={formStyles.full}>
              <Button type="submit" look="primary" loading={check.isPending}>
                Проверить
              </Button>
            </div>
          </FormSection>
          {answer !== null && isOf(answer, typed) && (
            <Answer found={answer.found} given={sideOf(answer.asked)} />
          )}
        </FormCard>
      </PageForm>
    </>
  )
}

function Answer({ found, given }: { found: readonly BlacklistAgreement[]; given: ComparedSide }) {
  return (
    <FormSection title="Результат" grid={false}>
      <p>Проверили: {comparedText(given)}</p>
      {found.length === 0 && <p role="status">Совпадений нет</p>}
      <ul className={styles.found} aria-label="Найденные совпадения">
        {found.map((one) => (
          <li key={one.entry.id}>
            <AgreementWords
              agreement={one}
              name={one.listed.fullName ?? one.listed.phone ?? ''}
              given={given}
            />
          </li>
        ))}
      </ul>
    </FormSection>
  )
}
