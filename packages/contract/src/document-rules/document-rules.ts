import { z } from 'zod'
import { Day, SearchText, Version, VersionQuery } from '../common/items.ts'
import { type ExportOf, listExport } from '../exports/list-export.ts'
import { PageQuery, pageOf, sortOf } from '../common/page.ts'
import { AllowedAction, RecordProcess } from '../common/process.ts'
import { keyOf, Code, Id, IdParam, Instant, Option, text } from '../common/scalars.ts'
import { FactCode, FactScope } from './document-facts.ts'
import { CaseGroup, DocumentStage, RuleContent, RuleSubject, RuleType } from './document-rule-content.ts'
import { ruleFields } from './rule-fields.ts'
import { labelAlone } from '../common/fields.ts'
import { can, canInBank, endpoint } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'

/**
 * States of a rule today. DRAFT: never published. ACTIVE: a version is in force. PLANNED: the first one is yet to begin.
 * ENDED: the last one is over. DELETED: marked, restorable.
 */
export const ruleStates = {
  ACTIVE: 'Действует',
  PLANNED: 'Запланировано',
  DRAFT: 'Черновик',
  ENDED: 'Завершено',
  DELETED: 'Удалено',
} as const
export type RuleState = keyof typeof ruleStates
export const RuleState = keyOf(ruleStates)

/** CURRENT is in force today, PLANNED begins later, PAST is over or replaced, WITHDRAWN was taken back before it began. */
export const revisionStates = {
  CURRENT: 'Действует',
  PLANNED: 'Запланирована',
  PAST: 'Прошлая',
  WITHDRAWN: 'Отозвана',
} as const

/** A published version; it never changes but for being taken back before its first day. */
export const RuleRevision = z.object({
  number: z.int(),
  state: keyOf(revisionStates),
  validFrom: Day,
  /** Last day, as it was published; null: until the next version. */
  validTo: Day.nullable(),
  /** Last day in fact: the next version may have come before. */
  inForceTo: Day.nullable(),
  content: RuleContent,
  conditionText: z.string(),
  comment: z.string(),
  publishedAt: Instant,
  publishedBy: z.string(),
  /** What the caller may do with it now. */
  actions: z.array(AllowedAction),
})
export type RuleRevision = z.output<typeof RuleRevision>

/** What is prepared and not published yet. */
export const RuleDraft = z.object({
  content: RuleContent,
  conditionText: z.string(),
  /** Null: from the day of publication. */
  validFrom: Day.nullable(),
  validTo: Day.nullable(),
  changedAt: Instant,
  changedBy: z.string(),
  actions: z.array(AllowedAction),
})
export type RuleDraft = z.output<typeof RuleDraft>

export const DocumentRule = z.object({
  id: Id,
  ruleType: RuleType,
  state: RuleState,
  /** Came with the system. */
  delivered: z.boolean(),
  /** Came with the system, and the bank has published a version of its own: deliveries leave it alone. */
  edited: z.boolean(),
  draft: RuleDraft.nullable(),
  current: RuleRevision.nullable(),
  planned: RuleRevision.nullable(),
  revisionsCount: z.int(),
  deletedAt: Instant.nullable(),
  version: z.int(),
})
export type DocumentRule = z.output<typeof DocumentRule>

/** A row of the list: what the rule says on the day asked for (a draft where nothing is published). */
export const RuleRow = z.object({
  id: Id,
  ruleType: RuleType,
  state: RuleState,
  delivered: z.boolean(),
  edited: z.boolean(),
  hasDraft: z.boolean(),
  name: z.string(),
  documents: z.array(Option),
  subject: RuleSubject,
  roles: z.array(Option),
  programmes: z.array(Option),
  conditionText: z.string(),
  priority: z.int(),
  /** COMPLETENESS. */
  effect: z.enum(['REQUIRED', 'NOT_REQUIRED']).nullable(),
  stage: DocumentStage.nullable(),
  quantity: z.int().nullable(),
  group: CaseGroup.nullable(),
  /** What it decides in words: «30 дней», «Обязателен», «Банк, Основной заёмщик», «Нужен». */
  decision: z.string(),
  validFrom: Day.nullable(),
  validTo: Day.nullable(),
  version: z.int(),
})
export type RuleRow = z.output<typeof RuleRow>

