import { z } from 'zod'
import { DateText } from '../common/amounts.ts'
import { Version, VersionQuery } from '../common/items.ts'
import { NamePart } from '../common/person/person-name.ts'
import { keyOf, Id, IdParam, Instant, text } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { debtorRoles } from './sections/personal.ts'

/** Roles of those who take part in a case, by the codes of `borrowerType`. */
export const participantRoles = {
  MAIN_BORROWER: 'Заёмщик',
  CO_BORROWER: 'Созаёмщик',
  SPOUSE: 'Супруг(а) — созаёмщик',
  SPOUSE_NOT_BORROWER: 'Супруг(а), не заёмщик',
  GUARANTOR: 'Поручитель',
  PLEDGER: 'Залогодатель',
  PARTICIPANT: 'Участник сделки',
} as const
export type ParticipantRole = keyof typeof participantRoles
export const ParticipantRole = keyOf(participantRoles)
/** Whether the role owes the loan. */
export const isDebtor = (role: string): boolean => (debtorRoles as readonly string[]).includes(role)

/** Somebody who takes part; the name follows from the section of personal data. */
export const CaseParticipant = z.object({
  id: Id,
  role: ParticipantRole,
  roleName: z.string(),
  name: z.string(),
  personId: Id.nullable(),
  /** Set: removed, and can be brought back with everything that was written. */
  removedAt: Instant.nullable(),
  version: z.int(),
})
export type CaseParticipant = z.output<typeof CaseParticipant>

const CaseParams = z.object({ id: IdParam })
const Params = CaseParams.extend({ participantId: IdParam })

/** Those who take part in order, then those who were removed. */
export const listParticipants = endpoint({
  method: 'GET',
  path: '/case/:id/participants',
  summary: 'Участники дела',
  access: signedIn,
  params: CaseParams,
  response: z.array(CaseParticipant),
})
/** With `personId` the questionnaire starts from what the person said last time. */
export const addParticipant = endpoint({
  method: 'POST',
  path: '/case/:id/participants',
  summary: 'Новый участник дела',
  access: signedIn,
  params: CaseParams,
  body: z.object({
    role: ParticipantRole,
    personId: Id.optional(),
    lastName: NamePart.default(''),
    firstName: NamePart.default(''),
    middleName: NamePart.default(''),
    birthDate: DateText.optional(),
  }),
  response: CaseParticipant,
  idempotent: true,
})
export const changeParticipant = endpoint({
  method: 'PUT',
  path: '/case/:id/participants/:participantId',
  summary: 'Роль участника',
  access: signedIn,
  params: Params,
  body: z.object({ role: ParticipantRole, version: Version }),
  response: CaseParticipant,
})
export const removeParticipant = endpoint({
  method: 'DELETE',
  path: '/case/:id/participants/:participantId',
  summary: 'Удаление участника (можно вернуть)',
  access: signedIn,
  params: Params,
  query: VersionQuery,
  response: CaseParticipant,
})
export const restoreParticipant = endpoint({
  method: 'POST',
  path: '/case/:id/participants/:participantId/restore',
  summary: 'Возврат удалённого участника',
  access: signedIn,
  params: Params,
  body: z.object({ version: Version }),
  response: CaseParticipant,
  idempotent: true,
})
/** All that take part, the main borrower first; another set of ids is refused. */
export const orderParticipants = endpoint({
  method: 'PUT',
  path: '/case/:id/participants/order',
  summary: 'Порядок участников',
  access: signedIn,
  params: CaseParams,
  body: z.object({ ids: z.array(Id).min(1).max(50) }),
  response: z.array(CaseParticipant),
})

/** A person of whom the caller sees a case. Numbers are masked for those without the right to see them. */
export const KnownPerson = z.object({
  id: Id,
  fullName: z.string(),
  birthDate: z.string().nullable(),
  passport: z.string().nullable(),
  phone: z.string().nullable(),
  /** When the questionnaire was written last; null: only the head is known. */
  latestAt: Instant.nullable(),
  cases: z.int(),
})
export type KnownPerson = z.output<typeof KnownPerson>

/** By words of the name, a passport or a phone; only those of whom the caller and the case's own partner see a case. */
export const findKnownPersons = endpoint({
  method: 'POST',
  path: '/case/:id/persons',
  summary: 'Люди, известные партнёру',
  access: signedIn,
  params: CaseParams,
  body: z.object({ search: text(100) }),
  response: z.array(KnownPerson),
  reads: true,
  asksByNumber: ['search'],
})
