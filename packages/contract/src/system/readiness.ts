import { z } from 'zod'
import { PersonRef } from '../common/refs.ts'
import { Instant, keyOf } from '../common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'

/** How far a part of the bank is from being able to work. */
export const readinessStates = {
  READY: 'Готово',
  WARNING: 'Проверьте',
  NOT_READY: 'Не готово',
} as const
export type ReadinessState = keyof typeof readinessStates

/** What the parts are about, in the order in which a bank is opened. */
export const readinessGroups = {
  BANK: 'Банк и его партнёры',
  PEOPLE: 'Люди и права',
  WORK: 'Чем работают',
  SERVICES: 'Внешние службы',
  KEEPING: 'Сохранность',
} as const
export type ReadinessGroup = keyof typeof readinessGroups

/** A part of the bank: how it stands, what to do about it and where. */
export const ReadinessItem = z.object({
  code: z.string(),
  group: keyOf(readinessGroups),
  title: z.string(),
  state: keyOf(readinessStates),
  /** How it stands, and what to do unless it is ready. */
  text: z.string(),
  /** The page where it is done; null: outside the product. */
  link: z.string().nullable(),
  /** Who changed it last and when; of what the history does not tell, the moment alone. */
  by: PersonRef.nullable(),
  at: Instant.nullable(),
})
export type ReadinessItem = z.output<typeof ReadinessItem>

export const getReadiness = endpoint({
  method: 'GET',
  path: '/system/readiness',
  summary: 'Готовность банка к работе: что сделано, что осталось и где',
  access: canInBank('Admin', 'ReadSystem'),
  response: z.array(ReadinessItem),
})
