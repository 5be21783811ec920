import { z } from 'zod'
import { PartnerRef, PersonRef, NumberedRef } from '../common/refs.ts'
import { ApproverType } from '../approvers/approvers.ts'
import { SectionCode } from '../cases/case-sections.ts'
import { DateText, Money } from '../common/amounts.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { NamePart, RequiredNamePart, Sex } from '../common/person/person-name.ts'
import { keyOf, Code, Id, IdParam, Instant, text, Option } from '../common/scalars.ts'
import { can, endpoint, signedIn } from '../endpoint.ts'

/** What a new application begins with; 409 with `current.duplicates` unless they are confirmed. */
export const createFullApplication = endpoint({
  method: 'POST',
  path: '/fullApp',
  summary: 'Новая полная заявка',
  access: can('FullApplication', 'Create'),
  body: z.object({
    /** The caller's own partner when absent. */
    partnerId: Id.optional(),
    programme: Code,
    regionCode: Code,
    goal: Code.optional(),
    amount: Money.optional(),
    lastName: RequiredNamePart,
    firstName: RequiredNamePart,
    middleName: NamePart.default(''),
    birthDate: DateText.optional(),
    sex: Sex.optional(),
    phone: z.string().max(30).optional(),
    channel: Code.optional(),
    /** Cases shown as possible duplicates and found to be others. */
    confirmedDuplicates: z.array(Id).max(50).default([]),
  }),
  response: NumberedRef,
  idempotent: true,
  asksByNumber: ['phone'],
})

const Params = z.object({ id: IdParam })

/** What the product asks for, by what is saved; the form asks `termsRules` itself while it is being filled. */
export const getProgrammeRules = endpoint({
  method: 'GET',
  path: '/fullApp/:id/programme-rules',
  summary: 'Условия программы по заявке',
  access: signedIn,
  params: Params,
  response: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      state: z.enum(['PASS', 'FAIL', 'UNKNOWN']),
      datum: z.string(),
      source: z.object({ section: SectionCode, participantId: Id.nullable(), field: z.string() }).nullable(),
    }),
  ),
})

/**
 * What the agent changed: since the last sending while the application is with them, between the last two sendings while it
 * is with the bank. `from` null: it was sent once, or never.
 */
export const getChangesSinceSending = endpoint({
  method: 'GET',
  path: '/fullApp/:id/changes',
  summary: 'Что изменилось с прошлой отправки',
  access: signedIn,
  params: Params,
  response: z.object({
    from: z.object({ at: Instant, actor: z.string() }).nullable(),
    to: z.object({ at: Instant, actor: z.string() }).nullable(),
    changes: z.array(
      z.object({
        section: z.string(),
        sectionName: z.string(),
        participantId: Id.nullable(),
        participantName: z.string().nullable(),
        field: z.string(),
        label: z.string(),
        before: z.string(),
        after: z.string(),
      }),
    ),
  }),
})

/** States of an automatic check; an error of the service is not a pass, nor is what the responsible officer decides. */
export const autoCheckStates = {
  WAITING: 'Выполняется',
  OK: 'Пройдена',
  WARN: 'Есть замечание',
  FAIL: 'Стоп-фактор',
  ERROR: 'Ошибка сервиса',
  EXPIRED: 'Истекла',
  HELD: 'Ждёт решения',
} as const
export type AutoCheckState = keyof typeof autoCheckStates
export const AutoCheck = z.object({
  id: Id,
  code: Code,
  name: z.string(),
  group: z.string(),
  /** Of a participant; null: of the whole application. */
  participantId: Id.nullable(),
  /** Of an object that secures the loan. */
  realtyId: Id.nullable(),
  subject: z.string(),
  source: z.string(),
  state: keyOf(autoCheckStates),
  text: z.string(),
  requestedAt: Instant,
  answeredAt: Instant.nullable(),
  validUntil: Instant.nullable(),
  attempts: z.int(),
  /** Invented by the stand-in of a service that is not connected. */
  standIn: z.boolean(),
})
export type AutoCheck = z.output<typeof AutoCheck>
export const listAutoChecks = endpoint({
  method: 'GET',
  path: '/fullApp/:id/auto-checks',
  summary: 'Автоматические проверки заявки',
  access: signedIn,
  params: Params,
  response: z.object({
    /** True: some of the answers are the stand-in's. */
    standIn: z.boolean(),
    /** Something failed, has expired or was never asked, and the caller may ask now. */
    mayRetry: z.boolean(),
    checks: z.array(AutoCheck),
  }),
})
/** Asks again what failed by an error of the service, has expired or was never asked; who decides on the case may. */
export const retryAutoChecks = endpoint({
  method: 'POST',
  path: '/fullApp/:id/auto-checks/retry',
  summary: 'Повтор неудавшихся и истёкших проверок',
  access: signedIn,
  params: Params,
  response: z.object({ restarted: z.int() }),
  idempotent: true,
})

/** An application that the caller checks as an approver. */
export const CheckedApplication = z.object({
  id: Id,
  number: z.string(),
  clientName: z.string(),
  /** How many owe beside the main borrower. */
  coBorrowers: z.int(),
  programme: z.string().nullable(),
  amount: z.string().nullable(),
  region: Option.nullable(),
  partner: PartnerRef,
  responsible: PersonRef.nullable(),
  stage: Code,
  stageName: z.string(),
  stageSince: Instant,
  dueAt: Instant.nullable(),
  overdue: z.boolean(),
  createdAt: Instant,

  department: ApproverType,
  assignedAt: Instant.nullable(),
  /** Sendings so far; above 1 it has been back for rework. */
  sendings: z.int(),
  remarks: z.object({ open: z.int(), answered: z.int(), closed: z.int() }),
})
export type CheckedApplication = z.output<typeof CheckedApplication>

/** In the queue with the caller, the most urgent first; and how many wait for anybody in the caller's departments. */
export const listMyChecks = endpoint({
  method: 'POST',
  path: '/fullApp/check/mine',
  summary: 'Мои заявки на проверке комплекта',
  access: can('FullApplication', 'Check'),
  body: z.object({ search: text(100).default(''), ...PageQuery.shape }),
  response: pageOf(CheckedApplication).extend({
    waiting: z.int(),
    /** Why the caller gets none; null: they do. */
    notWorking: z.string().nullable(),
  }),
  reads: true,
})
/**
 * The most urgent application that waits and fits the caller by the rules of distribution; the reason when there is none.
 */
export const takeNextCheck = endpoint({
  method: 'POST',
  path: '/fullApp/check/next',
  summary: 'Взять следующую заявку на проверку',
  access: can('FullApplication', 'Check'),
  response: z.object({ id: Id.nullable(), number: z.string().nullable(), message: z.string() }),
  idempotent: true,
})
