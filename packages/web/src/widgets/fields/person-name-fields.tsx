import { lowered } from '#lib/words.ts'
import { employeeFields } from '@ipoteka-office/contract/employees/employee-fields.ts'
import {
  type NameParts,
  normalName,
  type Sex,
  sexes,
  sexOfName,
  splitFullName,
} from '@ipoteka-office/contract/common/person/person-name.ts'
import type { NamePart, NameSuggestion } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { useRef } from 'react'
import {
  type FieldPathByValue,
  type FieldValues,
  type PathValue,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'
import { Field } from '#ui/form/field.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { SuggestInput } from '#ui/input/suggest-input.tsx'
import { searchNames } from './suggestions.ts'

type TextPath<T extends FieldValues> = FieldPathByValue<T, string>
/** Where the form keeps the name and the sex. */
export interface NamePaths<T extends FieldValues> {
  readonly surname: TextPath<T>
  readonly name: TextPath<T>
  readonly patronymic: TextPath<T>
  readonly sex: FieldPathByValue<T, Sex | null>
}
type Key = keyof NameParts
const fields: readonly [key: Key, part: NamePart, label: string][] = [
  ['surname', 'SURNAME', 'Фамилия'],
  ['name', 'NAME', 'Имя'],
  ['patronymic', 'PATRONYMIC', 'Отчество'],
]

/** Sets fields of the form together; the sex only while nobody has chosen another by hand. */
function useNameForm<T extends FieldValues>({ getValues, setValue }: UseFormReturn<T>, paths: NamePaths<T>) {
  const toldSex = useRef<Sex | null>(null)
  const set = (path: TextPath<T> | NamePaths<T>['sex'], value: string) => {
    if (getValues(path) !== value)
      setValue(path, value as PathValue<T, typeof path>, { shouldDirty: true, shouldValidate: true })
  }
  const parts = (): NameParts => ({
    surname: getValues(paths.surname),
    name: getValues(paths.name),
    patronymic: getValues(paths.patronymic),
  })
  const tell = (sex: Sex | null) => {
    const now: Sex | null = getValues(paths.sex)
    if (sex === null || (now !== null && now !== toldSex.current)) return
    toldSex.current = sex
    set(paths.sex, sex)
  }
  return {
    pick: ({ data }: NameSuggestion) => {
      for (const [key] of fields) if (data[key]) set(paths[key], data[key])
      tell(data.gender === 'UNKNOWN' ? sexOfName(parts()) : data.gender)
    },
    /** A whole name that was put into the first field goes to all three. */
    leave: (key: Key) => {
      const now = parts()
      const whole =
        key === 'surname' && now.name === '' && now.patronymic === '' && splitFullName(now.surname)
      if (whole) for (const [one] of fields) set(paths[one], whole[one])
      else set(paths[key], normalName(now[key]))
      tell(sexOfName(parts()))
    },
  }
}

/**
 * Surname, name and patronymic with suggestions: one choice fills what it knows of the others and the sex. Names are
 * written as names are («иванов-ПЕТРОВ» becomes «Иванов-Петров») when the field is left.
 */
export function PersonNameFields<T extends FieldValues>({
  form,
  paths,
  disabled = false,
}: {
  form: UseFormReturn<T>
  paths: NamePaths<T>
  disabled?: boolean
}) {
  const { pick, leave } = useNameForm(form, paths)
  const sex: Sex | null = useWatch({ control: form.control, name: paths.sex })
  return fields.map(([key, part, label]) => (
    <Field key={key} control={form.control} name={paths[key]} label={label} disabled={disabled}>
      {({ value, onChange, onBlur, ...input }) => (
        <SuggestInput<NameSuggestion>
          {...input}
          value={value}
          onChange={onChange}
          onPick={pick}
          onBlur={() => {
            leave(key)
            onBlur()
          }}
          search={searchNames(part, sex)}
        />
      )}
    </Field>
  ))
}

/** The sex, with a word when it contradicts the patronymic or the surname. */
export function SexField<T extends FieldValues>({
  form: { control },
  paths,
  disabled = false,
}: {
  form: UseFormReturn<T>
  paths: NamePaths<T>
  disabled?: boolean
}) {
  const [surname, patronymic, sex] = useWatch({ control, name: [paths.surname, paths.patronymic, paths.sex] })
  const told = sexOfName({ surname, patronymic })
  const doubt =
    sex && told && sex !== told
      ? `По имени пол ${lowered(sexes[told])}: проверьте`
      : 'Определяется по отчеству'
  return (
    <Field
      control={control}
      name={paths.sex}
      label={employeeFields.sex.label}
      hint={doubt}
      disabled={disabled}
    >
      {(input) => (
        <SingleSelect {...input} options={Object.entries(sexes).map(([code, name]) => ({ code, name }))} />
      )}
    </Field>
  )
}
