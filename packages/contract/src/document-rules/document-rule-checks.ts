import { z } from 'zod'
import { FieldError } from '../common/errors.ts'
import { Day, FlagParam, SearchText } from '../common/items.ts'
import { keyOf, Code, Id, IdParam, Option } from '../common/scalars.ts'
import { CaseParticipant, Completeness } from '../documents/document-completeness.ts'
import { valueIssue } from './document-conditions.ts'
import {
  caseKinds,
  FactCode,
  type FactScope,
  type Facts,
  FactValue,
  factOf,
  usualCaseKind,
} from './document-facts.ts'
import { RuleContent, RuleType } from './document-rule-content.ts'
import { DocumentOwnerType } from '../documents/documents.ts'
import { can, endpoint } from '../endpoint.ts'

const factsOf = (scope: FactScope) =>
  z
    .partialRecord(FactCode, FactValue)
    .superRefine((facts, context) => {
      for (const [code, value] of Object.entries(facts) as [FactCode, unknown][]) {
        const fact = factOf(code)
        const message =
          fact.scope !== scope
            ? 'Этот факт относится не сюда'
            : value === null
              ? null
              : valueIssue(fact, value)
        if (message !== null) context.addIssue({ code: 'custom', path: [code], message })
      }
    })
    .transform((facts): Facts => facts as Facts)

/** Which rules are asked: those in force on the day, with drafts in place of what they replace. */
const RuleChoice = z.object({
  on: Day.optional(),
  /** ALL drafts, or those of these rules; taken as though they were in force on the day. */
  drafts: z.union([z.literal('NONE'), z.literal('ALL'), z.array(Id).max(500)]).default('NONE'),
  /** What the editor holds unsaved, in place of the rule or as a new one. */
  candidate: z.object({ ruleId: Id.nullable(), content: RuleContent }).nullable().default(null),
})

export const RuleCheck = RuleChoice.extend({
  ownerType: DocumentOwnerType.default('APPLICATION'),
  /** By id or by number. */
  ownerId: Id.optional(),
  number: z.string().trim().min(1).max(64).optional(),
  /** Facts put in the place of those known or added to them; null: known to be empty. */
  facts: factsOf('CASE').default({}),
  /** Participants in the place of those known; absent: as they are. */
  participants: z
    .array(CaseParticipant.extend({ facts: factsOf('PARTICIPANT').default({}) }))
    .max(20, 'Не более 20 участников')
    .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'Участники повторяются')
    .optional(),
}).refine(({ ownerId, number }) => (ownerId === undefined) !== (number === undefined), {
  path: ['number'],
  message: 'Укажите номер заявки',
})
export type RuleCheck = z.output<typeof RuleCheck>

/** How one requirement differs between the rules in force and those with the drafts. */
export const RequirementChange = z.object({
  kind: z.enum(['ADDED', 'REMOVED', 'CHANGED']),
  group: z.string(),
  documents: z.array(Option),
  before: z.string(),
  after: z.string(),
})
export type RequirementChange = z.output<typeof RequirementChange>

/** How many open applications the impact is counted over. */
export const maxImpactApplications = 2_000

/** Over the open applications that the caller sees, newest first, `maxImpactApplications` at most. */
export const RuleImpact = z.object({
  applications: z.int(),
  looked: z.int(),
  changed: z.int(),
  examples: z.array(z.object({ id: Id, number: z.string(), changes: z.int() })),
})
export type RuleImpact = z.output<typeof RuleImpact>

export const RuleCheckAnswer = z.object({
  completeness: Completeness,
  /** Null without drafts and candidate. */
  difference: z
    .object({
      changes: z.array(RequirementChange),
      percentBefore: z.int(),
      percentAfter: z.int(),
      impact: RuleImpact,
    })
    .nullable(),
})
export type RuleCheckAnswer = z.output<typeof RuleCheckAnswer>

/** «Проверить на заявке»; needs `Document.Read` and the right to the owner beside the right to rules. */
export const checkDocumentRules = endpoint({
  method: 'POST',
  path: '/document-rules/check',
  summary: 'Проверка правил на заявке',
  access: can('Rule', 'Read'),
  body: RuleCheck,
  response: RuleCheckAnswer,
  reads: true,
  bodyLimit: 512 * 1024,
})

/** What drafts or unsaved rules would change on open applications, asked before they are published. */
export const previewRuleImpact = endpoint({
  method: 'POST',
  path: '/document-rules/impact',
  summary: 'Что изменится на открытых заявках',
  access: can('Rule', 'Read'),
  body: RuleChoice.extend({ ownerType: DocumentOwnerType.default('APPLICATION') }),
  response: RuleImpact,
  reads: true,
  bodyLimit: 512 * 1024,
})

