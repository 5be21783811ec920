import { z } from 'zod'
import { ApproverType, WorkStatus } from '#approvers/approvers.ts'
import { changeRequestCalls, ChangeRequest } from '#change-requests/change-requests.ts'
import { Day, Version } from '#common/items.ts'
import { PageQuery, pageOf } from '#common/page.ts'
import {
  Availability,
  CodedRef,
  NamedRef,
  PartnerRef,
  PendingRef,
  PersonRef,
  SignedBy,
} from '#common/refs.ts'
import { Code, Id, IdParam, Instant, keyOf, Option, requiredText } from '#common/scalars.ts'
import { AbsenceReason } from '#employees/employees.ts'
import { HistoryEntry } from '#history/history.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { Authority } from './authority.ts'
import { QualityTotals } from './quality/quality.ts'
import { AuthorityInput } from './authority-input.ts'
import { HelpsNow } from './underwriting-groups.ts'

/** How an authority stands today. */
export const authorityStates = {
  CURRENT: 'Действуют',
  FUTURE: 'Начнут действовать',
  PAST: 'Закончились',
  WITHDRAWN: 'Прекращены',
} as const
export type AuthorityState = keyof typeof authorityStates

/** An authority that was ever given to a person. */
export const GivenAuthority = Authority.omit({ regions: true }).extend({
  regions: z.array(Option),
  state: keyOf(authorityStates),
  /** Nothing bounds the sum: it was left so when the bank was upgraded, and the bank has to set a bound. */
  boundless: z.boolean(),
  givenAt: Instant,
  withdrawnAt: Instant.nullable(),
  /** Who asked for it and who agreed; null where it was given in another way. */
  request: SignedBy.nullable(),
})
export type GivenAuthority = z.output<typeof GivenAuthority>

/** Somebody of the bank as one who decides. Rights and roles are changed on the employee's own card. */
export const Underwriter = z.object({
  id: Id,
  fullName: z.string(),
  login: z.string().nullable(),
  jobTitle: z.string(),
  notActive: z.boolean(),
  partner: PartnerRef,
  roles: z.array(CodedRef),
  groups: z.array(NamedRef.extend({ head: z.boolean() })),
  helps: HelpsNow,
  /** Operations by which decisions are taken, of those that the person holds. */
  rights: z.array(z.object({ object: z.string(), operation: Code, name: z.string() })),
  absence: z.object({ reason: AbsenceReason, dateTo: Day, deputy: PersonRef.nullable() }).nullable(),
  approvers: z.array(
    z.object({
      id: Id,
      type: ApproverType,
      workStatus: WorkStatus,
      shift: z.object({ from: z.string(), by: z.string() }).nullable(),
      onShift: z.boolean(),
      open: z.int(),
      limit: z.int().nullable(),
    }),
  ),
  load: z.object({ open: z.int(), overdue: z.int(), decidedToday: z.int() }),
  /** What quality control has found of their decisions within a year. */
  quality: QualityTotals,
  authorities: z.array(GivenAuthority),
  pending: PendingRef.nullable(),
  /** Whether the caller may ask for a change of the authorities now. */
  change: Availability,
  /** Of the authorities. */
  version: z.int(),
})
export type Underwriter = z.output<typeof Underwriter>

const see = canInBank('Underwriting', 'UndMenuManagingEmployees')
const make = canInBank('Underwriting', 'UndMenuManagingEmployees', 'UpdateAuthority')
const Key = z.object({ id: IdParam })
const AuthorityKey = z.object({ id: IdParam, authorityId: IdParam })

/** 404 for everybody who is not of the bank itself. */
export const getUnderwriter = endpoint({
  method: 'GET',
  path: '/underwriting/employees/:id',
  summary: 'Сотрудник андеррайтинга: полномочия и нагрузка',
  access: see,
  params: Key,
  response: Underwriter,
})
/** Makes somebody who decides one of those among whom cases are distributed: inactive until a load is set. */
export const joinDistribution = endpoint({
  method: 'POST',
  path: '/underwriting/employees/:id/distribution',
  summary: 'Включение сотрудника в распределение андеррайтинга',
  access: canInBank('EmployeeUnderwriting', 'Update'),
  params: Key,
  body: z.object({}),
  response: z.object({ approverId: Id }),
  idempotent: true,
})
export const listAuthorityHistory = endpoint({
  method: 'GET',
  path: '/underwriting/employees/:id/history',
  summary: 'История полномочий сотрудника',
  access: see,
  params: Key,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})

/** Another person decides on it; nobody asks for their own. 409 while an earlier request waits, or to an old version. */
export const requestAuthority = endpoint({
  method: 'POST',
  path: '/underwriting/employees/:id/authorities',
  summary: 'Запрос новых полномочий',
  access: make,
  params: Key,
  body: AuthorityInput.extend({ version: Version }),
  response: ChangeRequest,
  idempotent: true,
})
/** The authority ends on the eve of the first day of what takes its place. */
export const requestAuthorityChange = endpoint({
  method: 'POST',
  path: '/underwriting/employees/:id/authorities/:authorityId/change',
  summary: 'Запрос изменения полномочий',
  access: make,
  params: AuthorityKey,
  body: AuthorityInput.extend({ version: Version }),
  response: ChangeRequest,
  idempotent: true,
})
export const requestAuthorityEnd = endpoint({
  method: 'POST',
  path: '/underwriting/employees/:id/authorities/:authorityId/end',
  summary: 'Запрос прекращения полномочий',
  access: make,
  params: AuthorityKey,
  body: z.object({
    /** Null: as soon as it is agreed to. */
    lastDay: Day.nullable(),
    reason: requiredText(1_000),
    version: Version,
  }),
  response: ChangeRequest,
  idempotent: true,
})

/** Changes of authorities that wait for a second person. */
export const authorityRequests = changeRequestCalls(
  '/underwriting/authority-requests',
  'полномочия на решения',
  {
    see,
    decide: canInBank('Underwriting', 'UndMenuManagingEmployees', 'Approve'),
    make,
  },
)
