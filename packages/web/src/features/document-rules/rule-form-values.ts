import { type FactCode, factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import {
  CaseGroup,
  DocumentStage,
  leadUsages,
  RuleContent,
  RuleSubject,
  type RuleType,
  ruleContentIssues,
  ruleEffects,
  signerRoles,
  signingMethods,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type {
  DocumentRule,
  DraftInput,
  RuleRevision,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import type { FieldErrors } from 'react-hook-form'
import { z } from 'zod'
import { fieldErrorsOf } from '#ui/form/form-errors.ts'
import { emptyMulti, type MultiValue } from '#ui/select/multi-select-value.ts'
import { emptyTree, Tree, toCondition, toTree, treeIssues } from '#widgets/condition/condition-values.ts'

const keysOf = <T extends object>(labels: T) =>
  Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]]
const Chosen = z.object({ codes: z.array(z.string()), all: z.boolean() })

/** What the form of a rule edits, whatever its type; a draft of an older shape does not pass. */
export const RuleValues = z.object({
  name: z.string(),
  basis: z.string(),
  comment: z.string(),
  documents: z.array(z.string()),
  subject: RuleSubject,
  roles: Chosen,
  programmes: Chosen,
  condition: Tree,
  priority: z.number().nullable(),
  effect: z.enum(keysOf(ruleEffects)),
  group: z.union([CaseGroup, z.literal('')]),
  stage: DocumentStage,
  quantity: z.number().nullable(),
  formats: Chosen,
  maxMb: z.number().nullable(),
  checks: Chosen,
  message: z.string(),
  usage: z.enum(keysOf(leadUsages)),
  days: z.number().nullable(),
  endless: z.boolean(),
  signers: z.array(z.object({ role: z.enum(keysOf(signerRoles)), method: z.enum(keysOf(signingMethods)) })),
  validFrom: z.string(),
  validTo: z.string(),
})
export type RuleValues = z.output<typeof RuleValues>
export type RuleField = keyof RuleValues

const common = ['name', 'documents', 'subject', 'roles', 'programmes', 'condition', 'priority'] as const
const rest = ['basis', 'comment', 'validFrom', 'validTo'] as const
const own: Readonly<Record<RuleType, readonly RuleField[]>> = {
  COMPLETENESS: ['effect', 'group', 'stage', 'quantity', 'formats', 'maxMb', 'checks', 'message'],
  LEAD_USAGE: ['usage'],
  VALIDITY: ['days', 'endless'],
  SIGNERS: ['signers'],
}
/** The fields of a type's form. */
export const ruleFieldsOf = (type: RuleType): RuleField[] => [...common, ...own[type], ...rest]

const chosen = (codes: readonly string[]): MultiValue => ({ codes: [...codes], all: false })

/** A rule that is to be written. */
export const newRuleValues: RuleValues = {
  name: '',
  basis: '',
  comment: '',
  documents: [],
  subject: 'PARTICIPANT',
  roles: emptyMulti,
  programmes: emptyMulti,
  condition: emptyTree,
  priority: 100,
  effect: 'REQUIRED',
  group: '',
  stage: 'DOCS_CHECK',
  quantity: 1,
  formats: emptyMulti,
  maxMb: null,
  checks: emptyMulti,
  message: '',
  usage: 'AVAILABLE',
  days: 30,
  endless: false,
  signers: [{ role: 'MAIN_BORROWER', method: 'ANY' }],
  validFrom: '',
  validTo: '',
}

function ownValues(content: RuleContent): Partial<RuleValues> {
  switch (content.ruleType) {
    case 'COMPLETENESS': {
      const { effect, group, stage, quantity, formats, maxMb, checks, message } = content
      const lists = { formats: chosen(formats), checks: chosen(checks) }
      return { effect, group: group ?? '', stage, quantity, maxMb, message, ...lists }
    }
    case 'LEAD_USAGE':
      return { usage: content.usage }
    case 'VALIDITY':
      return { days: content.days, endless: content.days === null }
    case 'SIGNERS':
      return { signers: content.signers }
  }
}

/** The form of what a rule says. */
export function contentValues(
  content: RuleContent,
  { validFrom, validTo }: { validFrom: string | null; validTo: string | null },
): RuleValues {
  const { name, basis, comment, documents, subject, roles, programmes, condition, priority } = content
  return {
    ...newRuleValues,
    ...{ name, basis, comment, documents, subject, priority },
    roles: chosen(roles),
    programmes: chosen(programmes),
    condition: toTree(condition),
    ...ownValues(content),
    validFrom: validFrom ?? '',
    validTo: validTo ?? '',
  }
}

/** The form of a rule: its draft, else what is published last; the next version begins when it is published. */
export function toRuleValues(rule: DocumentRule, revisions: readonly RuleRevision[]): RuleValues {
  if (rule.draft) return contentValues(rule.draft.content, rule.draft)
  const last = rule.planned ?? rule.current ?? revisions[0]
  return last ? contentValues(last.content, { validFrom: null, validTo: last.validTo }) : newRuleValues
}

const ownContent = (type: RuleType, values: RuleValues): Record<string, unknown> => {
  const { effect, group, stage, quantity, formats, maxMb, checks, message, usage, days, signers } = values
  const isCase = values.subject === 'CASE'
  const byType: Record<RuleType, Record<string, unknown>> = {
    COMPLETENESS: {
      ...{ effect, stage, quantity, maxMb, message },
      group: isCase ? group || null : null,
      formats: formats.codes,
      checks: checks.codes,
    },
    LEAD_USAGE: { usage },
    VALIDITY: { days: values.endless ? null : (days ?? Number.NaN) },
    SIGNERS: { signers },
  }
  return byType[type]
}

/** What the form says, unchecked. */
export function contentOf(type: RuleType, values: RuleValues): Record<string, unknown> {
  const { name, basis, comment, documents, subject, roles, programmes, condition, priority } = values
  return {
    ruleType: type,
    ...{ name, basis, comment, documents, subject, priority },
    roles: subject === 'PARTICIPANT' ? roles.codes : [],
    programmes: programmes.codes,
    condition: toCondition(condition),
    ...ownContent(type, values),
  }
}

/** The draft as the server takes it. */
export const toDraftInput = (type: RuleType, values: RuleValues): DraftInput => ({
  content: RuleContent.parse(contentOf(type, values)),
  validFrom: values.validFrom || null,
  validTo: values.validTo || null,
})

/** Whether a rule may ask about a fact: one of a participant means nothing for the case as a whole. */
export const factAllowed =
  (subject: RuleSubject) =>
  (code: FactCode): boolean =>
    factOf(code).scope === 'CASE' || factOf(code).scope === subject

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

function periodIssues({ validFrom, validTo }: RuleValues): Issue[] {
  const wrong = (['validFrom', 'validTo'] as const)
    .filter((field) => ({ validFrom, validTo })[field] !== '' && !isDay({ validFrom, validTo }[field]))
    .map((field) => ({ path: [field], message: 'Укажите дату' }))
  if (wrong.length > 0 || !validFrom || !validTo || validFrom <= validTo) return wrong
  return [{ path: ['validTo'], message: 'Последний день раньше первого' }]
}

/** Lists are one field each: what is wrong with a part is said at the whole, but for signers, who have fields of their own. */
const fieldPath = (path: readonly PropertyKey[]) => (path[0] === 'signers' ? path : path.slice(0, 1))

/** What is wrong with the values, as the form shows it. */
export function ruleErrors(type: RuleType, values: RuleValues): FieldErrors<RuleValues> {
  const inTree = Object.values(treeIssues(values.condition, factAllowed(values.subject)))
  const parsed = RuleContent.safeParse(contentOf(type, values))
  const shape: Issue[] = parsed.success
    ? ruleContentIssues(parsed.data).map(({ path, message }) => ({ path: path.split('.'), message }))
    : parsed.error.issues
  const issues: Issue[] = [
    ...shape
      .filter(({ path }) => path[0] !== 'condition')
      .map(({ path, message }) => ({ path: fieldPath(path), message })),
    ...inTree.slice(0, 1).map(({ message }) => ({ path: ['condition'], message })),
    ...(inTree.length === 0
      ? shape
          .filter(({ path }) => path[0] === 'condition')
          .map(({ message }) => ({ path: ['condition'], message }))
      : []),
    ...periodIssues(values),
  ]
  const order = ruleFieldsOf(type)
  const place = ({ path }: Issue) => order.indexOf(String(path[0]) as RuleField)
  return fieldErrorsOf(issues.toSorted((a, b) => place(a) - place(b)))
}
