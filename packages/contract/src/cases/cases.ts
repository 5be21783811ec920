import { z } from 'zod'
import { PersonRef, PartnerRef, NamedRef, Availability } from '../common/refs.ts'
import { Version } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { AllowedAction } from '../common/process.ts'
import { Code, Id, IdParam, Instant, requiredText, text, Option } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { ComparedField, HistoryEntry, RecordVersion, TwoMoments } from '../history/history.ts'
import { ShownDecision } from '../underwriting/shown-decision.ts'
import { CaseType } from './types/case-types.ts'

/** One stretch of a stage's clock. */
export const ClockSegment = z.object({
  kind: z.enum(['RUN', 'PAUSE']),
  stage: Code,
  stageName: z.string(),
  from: Instant,
  /** Null: goes on. */
  to: Instant.nullable(),
  /** Minutes of working time in a stretch that ran, of the whole day in one that stood. */
  minutes: z.int(),
})

/** The deadline of the present stage. `share`: worked off so far, from 0; above 1 it is breached. */
export const CaseClock = z.object({
  state: z.enum(['RUNNING', 'PAUSED', 'NONE']),
  dueAt: Instant.nullable(),
  targetMinutes: z.int().nullable(),
  spentMinutes: z.int(),
  share: z.number(),
  segments: z.array(ClockSegment),
})
export type CaseClock = z.output<typeof CaseClock>

/** A phase of the rail with the stages that the case has really been in. */
export const CasePhase = z.object({
  code: Code,
  name: z.string(),
  state: z.enum(['DONE', 'CURRENT', 'AHEAD']),
  stages: z.array(
    z.object({
      stage: Code,
      name: z.string(),
      enteredAt: Instant,
      leftAt: Instant.nullable(),
      minutes: z.int(),
      /** Who ended it, and by which action. */
      actor: z.string().nullable(),
      action: z.string().nullable(),
      comment: z.string().nullable(),
    }),
  ),
})

/** What every answer about a case carries: the head of its page. */
export const CaseHead = z.object({
  id: Id,
  type: CaseType,
  number: z.string(),
  clientName: z.string(),
  programme: z.string().nullable(),
  amount: z.string().nullable(),
  stage: Code,
  stageName: z.string(),
  stageSince: Instant,
  /** In a final state, or in the archive. */
  closed: z.boolean(),
  archived: z.boolean(),
  partner: PartnerRef,
  region: Option.nullable(),
  responsible: PersonRef.nullable(),
  workgroup: NamedRef.nullable(),
  /** Who has it in the approvers' queue now, by full name. */
  checker: z.string().nullable(),
  favourite: z.boolean(),
  clock: CaseClock,
  phases: z.array(CasePhase),
  actions: z.array(AllowedAction),
  /** Whether the person may change the case's data now, and why not. */
  editable: Availability,
  decision: ShownDecision.nullable(),
  /** The case that this one was made of, those made of it, and those of the same client. */
  related: z.array(
    z.object({
      id: Id,
      type: CaseType,
      number: z.string(),
      stageName: z.string(),
      relation: z.enum(['SOURCE', 'RESULT', 'LINKED']),
    }),
  ),
  createdAt: Instant,
  version: z.int(),
})
export type CaseHead = z.output<typeof CaseHead>

const CaseParams = z.object({ id: IdParam })

export const getCase = endpoint({
  method: 'GET',
  path: '/case/:id',
  summary: 'Шапка дела: этап, срок, действия',
  access: signedIn,
  params: CaseParams,
  response: CaseHead,
})

/** Answers 409 with the reason when the machine or a guard does not allow it, and when the version is stale. */
export const moveCase = endpoint({
  method: 'POST',
  path: '/case/:id/move',
  summary: 'Переход дела на другой этап',
  access: signedIn,
  params: CaseParams,
  body: z.object({
    action: Code,
    version: Version,
    comment: text(2_000).optional(),
    reason: Code.optional(),
  }),
  response: CaseHead,
  idempotent: true,
})

