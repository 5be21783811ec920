import { z } from 'zod'
import { Version } from '../common/items.ts'
import { pageOf, PageQuery } from '../common/page.ts'
import { AllowedAction, RecordProcess } from '../common/process.ts'
import { Availability, NamedRef, PersonRef } from '../common/refs.ts'
import { Id, IdParam, Instant, keyOf, messages, text } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'
import { assignmentMachine, type AssignmentState } from './assignment-machine.ts'
import { ErrorTarget, RuleInput, StoredRule, targetKinds } from './assignment-content.ts'
import { AssignmentScope } from './assignment-scopes.ts'

/** How a try of the rules on cases ended; kept with the version for the one who decides. */
export const TestSummary = z.object({
  cases: z.int(),
  /** Given to somebody else than the rules in force would give them to. */
  changed: z.int(),
  /** Nobody gets them by the new rules, and by those in force. */
  nobody: z.int(),
  nobodyBefore: z.int(),
})
export type TestSummary = z.output<typeof TestSummary>

/** A version of a list of rules in short. */
export const RuleSet = z.object({
  id: Id,
  scope: AssignmentScope,
  /** Of the version, from 1. */
  number: z.int(),
  state: keyOf(assignmentMachine.states as Record<AssignmentState, unknown>),
  rules: z.int(),
  /** Null: it came with the product, or from the rules that stood before. */
  author: PersonRef.nullable(),
  createdAt: Instant,
  savedAt: Instant,
  approver: PersonRef.nullable(),
  since: Instant.nullable(),
  until: Instant.nullable(),
  /** The last try; `old`: the rules were changed after it. */
  test: TestSummary.extend({ at: Instant, old: z.boolean() }).nullable(),
  comment: z.string(),
  version: Version,
})
export type RuleSet = z.output<typeof RuleSet>

/** Something about a rule that the one who writes it should know. */
export const findingKinds = {
  IMPOSSIBLE: 'Условие невыполнимо',
  SHADOWED: 'Не сработает',
  EQUAL: 'Совпадает с другим',
  TARGET: 'Адресат недоступен',
} as const

export const RuleFinding = z.object({
  kind: keyOf(findingKinds),
  text: z.string(),
  otherId: Id.nullable(),
})
export type RuleFinding = z.output<typeof RuleFinding>

/** Whether a rule is asked today. */
export const ruleTimes = {
  ACTIVE: 'Действует',
  OFF: 'Выключено',
  LATER: 'Начнётся позже',
  PAST: 'Срок вышел',
} as const

/** Whom a rule names, with the name; `problem`: why nothing reaches them now. */
export const NamedTarget = z.object({
  kind: keyOf(targetKinds),
  id: Id,
  name: z.string(),
  weight: z.int().nullable(),
  problem: z.string().nullable(),
})
export type NamedTarget = z.output<typeof NamedTarget>

/** A rule in its list, read back in words. */
export const AssignmentRule = z.object({
  id: Id,
  scope: AssignmentScope,
  /** Its place, from 1. */
  order: z.int(),
  rule: StoredRule,
  time: keyOf(ruleTimes),
  when: z.string(),
  whom: z.string(),
  /** The whole rule as a sentence. */
  words: z.string(),
  targets: z.array(NamedTarget),
  /** Whom its own error target names: the queue and the people. */
  warned: z.array(NamedTarget.pick({ kind: true, id: true, name: true })),
  /** Cases given by it in the last seven days. */
  hits: z.int(),
  findings: z.array(RuleFinding),
  /** Of the rule, for its next change. */
  version: Version,
})
export type AssignmentRule = z.output<typeof AssignmentRule>

/** Whom an error target reaches now. */
export const Reached = z.object({
  queue: NamedRef.nullable(),
  people: z.array(PersonRef.extend({ role: z.string(), problem: z.string().nullable() })),
  escalation: PersonRef.extend({ minutes: z.int(), problem: z.string().nullable() }).nullable(),
  /** Why a case could wait unnoticed; null: somebody learns of it. */
  problem: z.string().nullable(),
})
export type Reached = z.output<typeof Reached>

/** A version with its rules. */
export const WholeRuleSet = RuleSet.extend({
  content: z.array(AssignmentRule),
  errorTarget: ErrorTarget.nullable(),
  reached: Reached,
  actions: z.array(AllowedAction),
  editable: Availability,
})
export type WholeRuleSet = z.output<typeof WholeRuleSet>

/** What the page of a list of rules opens with. */
export const RuleBoard = z.object({
  scope: AssignmentScope,
  /** Null: none was written yet, whoever opens a case leads it. */
  active: WholeRuleSet.nullable(),
  /** The version that is being prepared. */
  draft: WholeRuleSet.nullable(),
  /** Open cases of the scope that nobody leads and no group waits for. */
  waiting: z.int(),
  mayEdit: Availability,
})
export type RuleBoard = z.output<typeof RuleBoard>

