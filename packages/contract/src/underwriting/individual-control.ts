import { z } from 'zod'
import { HitVerdict } from '../blacklists/blacklist-hits.ts'
import { blacklistCategories, blacklistKinds, blacklistLevels } from '../blacklists/blacklist-kinds.ts'
import { CaseType } from '../cases/types/case-types.ts'
import { valuesSchema } from '../common/fields.ts'
import { Version } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { Availability, NumberedRef, PersonRef } from '../common/refs.ts'
import { Id, IdParam, Instant, keyOf } from '../common/scalars.ts'
import { canInBank, endpoint, signedIn } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'
import { controlFields } from './control-fields.ts'

/** Why a control was begun. */
export const controlCauses = {
  TRIGGER: 'Триггер',
  CHANCE: 'Случайная выборка',
  HAND: 'Решение сотрудника',
} as const
export type ControlCause = keyof typeof controlCauses

export const ControlAnswers = valuesSchema(controlFields)

/** A match of somebody with an entry of a blacklist; no personal number is in it. */
export const ControlHit = z.object({
  entryId: Id,
  kind: keyOf(blacklistKinds),
  category: keyOf(blacklistCategories),
  /** As the entry acts: under an appeal more mildly than it says. */
  level: keyOf(blacklistLevels),
  /** Nothing was guessed. */
  exact: z.boolean(),
  /** 0–100. */
  score: z.int(),
  agreed: z.array(z.string()),
  verdict: HitVerdict.nullable(),
  /** Who said it. */
  said: z.string().nullable(),
  /** Why they are listed: in the sheet alone, for whoever may read it, and each reading is in the access log. */
  basis: z.string().nullable(),
})
export type ControlHit = z.output<typeof ControlHit>

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
  /** Matches with blacklists, in a signed form those of its signature; null: it was signed before they stood in it. */
  hits: z.array(ControlHit).nullable(),
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