export const changeResponsible = endpoint({
  method: 'POST',
  path: '/case/:id/responsible',
  summary: 'Смена ответственного',
  access: signedIn,
  params: CaseParams,
  body: z.object({
    employeeId: Id.nullable(),
    workgroupId: Id.nullable(),
    comment: text(500).optional(),
    version: Version,
  }),
  response: CaseHead,
  idempotent: true,
})
/** Employees who may be made responsible for the case, or do its task, by words of the name. */
export const findCaseAssignees = endpoint({
  method: 'POST',
  path: '/case/:id/assignees',
  summary: 'Кого можно назначить ответственным',
  access: signedIn,
  params: CaseParams,
  body: z.object({ search: text(100).default(''), taskId: Id.optional() }),
  response: z.array(z.object({ id: Id, fullName: z.string(), jobTitle: z.string(), openCases: z.int() })),
  reads: true,
})
/** Groups in which somebody may do the task, by words of the name. */
export const findCaseWorkgroups = endpoint({
  method: 'POST',
  path: '/case/:id/workgroups',
  summary: 'Каким группам можно передать задачу',
  access: signedIn,
  params: CaseParams,
  body: z.object({ search: text(100).default(''), taskId: Id }),
  /** `people`: how many in the group may take it. */
  response: z.array(z.object({ id: Id, name: z.string(), partner: z.string(), people: z.int() })),
  reads: true,
})

export const setFavourite = endpoint({
  method: 'PUT',
  path: '/case/:id/favourite',
  summary: 'Избранное',
  access: signedIn,
  params: CaseParams,
  body: z.object({ favourite: z.boolean() }),
  response: z.object({ favourite: z.boolean() }),
})

/** Puts the case among the latest that the person has opened. */
export const visitCase = endpoint({
  method: 'POST',
  path: '/case/:id/visit',
  summary: 'Отметка об открытии дела',
  access: signedIn,
  params: CaseParams,
  body: z.object({}).optional(),
})

/** Whose a case was, when, and by whose hand: who led it, and with whom its check was. */
export const ManagerChange = z.object({
  role: z.enum(['RESPONSIBLE', 'CHECKER']),
  at: Instant,
  actor: z.string(),
  from: PersonRef.nullable(),
  to: PersonRef.nullable(),
  workgroup: z.string().nullable(),
  comment: z.string().nullable(),
})
export const listManagerHistory = endpoint({
  method: 'GET',
  path: '/fullApp/:id/managerHistory',
  summary: 'История ответственных и проверяющих, с первого',
  access: signedIn,
  params: CaseParams,
  response: z.array(ManagerChange),
})

/** Who reads a comment: the bank's people alone, or people of the case's partner too. */
export const commentKinds = { INTERNAL: 'Внутренний', SHARED: 'Виден партнёру' } as const
export const CommentKind = z.enum(['INTERNAL', 'SHARED'])
export type CommentKind = z.output<typeof CommentKind>

/** A comment; `mentions` have been told of it. */
export const CaseComment = z.object({
  id: Id,
  kind: CommentKind,
  at: Instant,
  author: PersonRef,
  text: z.string(),
  mentions: z.array(PersonRef),
  editedAt: Instant.nullable(),
  deleted: z.boolean(),
  mine: z.boolean(),
  version: z.int(),
})
export type CaseComment = z.output<typeof CaseComment>
const CommentBody = { text: requiredText(4_000), mentions: z.array(Id).max(20).default([]) }

export const listComments = endpoint({
  method: 'GET',
  path: '/case/:id/comments',
  summary: 'Комментарии к делу',
  access: signedIn,
  params: CaseParams,
  query: PageQuery,
  response: pageOf(CaseComment),
})
export const addComment = endpoint({
  method: 'POST',
  path: '/case/:id/comments',
  summary: 'Новый комментарий',
  access: signedIn,
  params: CaseParams,
  /** Absent: internal of the bank's people. Of people of partners every comment is `SHARED`, another kind is refused. */
  body: z.object({ ...CommentBody, kind: CommentKind.optional() }),
  response: CaseComment,
  idempotent: true,
})
const CommentParams = z.object({ id: IdParam, commentId: IdParam })
export const editComment = endpoint({
  method: 'PUT',
  path: '/case/:id/comments/:commentId',
  summary: 'Правка своего комментария',
  access: signedIn,
  params: CommentParams,
  body: z.object({ ...CommentBody, version: Version }),
  response: CaseComment,
})
/** Marks as deleted, or takes the mark off. */
export const markComment = endpoint({
  method: 'POST',
  path: '/case/:id/comments/:commentId/deleted',
  summary: 'Удаление и возврат своего комментария',
  access: signedIn,
  params: CommentParams,
  body: z.object({ deleted: z.boolean(), version: Version }),
  response: CaseComment,
})
/** Colleagues who see the case and can be mentioned; in an internal comment people of the bank alone. */
export const findMentionable = endpoint({
  method: 'POST',
  path: '/case/:id/mentionable',
  summary: 'Кого можно упомянуть',
  access: signedIn,
  params: CaseParams,
  body: z.object({ search: text(100).default(''), kind: CommentKind.optional() }),
  response: z.array(z.object({ id: Id, fullName: z.string(), jobTitle: z.string() })),
  reads: true,
})

