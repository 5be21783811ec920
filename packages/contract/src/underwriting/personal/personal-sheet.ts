import { z } from 'zod'
import { IdParam, keyOf } from '../../common/scalars.ts'
import { canInBank, endpoint } from '../../endpoint.ts'
import { comparedPlaces } from '../form/comparison-keys.ts'

/** Groups of what is known of a person, in the order in which they are read. */
export const personalGroups = {
  NAME: 'Человек',
  PAPERS: 'Документы и номера',
  ADDRESSES: 'Адреса',
  CONTACTS: 'Контакты',
  FAMILY: 'Семья',
  OTHER: 'Образование и представительство',
} as const

/** A check that speaks of a fact, with its light. */
export const FactCheck = z.object({
  code: z.string(),
  name: z.string(),
  text: z.string(),
  light: z.enum(['OK', 'WARN', 'FAIL', 'NONE']),
})
export type FactCheck = z.output<typeof FactCheck>

export const PersonalFact = z.object({
  key: z.string(),
  label: z.string(),
  /** As people read it; numbers of persons are masked for whoever may not see them. */
  value: z.string(),
  /** What belongs to it: who issued it, since when, how long it is good. */
  note: z.string(),
  /** What in it does not add up. */
  warning: z.string().nullable(),
  /** Its row of the comparison. */
  row: keyOf(comparedPlaces).nullable(),
  checks: z.array(FactCheck),
})
export type PersonalFact = z.output<typeof PersonalFact>

export const PersonalSheet = z.object({
  groups: z.array(z.object({ group: keyOf(personalGroups), facts: z.array(PersonalFact) })),
})
export type PersonalSheet = z.output<typeof PersonalSheet>

export const getPersonalSheet = endpoint({
  method: 'GET',
  path: '/underwriting/:id/personal/:participantId',
  summary: 'Личные данные участника с проверками',
  access: canInBank('Underwriting', 'List'),
  params: z.object({ id: IdParam, participantId: IdParam }),
  response: PersonalSheet,
})
