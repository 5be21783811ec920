import { z } from 'zod'
import { NumberedRef, PersonRef } from '../common/refs.ts'
import { Version } from '../common/items.ts'
import { pageOf, PageQuery } from '../common/page.ts'
import { Availability } from '../common/refs.ts'
import { Id, IdParam, Instant, keyOf } from '../common/scalars.ts'
import { CaseType } from '../cases/types/case-types.ts'
import { canInBank, endpoint, signedIn } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'
import { valuesSchema } from '../common/fields.ts'
import { controlFields } from './control-fields.ts'

/** Why a control was begun. */
export const controlCauses = {
  TRIGGER: 'Триггер',
  CHANCE: 'Случайная выборка',
  HAND: 'Решение сотрудника',
} as const
export type ControlCause = keyof typeof controlCauses

export const ControlAnswers = valuesSchema(controlFields)

/** The form of control of one person. */
export const IndividualControl = z.object({
  id: Id,
  caseId: Id,
  participantId: Id,
  name: z.string(),
  roleName: z.string(),
  cause: keyOf(controlCauses),
  causeText: z.string(),
  startedAt: Instant,
  answers: z.record(z.string(), z.unknown()),
  savedBy: z.string().nullable(),
  savedAt: Instant.nullable(),
  signedBy: PersonRef.nullable(),
  signedAt: Instant.nullable(),
  /** The signed form among the documents of the case. */
  documentId: Id.nullable(),
  version: Version,
  /** Questions of the script by key, and what the questionnaire answers. */
  questions: z.array(z.object({ key: z.string(), ask: z.string(), said: z.string() })),
  /** Other applications of the same human being, at any partner. */
  others: z.array(NumberedRef.extend({ type: CaseType, stageName: z.string() })),
  /** Whether this person may fill and sign it now. */
  editable: Availability,
})
export type IndividualControl = z.output<typeof IndividualControl>

/** Who is controlled in an application. */
export const ControlSheet = z.object({
  caseId: Id,
  controls: z.array(IndividualControl),
  /** People of the application without a form that stands open. */
  free: z.array(z.object({ participantId: Id, name: z.string(), roleName: z.string() })),
  /** Whether this person may begin one more. */
  startable: Availability,
})
export type ControlSheet = z.output<typeof ControlSheet>

const access = canInBank('Underwriting', 'List')
const Params = z.object({ id: IdParam })
const OneParams = z.object({ id: IdParam, controlId: IdParam })

export const getControls = endpoint({
  method: 'GET',
  path: '/underwriting/:id/control',
  summary: 'Контроль физлица по заявке',
  access,
  params: Params,
  response: ControlSheet,
})

/** For whoever controls individuals (`Verify`) and has not prepared the case; begins one more by hand while it is on control. */
export const startControl = endpoint({
  method: 'POST',
  path: '/underwriting/:id/control',
  summary: 'Начать контроль участника',
  access: signedIn,
  params: Params,
  body: z.object({ participantId: Id }),
  response: IndividualControl,
  idempotent: true,
})

export const saveControl = endpoint({
  method: 'PUT',
  path: '/underwriting/:id/control/:controlId',
  summary: 'Сохранить форму контроля физлица',
  access: signedIn,
  params: OneParams,
  body: z.object({ answers: ControlAnswers, version: Version }),
  response: IndividualControl,
})

/** Signs the form: it changes no more and stands as PDF among the documents of the case. */
export const signControl = endpoint({
  method: 'POST',
  path: '/underwriting/:id/control/:controlId/sign',
  summary: 'Подписать форму контроля физлица',
  access: signedIn,
  params: OneParams,
  body: z.object({ version: Version }),
  response: IndividualControl,
})

export const listControlHistory = endpoint({
  method: 'GET',
  path: '/underwriting/:id/control/:controlId/history',
  summary: 'История формы контроля физлица',
  access,
  params: OneParams,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})