const read = can('Rule', 'Read')
const list = can('Rule', 'List')
const update = canInBank('Rule', 'Update')
const Key = z.object({ id: IdParam })
const WithVersion = z.object({ version: Version })
/** A rule with every part of its condition at its limit stays below this. */
const bodyLimit = 256 * 1024

export const RuleFilter = z.object({
  ruleTypes: z.array(RuleType).max(4).default([]),
  documents: z.array(Code).max(200).default([]),
  /** Rules for these programmes, those for every programme included. */
  programmes: z.array(Code).max(100).default([]),
  stages: z.array(DocumentStage).max(20).default([]),
  states: z.array(RuleState).max(5).default([]),
  hasDraft: z.boolean().optional(),
  /** Only rules in force on this day, with what they said then. */
  on: Day.optional(),
  /** Words of the name, the basis, the comment, codes and names of the documents. */
  search: SearchText.default(''),
})
export type RuleFilter = z.output<typeof RuleFilter>

const ListQuery = PageQuery.extend({
  sort: sortOf(['name', 'priority', 'stage', 'validFrom', 'documents'])
    .optional()
    .describe('По умолчанию по этапу и документу'),
})
export type RuleListQuery = z.output<typeof ListQuery>

/** Deleted rules are left out unless `states` names DELETED. `counts` are of the filter without `ruleTypes`. */
export const listDocumentRules = endpoint({
  method: 'POST',
  path: '/document-rules/list',
  summary: 'Правила комплектности',
  access: list,
  query: ListQuery,
  body: RuleFilter,
  response: pageOf(RuleRow).extend({ counts: z.record(RuleType, z.int()) }),
  reads: true,
})

export const getDocumentRule = endpoint({
  method: 'GET',
  path: '/document-rules/:id',
  summary: 'Правило',
  access: read,
  params: Key,
  response: DocumentRule,
})

const DraftInput = z.object({
  content: RuleContent,
  validFrom: Day.nullable().default(null),
  validTo: Day.nullable().default(null),
})
export type DraftInput = z.output<typeof DraftInput>

