import {
  isAssignmentFact,
  type RuleInput,
} from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { type AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import {
  assignmentRuleFields as fields,
  weekdays,
} from '@ipoteka-office/contract/assignment-rules/assignment-fields.ts'
import {
  AssignmentRule,
  createAssignmentRule,
  updateAssignmentRule,
} from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { ruleText } from '@ipoteka-office/contract/assignment-rules/assignment-words.ts'
import { type Control, useController, useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { Field } from '#ui/form/field.tsx'
import formStyles from '#ui/form/form.module.css'
import { CheckField } from '#ui/input/check-field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { TimeInput } from '#ui/input/time-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { ConditionBuilder } from '#widgets/condition/condition-builder.tsx'
import { factsOfTree, finishedCondition, treeIssues } from '#widgets/condition/condition-values.ts'
import { type FactBook, factGroups, useFactBook } from '#widgets/condition/fact-book.ts'
import { EntryDialog } from '#widgets/record/entry-dialog.tsx'
import { useRecord } from '#widgets/record/use-record.ts'
import styles from './assignment.module.css'
import { ErrorTargetFields, type WithErrorTarget } from './error-target-fields.tsx'
import {
  differencesOf,
  inputOf,
  issuesOf,
  mergeRules,
  newRule,
  type RuleValues,
  strategyOptions,
  toInput,
  toRuleValues,
} from './rule-values.ts'
import { TargetsField } from './targets-field.tsx'
import { refreshRules } from './use-board.ts'

const dayOptions = Object.entries(weekdays).map(([code, name]) => ({ code, name }))
const groups = factGroups(isAssignmentFact)

interface Part {
  readonly control: Control<RuleValues>
  readonly disabled: boolean
}

function ConditionPart({ control, disabled, book }: Part & { book: FactBook }) {
  const { field, fieldState, formState } = useController({ control, name: 'condition' })
  const tree = field.value
  const isChecked = formState.isSubmitted || fieldState.isTouched
  const issues = isChecked ? treeIssues(tree, isAssignmentFact) : {}
  const message = isChecked && Object.keys(issues).length === 0 ? fieldState.error?.message : undefined
  return (
    <div className={formStyles.full}>
      <h3>{fields.condition.label}</h3>
      <ConditionBuilder
        tree={tree}
        onChange={field.onChange}
        groups={groups}
        book={book}
        issues={issues}
        readOnly={disabled}
      />
      {message && <p role="alert">{message}</p>}
    </div>
  )
}

function HoursPart({ control, disabled }: Part) {
  const hasSchedule = useWatch({ control, name: 'hasSchedule' })
  return (
    <>
      <CheckField
        control={control}
        name="hasSchedule"
        label={fields.hasSchedule.label}
        hint={fields.hasSchedule.hint}
        disabled={disabled}
      />
      {hasSchedule && (
        <>
          <Field control={control} name="days" label={fields.days.label} required disabled={disabled}>
            {({ value, onChange, ...input }) => (
              <MultiSelect
                {...input}
                options={dayOptions}
                value={{ codes: [...value], all: false }}
                onChange={({ codes }) => onChange(codes)}
              />
            )}
          </Field>
          <Field
            control={control}
            name="from"
            label={fields.from.label}
            span="quarter"
            required
            disabled={disabled}
          >
            {(input) => <TimeInput {...input} />}
          </Field>
          <Field
            control={control}
            name="to"
            label={fields.to.label}
            span="quarter"
            required
            disabled={disabled}
          >
            {(input) => <TimeInput {...input} />}
          </Field>
        </>
      )}
    </>
  )
}

function WhomPart({ control, disabled, scope }: Part & { scope: AssignmentScope }) {
  const strategy = useWatch({ control, name: 'strategy' })
  return (
    <>
      <Field control={control} name="strategy" label={fields.strategy.label} span="full" disabled={disabled}>
        {(input) => <SingleSelect {...input} options={strategyOptions} />}
      </Field>
      {strategy !== 'AUTHOR' && (
        <Field
          control={control}
          name="targets"
          label={strategy === 'MANUAL' ? 'В чью очередь' : fields.targets.label}
          span="full"
          hint={strategy === 'STICKY' ? 'Пусто — кто бы ни вёл клиента раньше' : undefined}
          disabled={disabled}
        >
          {({ value, onChange, disabled: off, invalid, id, ...input }) => (
            <TargetsField
              {...(input['aria-describedby'] && { 'aria-describedby': input['aria-describedby'] })}
              id={id}
              scope={scope}
              strategy={strategy}
              value={value}
              onChange={onChange}
              disabled={off}
              invalid={invalid}
            />
          )}
        </Field>
      )}
      {strategy !== 'MANUAL' && (
        <Field
          control={control}
          name="limit"
          label={fields.limit.label}
          hint={fields.limit.hint}
          disabled={disabled}
        >
          {(input) => <NumberInput {...input} min={1} max={10_000} />}
        </Field>
      )}
    </>
  )
}

/** Its own error target, in the place of the one of the whole list. */
function ErrorPart({ control, disabled, scope }: Part & { scope: AssignmentScope }) {
  const hasError = useWatch({ control, name: 'hasError' })
  const warned = useWatch({ control, name: 'warned' })
  const options = (kind: 'EMPLOYEE' | 'WORKGROUP') =>
    warned.filter((one) => one.kind === kind).map(({ id, name }) => ({ code: String(id), name }))
  return (
    <>
      <CheckField
        control={control}
        name="hasError"
        label="Когда отдать некому — по-своему"
        hint="Без отметки — как у всего списка"
        disabled={disabled}
      />
      {hasError && (
        <ErrorTargetFields
          // The fields know of a form no more than that it has an error target.
          control={control as unknown as Control<WithErrorTarget>}
          scope={scope}
          known={{ queue: options('WORKGROUP')[0] ?? null, people: options('EMPLOYEE') }}
          disabled={disabled}
        />
      )}
    </>
  )
}

/** The rule as it stands in the form, read back as a sentence. */
function ReadBack({ control, book }: { control: Control<RuleValues>; book: FactBook }) {
  const values = useWatch({ control }) as RuleValues
  const input = { ...inputOf(values), condition: finishedCondition(values.condition) } as unknown as RuleInput
  const target = ({ kind, id }: { kind: string; id: number }) =>
    values.targets.find((one) => one.kind === kind && one.id === id)?.name
  return (
    <p className={styles.readBack} role="status" aria-label="Правило словами">
      {ruleText(input, { fact: book.nameOf, target })}
    </p>
  )
}

/** The window of a rule: what is saved goes into the draft, rules in force are not touched. */
export function RuleDialog({
  scope,
  row,
  refusal,
  onClose,
}: {
  scope: AssignmentScope
  /** Null: a new one. */
  row: AssignmentRule | null
  /** Why it is only looked at; null: it may be changed. */
  refusal: string | null
  onClose: () => void
}) {
  const kit = useRecord<AssignmentRule, RuleValues>({
    record: row,
    place: 'dialog',
    name: 'Правило назначения',
    toValues: toRuleValues,
    start: newRule,
    check: issuesOf,
    refusal,
    schema: AssignmentRule,
    fieldOf: (path) => {
      const [field = path] = path.replace(/^rule\./, '').split('.')
      return field === 'errorTarget' ? 'error.alertIds' : field
    },
    save: async (values, version, on) => {
      const rule = toInput(values)
      const saved = on
        ? await call(updateAssignmentRule, { params: { id: String(on.id) }, body: { rule, version } })
        : await call(createAssignmentRule, { body: { scope, rule, order: null } })
      toast.success('Правило сохранено в черновике')
      return saved
    },
    onDone: () => {
      refreshRules()
      onClose()
    },
    differences: (mine, server) => differencesOf(mine, toRuleValues(server), book.nameOf),
    merge: (mine, server, choice) => mergeRules(mine, toRuleValues(server), choice),
  })
  const { control } = kit.form
  const tree = useWatch({ control, name: 'condition' })
  const book = useFactBook(factsOfTree(tree))
  const part = { control, disabled: refusal !== null }
  return (
    <EntryDialog
      title={row ? `Правило «${row.rule.name}»` : 'Новое правило'}
      entry={kit}
      size="large"
      onClose={onClose}
    >
      <div className={formStyles.full}>
        <ReadBack control={control} book={book} />
      </div>
      <Field
        control={control}
        name="name"
        label={fields.name.label}
        span="full"
        required
        disabled={part.disabled}
      >
        {(input) => <TextInput {...input} maxLength={200} />}
      </Field>
      <ConditionPart {...part} book={book} />
      <HoursPart {...part} />
      <WhomPart {...part} scope={scope} />
      <ErrorPart {...part} scope={scope} />
      <Field
        control={control}
        name="validFrom"
        label={fields.validFrom.label}
        span="quarter"
        disabled={part.disabled}
      >
        {(input) => <DateInput {...input} />}
      </Field>
      <Field
        control={control}
        name="validTo"
        label={fields.validTo.label}
        span="quarter"
        disabled={part.disabled}
      >
        {(input) => <DateInput {...input} />}
      </Field>
      <CheckField control={control} name="enabled" label={fields.enabled.label} disabled={part.disabled} />
      <Field
        control={control}
        name="comment"
        label={fields.comment.label}
        span="full"
        disabled={part.disabled}
      >
        {(input) => <TextArea {...input} maxLength={1_000} />}
      </Field>
    </EntryDialog>
  )
}