// Which of the three rights a call needs depends on the scope that it names; the server asks it of people of the bank alone.
const access = signedIn
const Key = z.object({ id: IdParam })
const ScopeKey = z.object({ scope: AssignmentScope })
const scopes = z.object({ scope: AssignmentScope, of: z.enum(['ACTIVE', 'DRAFT']).default('ACTIVE') })

export const listAssignmentRules = endpoint({
  method: 'GET',
  path: '/partner/assignmentRule',
  summary: 'Правила назначения: действующие или черновик',
  access,
  query: scopes,
  response: z.array(AssignmentRule),
})
/** Into the draft, which is begun by it where there is none: last, or at the place that is named. */
export const createAssignmentRule = endpoint({
  method: 'POST',
  path: '/partner/assignmentRule',
  summary: 'Новое правило в черновике',
  access,
  body: z.object({ scope: AssignmentScope, rule: RuleInput, order: z.int().min(1).nullable().default(null) }),
  response: AssignmentRule,
  idempotent: true,
})
export const getAssignmentRule = endpoint({
  method: 'GET',
  path: '/partner/assignmentRule/:id',
  summary: 'Правило назначения: из черновика, иначе действующее',
  access,
  params: Key,
  response: AssignmentRule,
})
/** A rule of the draft; where only the version in force has it, a draft is begun. */
export const updateAssignmentRule = endpoint({
  method: 'PUT',
  path: '/partner/assignmentRule/:id',
  summary: 'Изменение правила в черновике',
  access,
  params: Key,
  body: z.object({ rule: RuleInput, version: Version }),
  response: AssignmentRule,
})
export const deleteAssignmentRule = endpoint({
  method: 'DELETE',
  path: '/partner/assignmentRule/:id',
  summary: 'Правило убирается из черновика',
  access,
  params: Key,
  query: z.object({ version: z.coerce.number().int().min(1) }),
})
/** Sets whom a case without takers reaches, for a whole list or one rule, and answers whom that is now. */
export const setErrorTarget = endpoint({
  method: 'POST',
  path: '/partner/assignmentRule/errorTarget',
  summary: 'Кому сообщить, когда отдать некому',
  access,
  body: z.object({
    scope: AssignmentScope,
    ruleId: Id.nullable().default(null),
    errorTarget: ErrorTarget.nullable(),
  }),
  response: Reached,
})

export const getRuleBoard = endpoint({
  method: 'GET',
  path: '/assignment-rules/:scope',
  summary: 'Правила назначения: действующая версия и черновик',
  access,
  params: ScopeKey,
  response: RuleBoard,
})
/** A copy of the version in force, or of an earlier one. */
export const createRuleDraft = endpoint({
  method: 'POST',
  path: '/assignment-rules/:scope/draft',
  summary: 'Черновик правил назначения',
  access,
  params: ScopeKey,
  body: z.object({ fromId: Id.nullable().default(null) }),
  response: WholeRuleSet,
  idempotent: true,
})
export const orderRules = endpoint({
  method: 'PUT',
  path: '/assignment-rules/:scope/order',
  summary: 'Порядок правил в черновике',
  access,
  params: ScopeKey,
  body: z.object({ ruleIds: z.array(Id).max(500), version: Version }),
  response: WholeRuleSet,
})
export const listRuleSets = endpoint({
  method: 'GET',
  path: '/assignment-rules/:scope/versions',
  summary: 'Версии правил назначения',
  access,
  params: ScopeKey,
  response: z.array(RuleSet),
})
export const getRuleSet = endpoint({
  method: 'GET',
  path: '/assignment-rules/sets/:id',
  summary: 'Версия правил назначения',
  access,
  params: Key,
  response: WholeRuleSet,
})
/** Sends a draft on, puts a version into force, rolls it back. Nobody puts into force what they wrote. */
export const moveRuleSet = endpoint({
  method: 'POST',
  path: '/assignment-rules/sets/:id/move',
  summary: 'Ход версии правил назначения',
  access,
  params: Key,
  body: z.object({
    action: z.enum(['submit', 'discard', 'activate', 'decline', 'recall', 'rollback'], messages.unknownCode),
    comment: text(1_000).default(''),
    version: Version,
  }),
  response: RuleSet,
  idempotent: true,
})
export const getRuleSetProcess = endpoint({
  method: 'GET',
  path: '/assignment-rules/sets/:id/process',
  summary: 'Путь версии правил назначения',
  access,
  params: Key,
  response: RecordProcess,
})
export const listRuleSetHistory = endpoint({
  method: 'GET',
  path: '/assignment-rules/sets/:id/history',
  summary: 'История версии правил назначения',
  access,
  params: Key,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})

/** Who and what a rule may name, by words of the name. */
export const findRuleTargets = endpoint({
  method: 'GET',
  path: '/assignment-rules/:scope/targets',
  summary: 'Кого может назвать правило назначения',
  access,
  params: ScopeKey,
  query: z.object({ kind: keyOf(targetKinds), search: z.string().max(200).default('') }),
  response: z.array(NamedRef.extend({ note: z.string() })),
})
