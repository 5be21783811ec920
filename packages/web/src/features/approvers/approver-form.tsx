import {
  type ApproverState,
  type ApproverType,
  workStatuses,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { describeShift } from '@ipoteka-office/contract/common/shift.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '#ui/form/field.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { TimeInput } from '#ui/input/time-input.tsx'
import { searchPartners } from '#widgets/fields/partner-options.ts'
import {
  type ApproverFormValues,
  approverFieldLabels as labels,
  partnerOptionsOf,
} from './approver-form-values.ts'
import { statusTones } from './approver-words.ts'
import styles from './approvers.module.css'
import type { ApproverDictionaries } from './use-approver-dictionaries.ts'

interface ApproverFormProps {
  type: ApproverType
  /** States whose values have names, whatever the dictionaries hold now. */
  known: readonly ApproverState[]
  form: UseFormReturn<ApproverFormValues>
  dictionaries: ApproverDictionaries
  readOnly: boolean
}

type Part = Pick<ApproverFormProps, 'form' | 'known' | 'dictionaries'> & { disabled: boolean }

const isStatus = (code: string): code is keyof typeof statusTones => code in statusTones
const statusOption = ({ code, name }: Option) =>
  isStatus(code) ? <StatusDot tone={statusTones[code]}>{name}</StatusDot> : name

function StatusField({ form, dictionaries, disabled }: Part) {
  return (
    <Field control={form.control} name="workStatus" label={labels.workStatus} disabled={disabled}>
      {({ value, onChange, ...input }) => (
        <SingleSelect
          {...input}
          value={value}
          // The status now keeps its word even when the dictionary has failed.
          options={
            dictionaries.workStatuses.length > 0
              ? dictionaries.workStatuses
              : [{ code: value, name: workStatuses[value] }]
          }
          render={statusOption}
          onChange={(code) => {
            onChange(code)
            // The status decides which fields are needed, so those that were wrong may be right now, and the reverse.
            const { isSubmitted, errors } = form.formState
            if (isSubmitted || Object.keys(errors).length > 0) void form.trigger()
          }}
        />
      )}
    </Field>
  )
}

function QueueSection({ type, ...part }: Part & { type: ApproverType }) {
  const { form, known, dictionaries, disabled } = part
  return (
    <FormSection title="Очередь">
      <StatusField {...part} />
      <Field
        control={form.control}
        name="mortgageApplicationsLimit"
        label={labels.mortgageApplicationsLimit}
        disabled={disabled}
      >
        {(input) => <NumberInput {...input} min={0} max={10_000} />}
      </Field>
      <Field
        control={form.control}
        name="mortgageApplicationLevels"
        label={labels.mortgageApplicationLevels}
        span="full"
        disabled={disabled}
      >
        {(input) => (
          <MultiSelect
            {...input}
            options={dictionaries.levels}
            known={known.flatMap((state) => state.mortgageApplicationLevels)}
            placeholder="Выберите уровни"
          />
        )}
      </Field>
      {type === 'nis' && (
        <Field
          control={form.control}
          name="mortgageApplicationStatuses"
          label={labels.mortgageApplicationStatuses}
          span="full"
          disabled={disabled}
        >
          {(input) => (
            <MultiSelect
              {...input}
              options={dictionaries.statuses}
              known={known.flatMap((state) => state.mortgageApplicationStatuses)}
              placeholder="Выберите статусы"
            />
          )}
        </Field>
      )}
    </FormSection>
  )
}

function ScopeSection({ form, known, dictionaries, disabled }: Part) {
  return (
    <FormSection title="Кого рассматривает">
      <Field control={form.control} name="partners" label={labels.partners} span="full" disabled={disabled}>
        {(input) => (
          <MultiSelect
            {...input}
            options={dictionaries.partners}
            known={known.flatMap((state) => partnerOptionsOf(state.partners))}
            allLabel="Все партнеры"
            search={searchPartners}
            placeholder="Выберите партнеров"
          />
        )}
      </Field>
      <Field control={form.control} name="regions" label={labels.regions} span="full" disabled={disabled}>
        {(input) => (
          <MultiSelect
            {...input}
            options={dictionaries.regions}
            known={known.flatMap((state) => state.regions)}
            allLabel="Все регионы"
            placeholder="Выберите регионы"
          />
        )}
      </Field>
    </FormSection>
  )
}

function ShiftSection({ form, disabled }: Pick<Part, 'form' | 'disabled'>) {
  const [from, by] = useWatch({ control: form.control, name: ['workingShiftFrom', 'workingShiftBy'] })
  return (
    <FormSection title="Смена">
      {(['workingShiftFrom', 'workingShiftBy'] as const).map((name) => (
        <Field
          key={name}
          control={form.control}
          name={name}
          label={labels[name]}
          span="quarter"
          disabled={disabled}
        >
          {(input) => <TimeInput {...input} />}
        </Field>
      ))}
      <p className={styles.shiftNote} aria-live="polite">
        {describeShift(from, by)}
      </p>
    </FormSection>
  )
}

/** The fields of an approver, in the words of specification 1 §2. */
export function ApproverForm({ type, known, form, dictionaries, readOnly }: ApproverFormProps) {
  const part = { form, known, dictionaries, disabled: readOnly }
  return (
    <FormCard>
      <QueueSection type={type} {...part} />
      <ScopeSection {...part} />
      <ShiftSection {...part} />
    </FormCard>
  )
}
