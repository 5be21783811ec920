import type { FeatureToggle } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import type { UseFormReturn } from 'react-hook-form'
import { DateInput } from '#ui/input/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import type { RuleChoices } from './rule-names.ts'
import { RulesEditor } from './rules-editor.tsx'
import { toggleLabels as labels, type ToggleValues } from './toggle-values.ts'

const defaults = [
  { code: 'on', name: 'Включено' },
  { code: 'off', name: 'Выключено' },
]

/** The fields of a toggle. */
export function ToggleForm({
  toggle,
  form,
  choices,
  readOnly,
}: {
  /** Null: a new one. */
  toggle: FeatureToggle | null
  form: UseFormReturn<ToggleValues>
  choices: RuleChoices
  readOnly: boolean
}) {
  const { control } = form
  return (
    <FormCard>
      <FormSection title="Что это">
        {!toggle && (
          <Field
            control={control}
            name="key"
            label={labels.key}
            required
            hint="По нему функцию узнаёт программа; потом его не изменить"
          >
            {(input) => <TextInput {...input} maxLength={60} placeholder="area.feature" />}
          </Field>
        )}
        <Field control={control} name="title" label={labels.title} required disabled={readOnly}>
          {(input) => <TextInput {...input} maxLength={200} />}
        </Field>
        <Field control={control} name="owner" label={labels.owner} disabled={readOnly}>
          {(input) => <TextInput {...input} maxLength={200} />}
        </Field>
        <Field
          control={control}
          name="description"
          label={labels.description}
          span="full"
          disabled={readOnly}
        >
          {(input) => <TextArea {...input} maxLength={2_000} />}
        </Field>
      </FormSection>
      <FormSection title="Когда включено">
        <Field control={control} name="enabled" label={labels.enabled} disabled={readOnly}>
          {({ value, onChange, ...input }) => (
            <SingleSelect
              {...input}
              options={defaults}
              value={value ? 'on' : 'off'}
              onChange={(code) => onChange(code === 'on')}
            />
          )}
        </Field>
        <Field
          control={control}
          name="expiresOn"
          label={labels.expiresOn}
          disabled={readOnly}
          hint="Потом действует только значение по умолчанию, а переключатель пора убрать"
        >
          {(input) => <DateInput {...input} />}
        </Field>
      </FormSection>
      <FormSection title="Правила" grid={false}>
        <RulesEditor
          control={control}
          choices={choices}
          readOnly={readOnly}
          onKind={(at) => form.setValue(`rules.${at}.value`, '', { shouldDirty: true })}
        />
      </FormSection>
    </FormCard>
  )
}
