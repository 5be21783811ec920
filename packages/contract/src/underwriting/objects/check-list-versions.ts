import { z } from 'zod'
import { Day, Version } from '#common/items.ts'
import { valuesSchema } from '#common/fields.ts'
import { AllowedAction } from '#common/process.ts'
import { Code, Id, IdParam, Instant, keyOf, text } from '#common/scalars.ts'
import { canInBank, endpoint } from '../../endpoint.ts'
import { checkListFields, checkListGoals } from './check-list.ts'
import type { checkListMachine } from './check-list-machine.ts'

export const CheckListContent = valuesSchema(checkListFields)

/** States of a version, as its machine names them. */
export const checkListStates = {
  DRAFT: 'Черновик',
  PUBLISHED: 'Опубликована',
  WITHDRAWN: 'Отозвана',
  DISCARDED: 'Черновик отменён',
} as const satisfies Record<keyof (typeof checkListMachine)['states'], string>

/** A version of the check list of a goal. */
export const CheckListVersion = z.object({
  id: Id,
  goal: keyOf(checkListGoals),
  number: z.int(),
  state: keyOf(checkListStates),
  /** The first day; null: of a draft, from the day of publication. */
  validFrom: Day.nullable(),
  content: z.record(z.string(), z.unknown()),
  comment: z.string(),
  /** Null: delivered with the product. */
  savedBy: z.string().nullable(),
  savedAt: Instant,
  publishedBy: z.string().nullable(),
  publishedAt: Instant.nullable(),
  /** By which objects are asked about today. */
  inForce: z.boolean(),
  /** Objects whose answers are to its questions. */
  answers: z.int(),
  version: Version,
  /** What the caller may do with it now. */
  actions: z.array(AllowedAction),
  /** Why the caller does not change it; null: they do. */
  refusal: z.string().nullable(),
})
export type CheckListVersion = z.output<typeof CheckListVersion>

const keeping = canInBank('Underwriting', 'List', 'UpdateCheckLists')
const Params = z.object({ listId: IdParam })

/** Every version of every goal, the latest first. */
export const listCheckLists = endpoint({
  method: 'GET',
  path: '/underwriting/check-lists',
  summary: 'Списки вопросов юридической проверки и их версии',
  access: canInBank('Underwriting', 'List'),
  response: z.array(CheckListVersion),
})

/** Begins the next version as a copy of the last; one draft of a goal at a time. */
export const draftCheckList = endpoint({
  method: 'POST',
  path: '/underwriting/check-lists',
  summary: 'Новый черновик списка вопросов',
  access: keeping,
  body: z.object({ goal: keyOf(checkListGoals) }),
  response: CheckListVersion,
  idempotent: true,
})

export const saveCheckList = endpoint({
  method: 'PUT',
  path: '/underwriting/check-lists/:listId',
  summary: 'Сохранить черновик списка вопросов',
  access: keeping,
  params: Params,
  body: z.object({ content: CheckListContent, validFrom: Day.nullable(), version: Version }),
  response: CheckListVersion,
})

/** Publishes a draft, gives it up, or takes a version back before its first day. */
export const moveCheckList = endpoint({
  method: 'POST',
  path: '/underwriting/check-lists/:listId/move',
  summary: 'Опубликовать, отозвать или отменить версию списка вопросов',
  access: keeping,
  params: Params,
  body: z.object({ action: Code, comment: text(1_000).default(''), version: Version }),
  response: CheckListVersion,
})
