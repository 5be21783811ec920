import { labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import { toggleFields } from '@ipoteka-office/contract/feature-toggles/toggle-fields.ts'
import {
  type FeatureToggle,
  ToggleChange,
  ToggleInput,
  type ToggleRule,
} from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import type { FieldErrors } from 'react-hook-form'
import { z } from 'zod'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import type { Difference } from '#widgets/record/difference.ts'
import { fieldErrorsOf } from '#ui/form/form-errors.ts'
import { type RuleNames, whoGets } from './toggle-state.ts'

/** Kinds of rules. */
export const ruleKinds = { role: 'Роль', partner: 'Партнёр', percentage: 'Доля сотрудников' } as const
export type RuleKind = keyof typeof ruleKinds

const RuleValues = z.object({
  kind: z.enum(['role', 'partner', 'percentage']),
  /** Code of the role, id of the partner or the percents, as it is typed. */
  value: z.string(),
  enabled: z.boolean(),
})
export type RuleValues = z.output<typeof RuleValues>

/** What the form of a toggle edits; a draft of an older shape does not pass. */
export const ToggleValues = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  owner: z.string(),
  enabled: z.boolean(),
  rules: z.array(RuleValues),
  expiresOn: z.string(),
})
export type ToggleValues = z.output<typeof ToggleValues>

/** Labels of the form, which the comparison and the summary of errors use too. */
export const toggleLabels: Readonly<Record<keyof ToggleValues, string>> = labelsOf(toggleFields)

const newToggle: ToggleValues = {
  key: '',
  title: '',
  description: '',
  owner: '',
  enabled: false,
  rules: [],
  expiresOn: '',
}

/** The values a form begins with; a new toggle is off. */
export function toToggleValues(toggle: FeatureToggle | null): ToggleValues {
  if (!toggle) return newToggle
  const { key, title, description, owner, enabled, rules, expiresOn } = toggle
  return {
    key,
    title,
    description,
    owner,
    enabled,
    rules: rules.map((rule) => ({ ...rule, value: String(rule.value) })),
    expiresOn: expiresOn ?? '',
  }
}

const ruleOf = ({ kind, value, enabled }: RuleValues): unknown =>
  kind === 'role'
    ? { kind, value, enabled }
    : { kind, value: /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN, enabled }

const cleaned = ({ rules, expiresOn, ...values }: ToggleValues) => ({
  ...values,
  rules: rules.map(ruleOf),
  expiresOn: expiresOn || null,
})

/** A new toggle as the server takes it. */
export const toToggleInput = (values: ToggleValues): ToggleInput => ToggleInput.parse(cleaned(values))
/** A changed one. */
export const toToggleChange = (values: ToggleValues, version: number): ToggleChange =>
  ToggleChange.parse({ ...cleaned(values), version })

const ruleMessages: Record<RuleKind, string> = {
  role: 'Выберите роль',
  partner: 'Выберите партнёра',
  percentage: 'От 0 до 100',
}

/** What is wrong with the values, as the form shows it. */
export function toggleErrors(values: ToggleValues, isNew: boolean): FieldErrors<ToggleValues> {
  const checked = isNew
    ? ToggleInput.safeParse(cleaned(values))
    : ToggleChange.safeParse({ ...cleaned(values), version: 1 })
  const issues = (checked.error?.issues ?? []).map((issue) => {
    const [field, at] = issue.path
    const rule = field === 'rules' && typeof at === 'number' ? values.rules[at] : undefined
    return rule ? { path: ['rules', Number(at), 'value'], message: ruleMessages[rule.kind] } : issue
  })
  return fieldErrorsOf(issues)
}

/** The rules that are complete: what a preview can say while the others are being typed. */
export const completeRules = (rules: readonly RuleValues[]): ToggleRule[] =>
  rules.flatMap((rule) => {
    const checked = ToggleInput.shape.rules.safeParse([ruleOf(rule)])
    return checked.data ?? []
  })

const texts: {
  [F in Exclude<keyof ToggleValues, 'key'>]: (values: ToggleValues, names: RuleNames) => string
} = {
  title: ({ title }) => title,
  description: ({ description }) => description || emptyValue,
  owner: ({ owner }) => owner || emptyValue,
  enabled: ({ enabled }) => (enabled ? 'Включено' : 'Выключено'),
  rules: ({ rules }, names) =>
    whoGets({ enabled: false, killed: false, rules: completeRules(rules), expiresOn: null }, names, '')
      .slice(0, -1)
      .map(({ who, what }) => `${who}: ${what}`)
      .join('; ') || emptyValue,
  expiresOn: ({ expiresOn }) => formatDate(expiresOn),
}
const fields = Object.keys(texts) as (keyof typeof texts)[]

/** The fields in which the form and the toggle on the server differ, both sides in words. */
export function toggleDifferences(mine: ToggleValues, server: FeatureToggle, names: RuleNames): Difference[] {
  const theirs = toToggleValues(server)
  return fields
    .map((key) => ({
      key,
      label: toggleLabels[key],
      mine: texts[key](mine, names),
      server: texts[key](theirs, names),
    }))
    .filter((difference) => difference.mine !== difference.server)
}
