import { ruleFields as fields } from '@ipoteka-office/contract/document-rules/rule-fields.ts'
import {
  caseGroups,
  documentFormats,
  leadUsages,
  qualityChecks,
  type RuleType,
  ruleEffects,
  ruleSubjects,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { type Control, type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { CheckField } from '#ui/input/check-field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { ConditionBuilder } from '#widgets/condition/condition-builder.tsx'
import { type Tree, treeIssues } from '#widgets/condition/condition-values.ts'
import { ConditionWords } from '#widgets/condition/condition-words.tsx'
import styles from './document-rules.module.css'
import { DocumentsEditor } from './documents-editor.tsx'
import { type FactBook, factGroups } from '#widgets/condition/fact-book.ts'
import type { RuleDictionaries } from './rule-dictionaries.ts'
import { factAllowed, type RuleValues } from './rule-form-values.ts'
import { stageOptions } from './rules-list.ts'
import { SignersEditor } from './signers-editor.tsx'

interface Part {
  type: RuleType
  control: Control<RuleValues>
  names: RuleDictionaries
  disabled: boolean
}

const optionsOf = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).map(([code, name]) => ({ code, name }))
const effects = optionsOf(ruleEffects)
const usages = optionsOf(leadUsages)
const subjects = optionsOf(ruleSubjects)
const groups = optionsOf(caseGroups)
const formats = optionsOf(documentFormats)
const checks = optionsOf(qualityChecks)

function DocumentsSection({ type, control, names, disabled }: Part) {
  const [endless, effect] = useWatch({ control, name: ['endless', 'effect'] })
  const alternatives = type === 'COMPLETENESS' && effect === 'REQUIRED'
  return (
    <FormSection title="Что решает правило">
      <Field control={control} name="name" label={fields.name.label} span="full" required disabled={disabled}>
        {(input) => <TextInput {...input} maxLength={200} />}
      </Field>
      <Field
        control={control}
        name="documents"
        label={fields.documents.label}
        span="full"
        required
        disabled={disabled}
        hint={
          alternatives
            ? 'Несколько документов — замена друг другу: достаточно любого'
            : 'Правило действует на каждый из документов'
        }
      >
        {(input) => <DocumentsEditor {...input} groups={names.groups} alternatives={alternatives} />}
      </Field>
      {type === 'COMPLETENESS' && (
        <Field control={control} name="effect" label={fields.effect.label} disabled={disabled}>
          {(input) => <SingleSelect {...input} options={effects} />}
        </Field>
      )}
      {type === 'LEAD_USAGE' && (
        <Field control={control} name="usage" label={fields.usage.label} disabled={disabled}>
          {(input) => <SingleSelect {...input} options={usages} />}
        </Field>
      )}
      {type === 'VALIDITY' && (
        <>
          <Field
            control={control}
            name="days"
            label={fields.days.label}
            disabled={disabled || endless}
            hint="От дня выдачи документа"
          >
            {(input) => <NumberInput {...input} min={1} max={36_500} />}
          </Field>
          <CheckField control={control} name="endless" label={fields.endless.label} disabled={disabled} />
        </>
      )}
      {type === 'SIGNERS' && <SignersEditor control={control} readOnly={disabled} />}
    </FormSection>
  )
}

function ScopeSection({ type, control, names, disabled }: Part) {
  const subject = useWatch({ control, name: 'subject' })
  return (
    <FormSection title="На кого действует">
      <Field control={control} name="subject" label={fields.subject.label} disabled={disabled}>
        {(input) => <SingleSelect {...input} options={subjects} />}
      </Field>
      {subject === 'PARTICIPANT' && (
        <Field control={control} name="roles" label={fields.roles.label} disabled={disabled}>
          {(input) => <MultiSelect {...input} options={names.roles} placeholder="Все участники" />}
        </Field>
      )}
      {subject === 'CASE' && type === 'COMPLETENESS' && (
        <Field control={control} name="group" label={fields.group.label} disabled={disabled}>
          {({ value, ...input }) => <SingleSelect {...input} value={value || null} options={groups} />}
        </Field>
      )}
      <Field
        control={control}
        name="programmes"
        label={fields.programmes.label}
        span="full"
        disabled={disabled}
      >
        {(input) => <MultiSelect {...input} options={names.programmes} placeholder="Все программы" />}
      </Field>
    </FormSection>
  )
}

function ConditionSection({ control, disabled, book }: Part & { book: FactBook }) {
  const subject = useWatch({ control, name: 'subject' })
  const { field, fieldState, formState } = useController({ control, name: 'condition' })
  const tree: Tree = field.value
  // Unfinished questions are not mistakes until the form is checked.
  const shown = formState.isSubmitted || fieldState.isTouched
  const issues = shown ? treeIssues(tree, factAllowed(subject)) : {}
  // What is told at a part of the condition is not repeated below it.
  const message = shown && Object.keys(issues).length === 0 ? fieldState.error?.message : undefined
  return (
    <FormSection title="Условие" grid={false}>
      <div
        ref={(box) =>
          field.ref({
            focus: () => box?.querySelector<HTMLElement>('[aria-invalid="true"], button')?.focus(),
          })
        }
      >
        <ConditionWords tree={tree} book={book} />
        <ConditionBuilder
          tree={tree}
          onChange={field.onChange}
          groups={factGroups(factAllowed(subject))}
          book={book}
          issues={issues}
          readOnly={disabled}
        />
        {message && (
          <p className={styles.message} role="alert">
            {message}
          </p>
        )}
      </div>
    </FormSection>
  )
}

function RequirementSection({ control, disabled }: Part) {
  return (
    <FormSection title="Требования к документу">
      <Field control={control} name="stage" label={fields.stage.label} disabled={disabled}>
        {(input) => <SingleSelect {...input} options={stageOptions} />}
      </Field>
      <Field
        control={control}
        name="quantity"
        label={fields.quantity.label}
        span="quarter"
        disabled={disabled}
      >
        {(input) => <NumberInput {...input} min={1} max={50} />}
      </Field>
      <Field control={control} name="maxMb" label={fields.maxMb.label} span="quarter" disabled={disabled}>
        {(input) => <NumberInput {...input} min={1} max={1_000} placeholder="Любой" />}
      </Field>
      <Field control={control} name="formats" label={fields.formats.label} disabled={disabled}>
        {(input) => <MultiSelect {...input} options={formats} placeholder="Любые" />}
      </Field>
      <Field control={control} name="checks" label={fields.checks.label} disabled={disabled}>
        {(input) => <MultiSelect {...input} options={checks} placeholder="Особых требований нет" />}
      </Field>
      <Field
        control={control}
        name="message"
        label={fields.message.label}
        span="full"
        disabled={disabled}
        hint="Например, «нет файла доверенности»; пусто — общими словами"
      >
        {(input) => <TextInput {...input} maxLength={300} />}
      </Field>
    </FormSection>
  )
}

function TermsSection({ control, disabled }: Part) {
  return (
    <FormSection title="Приоритет и сроки">
      <Field
        control={control}
        name="priority"
        label={fields.priority.label}
        span="quarter"
        disabled={disabled}
        hint={fields.priority.hint}
      >
        {(input) => <NumberInput {...input} min={0} max={1_000} />}
      </Field>
      <Field
        control={control}
        name="validFrom"
        label={fields.validFrom.label}
        span="quarter"
        disabled={disabled}
        hint={fields.validFrom.hint}
      >
        {(input) => <DateInput {...input} />}
      </Field>
      <Field
        control={control}
        name="validTo"
        label={fields.validTo.label}
        span="quarter"
        disabled={disabled}
        hint={fields.validTo.hint}
      >
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="basis" label={fields.basis.label} span="full" disabled={disabled}>
        {(input) => (
          <TextInput {...input} maxLength={500} placeholder="Закон, приказ банка, договор с партнёром" />
        )}
      </Field>
      <Field control={control} name="comment" label={fields.comment.label} span="full" disabled={disabled}>
        {(input) => <TextArea {...input} maxLength={1_000} />}
      </Field>
    </FormSection>
  )
}

/** The fields of a rule of any type. */
export function RuleForm({
  type,
  form,
  names,
  book,
  readOnly,
}: {
  type: RuleType
  form: UseFormReturn<RuleValues>
  names: RuleDictionaries
  book: FactBook
  readOnly: boolean
}) {
  const part: Part = { type, control: form.control, names, disabled: readOnly }
  return (
    <FormCard>
      <DocumentsSection {...part} />
      <ScopeSection {...part} />
      <ConditionSection {...part} book={book} />
      {type === 'COMPLETENESS' && <RequirementSection {...part} />}
      <TermsSection {...part} />
    </FormCard>
  )
}
