import { z } from 'zod'
import { Availability, PersonRef } from '../../../common/refs.ts'
import { Id, IdParam, Instant, keyOf, requiredText, text } from '../../../common/scalars.ts'
import { canInBank, endpoint, signedIn } from '../../../endpoint.ts'
import { calledPeople, callResults, numberSources } from './call-fields.ts'

/** A call as it is written down; what it lacks beside is said by `callIssues`. */
export const CallInput = z.object({
  called: keyOf(calledPeople),
  /** As it was dialled. */
  phone: requiredText(40),
  numberSource: keyOf(numberSources),
  spokeWith: text(200).default(''),
  result: keyOf(callResults),
  said: text(1_000).default(''),
  calledAt: Instant,
})
export type CallInput = z.output<typeof CallInput>
/** The same in the place of one that was written wrongly, with what was wrong. */
export const CorrectionInput = CallInput.extend({ reason: requiredText(300) })

/** A call of the log: of one that was corrected the last words stand first, the earlier ones beneath. */
const Call = CallInput.extend({
  id: Id,
  calledBy: PersonRef,
  writtenBy: PersonRef,
  writtenAt: Instant,
  /** Why it was written anew; empty: it was not. */
  reason: z.string(),
})
export const LoggedCall = Call.extend({ earlier: z.array(Call) })
export type LoggedCall = z.output<typeof LoggedCall>

const Line = z.object({ label: z.string(), value: z.string() })

/** Where a debtor works: what is written, what the registers say, what speaks against it, who was called. */
export const EmploymentSheet = z.object({
  participantId: Id,
  /** The words of the questionnaire. */
  written: z.array(Line),
  register: z.object({
    light: z.enum(['OK', 'WARN', 'FAIL', 'NONE']),
    text: z.string(),
    /** When it answered; null: it has not. */
    at: Instant.nullable(),
    /** Invented by the training stand. */
    standIn: z.boolean(),
    lines: z.array(Line),
  }),
  flags: z.array(
    z.object({ light: z.enum(['OK', 'WARN', 'FAIL', 'NONE']), text: z.string(), why: z.string() }),
  ),
  seniority: z.object({
    /** As the questionnaire tells it. */
    total: z.string(),
    /** Months at the last job by each who tells of it; null: they do not. */
    job: z.array(z.object({ source: z.string(), since: z.string().nullable(), months: z.int().nullable() })),
    /** The least that the bank wants, months. */
    norm: z.int(),
  }),
  calls: z.array(LoggedCall),
  /** Numbers that a call may go to, and where each was found. */
  numbers: z.array(z.object({ label: z.string(), phone: z.string(), called: keyOf(calledPeople) })),
  callable: Availability,
})
export type EmploymentSheet = z.output<typeof EmploymentSheet>

const Params = z.object({ id: IdParam, participantId: IdParam })

export const getEmployment = endpoint({
  method: 'GET',
  path: '/underwriting/:id/form/:participantId/employment',
  summary: 'Занятость участника: работодатель по реестру, стаж, журнал звонков',
  access: canInBank('Underwriting', 'List'),
  params: Params,
  response: EmploymentSheet,
})

/** Writes down a call. Rows only join: what was written is not deleted. */
export const addCall = endpoint({
  method: 'POST',
  path: '/underwriting/:id/form/:participantId/calls',
  summary: 'Записать звонок',
  access: signedIn,
  params: Params,
  body: CallInput,
  response: EmploymentSheet,
})

/** Writes a call anew with the reason; 409 where it has been corrected meanwhile. The former words stay. */
export const correctCall = endpoint({
  method: 'POST',
  path: '/underwriting/:id/form/:participantId/calls/:callId/correction',
  summary: 'Исправить запись о звонке',
  access: signedIn,
  params: Params.extend({ callId: IdParam }),
  body: CorrectionInput,
  response: EmploymentSheet,
})