/** A remark to be answered before a case goes on; `section` is a code of its sections, `type` of `remarksType`, `document` the one it is about. */
export const CaseRemark = z.object({
  id: Id,
  at: Instant,
  author: PersonRef,
  section: Code,
  sectionName: z.string(),
  type: Option,
  document: z.object({ id: Id, title: z.string() }).nullable(),
  text: z.string(),
  state: z.enum(['OPEN', 'ANSWERED', 'CLOSED']),
  answer: z.string().nullable(),
  answeredBy: PersonRef.nullable(),
  answeredAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  version: z.int(),
})
export type CaseRemark = z.output<typeof CaseRemark>
/** What a new remark is about. */
export const RemarkInput = z.object({ section: Code, type: Code, text: requiredText(2_000) })

export const listRemarks = endpoint({
  method: 'GET',
  path: '/case/:id/remarks',
  summary: 'Замечания по разделам',
  access: signedIn,
  params: CaseParams,
  response: z.array(CaseRemark),
})
export const addRemark = endpoint({
  method: 'POST',
  path: '/case/:id/remarks',
  summary: 'Новое замечание',
  access: signedIn,
  params: CaseParams,
  body: RemarkInput,
  response: CaseRemark,
  idempotent: true,
})
/** The agent answers; the one who checks closes or opens again. */
export const changeRemark = endpoint({
  method: 'PUT',
  path: '/case/:id/remarks/:remarkId',
  summary: 'Ответ на замечание, снятие и возврат',
  access: signedIn,
  params: z.object({ id: IdParam, remarkId: IdParam }),
  body: z.discriminatedUnion('change', [
    z.object({ change: z.literal('ANSWER'), answer: requiredText(2_000), version: Version }),
    z.object({ change: z.literal('CLOSE'), version: Version }),
    z.object({ change: z.literal('REOPEN'), version: Version }),
  ]),
  response: CaseRemark,
})

/** Changes of a case by field, its sections and participants included, newest first. */
export const CaseHistoryEntry = HistoryEntry.extend({
  /** Whose change it is: a section, a participant, the case itself. */
  section: z.string(),
  sectionName: z.string(),
})
export type CaseHistoryEntry = z.output<typeof CaseHistoryEntry>
export const listCaseHistory = endpoint({
  method: 'POST',
  path: '/case/:id/history',
  summary: 'История изменений дела по полям',
  access: signedIn,
  params: CaseParams,
  body: z.object({
    section: Code.optional(),
    actorId: Id.optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    field: text(100).optional(),
    ...PageQuery.shape,
  }),
  response: pageOf(CaseHistoryEntry),
  reads: true,
})
/** Versions of a case, the newest first; what one request changed is one version. */
export const listCaseVersions = endpoint({
  method: 'GET',
  path: '/case/:id/versions',
  summary: 'Версии дела',
  access: signedIn,
  params: CaseParams,
  query: PageQuery,
  response: pageOf(RecordVersion),
})

/** A case at two moments, by section and field; `to` absent: now. With `all`, the fields that did not change too. */
export const compareCase = endpoint({
  method: 'POST',
  path: '/case/:id/compare',
  summary: 'Сравнение двух версий дела',
  access: signedIn,
  params: CaseParams,
  body: TwoMoments,
  response: z.array(ComparedField),
  reads: true,
})