/** REQUIRED always; CONDITIONAL by further facts; NOT_REQUIRED by a rule that says so; NONE: no rule speaks. */
export const coverageStates = {
  REQUIRED: 'Обязательный',
  CONDITIONAL: 'По условию',
  NOT_REQUIRED: 'Не нужен',
  NONE: 'Нет правила',
} as const
export type CoverageState = keyof typeof coverageStates

/** Facts by whose values the matrix may stand. */
export const coverageAxes = {
  programme: 'Программа',
  goal: 'Цель кредита',
  mortgageObjectType: 'Предмет ипотеки',
  product: 'Вид кредита',
} as const
export type CoverageAxis = keyof typeof coverageAxes

export const CoverageMatrix = z.object({
  axis: keyOf(coverageAxes),
  caseKind: keyOf(caseKinds),
  on: Day,
  columns: z.array(Option),
  rows: z.array(
    z.object({
      document: Option,
      category: Option,
      /** In the order of the columns. */
      cells: z.array(
        z.object({
          state: keyOf(coverageStates),
          /** Needed as one of several. */
          anyOf: z.boolean(),
          /** Rules that speak here. */
          ruleIds: z.array(Id),
          /** When, in words; empty for REQUIRED and NONE. */
          text: z.string(),
        }),
      ),
    }),
  ),
})
export type CoverageMatrix = z.output<typeof CoverageMatrix>

/** Documents of a category, or of those that some rule names (`all`: every type). */
export const getRuleCoverage = endpoint({
  method: 'GET',
  path: '/document-rules/coverage',
  summary: 'Матрица покрытия: программа × документ',
  access: can('Rule', 'List', 'Read'),
  query: z.object({
    axis: keyOf(coverageAxes).default('programme'),
    /** Of which kind of case the matrix speaks; the kind of lending follows from it. */
    caseKind: keyOf(caseKinds).default(usualCaseKind),
    on: Day.optional(),
    drafts: FlagParam.default(false),
    all: FlagParam.default(false),
    category: Code.optional(),
    search: SearchText.default(''),
  }),
  response: CoverageMatrix,
})

/**
 * CONFLICT: two rules of one priority that can hold together say different things. SHADOWED: stronger rules always speak
 * first. DUPLICATE: another rule asks for the same whenever this one does. IDLE: «не нужен» where nothing is asked for.
 * IMPOSSIBLE: the condition never holds. UNPROVEN: the condition is too branched to be sure.
 */
export const ruleIssueKinds = {
  CONFLICT: 'Возможен конфликт',
  IMPOSSIBLE: 'Условие невыполнимо',
  SHADOWED: 'Никогда не решает',
  DUPLICATE: 'Повторяет другое правило',
  IDLE: 'Ничего не отменяет',
  UNPROVEN: 'Не удалось проверить',
} as const
export type RuleIssueKind = keyof typeof ruleIssueKinds

export const RuleIssue = z.object({
  kind: keyOf(ruleIssueKinds),
  ruleType: RuleType,
  rule: z.object({ id: Id.nullable(), name: z.string() }),
  /** The rules that it collides with or that stand before it. */
  others: z.array(z.object({ id: Id.nullable(), name: z.string() })),
  documents: z.array(Option),
  text: z.string(),
  /** Facts under which it happens, in words; empty where there is no such thing. */
  example: z.array(z.object({ fact: FactCode, value: FactValue, text: z.string() })),
})
export type RuleIssue = z.output<typeof RuleIssue>

const IssueAnswer = z.object({ on: Day, rules: z.int(), issues: z.array(RuleIssue) })

/** What is wrong with the rules of a day, drafts included when asked. */
export const listRuleIssues = endpoint({
  method: 'GET',
  path: '/document-rules/issues',
  summary: 'Конфликты и перекрытые правила',
  access: can('Rule', 'List', 'Read'),
  query: z.object({
    on: Day.optional(),
    drafts: FlagParam.default(false),
    ruleType: RuleType.optional(),
    ruleId: IdParam.optional(),
  }),
  response: IssueAnswer,
})

/** The same for what the editor holds unsaved: its own issues among the rules of the day. */
export const previewRuleIssues = endpoint({
  method: 'POST',
  path: '/document-rules/issues',
  summary: 'Проверка несохранённого правила',
  access: can('Rule', 'Read'),
  body: z.object({
    on: Day.optional(),
    candidate: z.object({ ruleId: Id.nullable(), content: RuleContent }),
  }),
  response: IssueAnswer.extend({
    conditionText: z.string(),
    /** What saving would refuse; empty when it would not. */
    fields: z.array(FieldError),
  }),
  reads: true,
  bodyLimit: 256 * 1024,
})