/** A new rule is a draft until it is published. */
export const createDocumentRule = endpoint({
  method: 'POST',
  path: '/document-rules',
  summary: 'Новое правило',
  access: canInBank('Rule', 'Create'),
  idempotent: true,
  body: DraftInput,
  response: DocumentRule,
  bodyLimit,
})
/** Saves the draft; what is published stays as it is. The type of a rule does not change (400). */
export const saveDocumentRule = endpoint({
  method: 'PUT',
  path: '/document-rules/:id',
  summary: 'Сохранение черновика правила',
  access: update,
  params: Key,
  body: DraftInput.extend({ version: Version }),
  response: DocumentRule,
  bodyLimit,
})
/** The draft becomes a version, from its first day on, today at the earliest. 409 without a draft. */
export const publishDocumentRule = endpoint({
  method: 'POST',
  path: '/document-rules/:id/publish',
  summary: 'Публикация черновика правила',
  access: update,
  params: Key,
  idempotent: true,
  body: WithVersion.extend({ comment: text(500).default('') }),
  response: DocumentRule,
})
/** Throws the draft away; 409 for a rule that was never published: delete it. */
export const discardRuleDraft = endpoint({
  method: 'POST',
  path: '/document-rules/:id/discard',
  summary: 'Отказ от черновика правила',
  access: update,
  params: Key,
  body: WithVersion,
  response: DocumentRule,
})
/** Makes a draft of what an older version said; 409 while there is a draft. */
export const draftFromRevision = endpoint({
  method: 'POST',
  path: '/document-rules/:id/revisions/:number/draft',
  summary: 'Черновик по прежней версии правила',
  access: update,
  params: Key.extend({ number: IdParam }),
  body: WithVersion,
  response: DocumentRule,
})
/** Takes a version back before its first day; 409 for any other. */
export const withdrawRuleRevision = endpoint({
  method: 'POST',
  path: '/document-rules/:id/revisions/:number/withdraw',
  summary: 'Отзыв запланированной версии правила',
  access: update,
  params: Key.extend({ number: IdParam }),
  body: WithVersion,
  response: DocumentRule,
})
/** A new draft with the same content. */
export const copyDocumentRule = endpoint({
  method: 'POST',
  path: '/document-rules/:id/copy',
  summary: 'Копия правила',
  access: canInBank('Rule', 'Create', 'Read'),
  params: Key,
  idempotent: true,
  response: DocumentRule,
})
/** From today on the rule is not in force; it can be restored. */
export const deleteDocumentRule = endpoint({
  method: 'DELETE',
  path: '/document-rules/:id',
  summary: 'Удаление правила',
  access: canInBank('Rule', 'Delete'),
  params: Key,
  query: VersionQuery,
  response: DocumentRule,
})
export const restoreDocumentRule = endpoint({
  method: 'POST',
  path: '/document-rules/:id/restore',
  summary: 'Восстановление правила',
  access: canInBank('Rule', 'Delete'),
  params: Key,
  body: WithVersion,
  response: DocumentRule,
})
/** Newest first. */
export const listRuleRevisions = endpoint({
  method: 'GET',
  path: '/document-rules/:id/revisions',
  summary: 'Версии правила',
  access: read,
  params: Key,
  response: z.array(RuleRevision),
})
/** The process of a version: its machine drawn, its state, and who led it there; the draft's number is the next one. */
export const getRuleProcess = endpoint({
  method: 'GET',
  path: '/document-rules/:id/revisions/:number/process',
  summary: 'Процесс версии правила и его схема',
  access: read,
  params: Key.extend({ number: IdParam }),
  response: RecordProcess,
})
export const listRuleHistory = endpoint({
  method: 'GET',
  path: '/document-rules/:id/history',
  summary: 'История изменений правила',
  access: read,
  params: Key,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})

/** Columns of the list and of its export. */
export const ruleColumns = {
  ruleType: 'Тип правила',
  name: 'Правило',
  documents: ruleFields.documents.label,
  decision: ruleFields.effect.label,
  subject: ruleFields.subject.label,
  programmes: ruleFields.programmes.label,
  conditionText: 'Когда',
  stage: labelAlone(ruleFields.stage),
  quantity: ruleFields.quantity.label,
  priority: ruleFields.priority.label,
  state: 'Состояние',
  validFrom: ruleFields.validFrom.label,
  validTo: ruleFields.validTo.label,
} as const
export type RuleColumn = keyof typeof ruleColumns

export const rulesExport = listExport({
  path: '/document-rules/export',
  of: 'правил',
  access: can('Rule', 'List', 'Read'),
  filter: RuleFilter,
  sort: ListQuery.shape.sort,
  columns: ruleColumns,
})
export type RuleExport = ExportOf<typeof rulesExport>

/** The catalogue of facts for other systems; the browser has it in `document-facts.ts`. */
export const listRuleFacts = endpoint({
  method: 'GET',
  path: '/document-rules/facts',
  summary: 'Факты, о которых спрашивают условия',
  access: read,
  response: z.array(
    z.object({
      code: FactCode,
      label: z.string(),
      scope: FactScope,
      kind: z.string(),
      section: z.string(),
      dictionary: z.string().nullable(),
      options: z.array(Option),
      nullable: z.boolean(),
      unit: z.string().nullable(),
      predicates: z.array(Option),
    }),
  ),
})
