import { conditionFields as of } from '@ipoteka-office/contract/underwriting/conditions/condition-fields.ts'
import {
  conditionOwners,
  conditionPoints,
} from '@ipoteka-office/contract/underwriting/conditions/condition-kinds.ts'
import {
  conditionCategories,
  conditionClearers,
  type ConditionTemplate,
  ConditionTerms,
  outsideOwners,
} from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import { shorteningIssue } from '@ipoteka-office/contract/underwriting/conditions/shortening.ts'
import { useWatch } from 'react-hook-form'
import { Field } from '#ui/form/field.tsx'
import { CheckField } from '#ui/input/check-field.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { PlainField } from '#widgets/record/plain-field.tsx'

interface Values {
  template: string | null
  text: string
  category: string
  point: string
  owner: string
  clearer: string
  dueOn: string
  shortens: boolean
  documents: string[]
  printed: boolean
}

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([code, name]) => ({ code, name }))
const choices = {
  category: optionsOf(conditionCategories),
  point: optionsOf(conditionPoints),
  owner: optionsOf(conditionOwners),
  clearer: optionsOf(conditionClearers),
}

const blank: Values = {
  ...{ template: null, text: '', category: 'DOCUMENTS', point: 'BEFORE_DEAL', owner: 'CLIENT' },
  ...{ clearer: 'UNDERWRITER', dueOn: '', shortens: false, documents: [], printed: true },
}

const toTerms = (values: Values) =>
  ConditionTerms.safeParse({ ...values, dueOn: values.dueOn === '' ? null : values.dueOn })

/** One condition of the decision that is being written: from a template of the bank, or in one's own words. */
export function ConditionDialog({
  templates,
  onAdd,
  onClose,
}: {
  templates: readonly ConditionTemplate[]
  onAdd: (condition: ConditionTerms) => void
  onClose: () => void
}) {
  const entry = useEntryForm<Values>({
    values: blank,
    issues: (values) => {
      const { data, error } = toTerms(values)
      const issue = data === undefined ? null : shorteningIssue(data)
      return error?.issues ?? (issue === null ? [] : [{ path: ['dueOn'], message: issue }])
    },
    save: async (values) => {
      const { data } = toTerms(values)
      if (data !== undefined) onAdd(data)
    },
    saved: null,
    onDone: onClose,
  })
  const { control, setValue } = entry.form
  const documents = useDictionary('docType')
  const owner = useWatch({ control, name: 'owner' })
  const take = (code: string) => {
    const template = templates.find((one) => one.code === code)
    if (template === undefined) return
    for (const name of ['text', 'category', 'point', 'owner', 'printed'] as const)
      setValue(name, template[name], { shouldDirty: true })
    setValue('template', code, { shouldDirty: true })
  }
  const choice = (name: keyof typeof choices) => (
    <Field key={name} control={control} name={name} label={of[name].label}>
      {({ onChange, ...input }) => (
        <SingleSelect {...input} options={choices[name]} onChange={(code) => onChange(code)} />
      )}
    </Field>
  )
  return (
    <EntryDialog title="Условие решения" entry={entry} saveText="Добавить" onClose={onClose}>
      <Field control={control} name="template" label="Шаблон" span="full">
        {({ value, onChange: _, ...input }) => (
          <SingleSelect
            {...input}
            value={value}
            options={templates.map(({ code, text }) => ({ code, name: text }))}
            onChange={take}
          />
        )}
      </Field>
      <Field control={control} name="text" label={of.text.label} span="full" required>
        {(input) => <TextArea {...input} rows={2} maxLength={1_000} />}
      </Field>
      {(['category', 'point', 'owner', 'clearer'] as const).map(choice)}
      <PlainField control={control} fields={of} name="dueOn" />
      <CheckField
        control={control}
        name="shortens"
        label={of.shortens.label}
        hint="Для условий с последним днём до выдачи"
      />
      <Field control={control} name="documents" label={of.documents.label}>
        {({ value, onChange, ...input }) => (
          <MultiSelect
            {...input}
            options={documents}
            value={{ codes: value, all: false }}
            onChange={({ codes }) => onChange([...codes])}
          />
        )}
      </Field>
      <CheckField
        control={control}
        name="printed"
        label={of.printed.label}
        hint={
          outsideOwners.some((one) => one === owner)
            ? 'Тот, кому поставлено условие, увидит его в заявке и так'
            : 'Без отметки условие видит только банк'
        }
      />
    </EntryDialog>
  )
}
