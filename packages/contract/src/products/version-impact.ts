import { z } from 'zod'
import { Day } from '../common/items.ts'
import { pageOf, PageQuery } from '../common/page.ts'
import { Availability, PersonRef } from '../common/refs.ts'
import { Id, IdParam, Instant, keyOf } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'

/** What a version would do to a client or a case. */
export const impactDirections = {
  DEARER: 'Дороже',
  CHEAPER: 'Дешевле',
  SAME: 'Без изменений',
  MISFIT: 'Больше не подходят',
  UNKNOWN: 'Ставка не определена',
} as const
export const ImpactDirection = keyOf(impactDirections)
export type ImpactDirection = z.output<typeof ImpactDirection>

/** One side of the comparison: a price, or why there is none. Rates are percents, payments roubles. */
const ImpactPrice = z.object({
  rate: z.string().nullable(),
  payment: z.string().nullable(),
  reason: z.string().nullable(),
})
export type ImpactPrice = z.output<typeof ImpactPrice>

/** A reference client: the same whom every product of the lending is tried on. */
export const ReferenceClientImpact = z.object({
  id: Id,
  name: z.string(),
  /** What is known of the client, in words. */
  about: z.string(),
  before: ImpactPrice,
  after: ImpactPrice,
  /** Signed points; null: one of the sides has no rate. */
  points: z.string().nullable(),
  direction: ImpactDirection,
})
export type ReferenceClientImpact = z.output<typeof ReferenceClientImpact>

/** How many cases go one way. Sums are roubles of the loans, points the mean weighted by them. */
export const ImpactFigure = z.object({
  direction: ImpactDirection,
  count: z.int(),
  amount: z.string(),
  points: z.string().nullable(),
  /** What the difference of the rate makes of a year's interest on the whole sum; signed roubles. */
  interest: z.string(),
})
export type ImpactFigure = z.output<typeof ImpactFigure>

export const impactStates = {
  RUNNING: 'Считается',
  DONE: 'Посчитано',
  FAILED: 'Прервано',
} as const

/** Every open case of the product counted anew by the version. */
export const ImpactRun = z.object({
  id: Id,
  state: keyOf(impactStates),
  author: PersonRef,
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  /** Open cases of the product when it began, and those that have been counted. */
  total: z.int(),
  looked: z.int(),
  /** The draft has been saved since: the figures are of what it said before. */
  isStale: z.boolean(),
  figures: z.array(ImpactFigure),
})
export type ImpactRun = z.output<typeof ImpactRun>

export const VersionImpact = z.object({
  number: z.int(),
  /** The version in force that the clients are priced by now; null: none. */
  presentNumber: z.int().nullable(),
  day: Day,
  /** Days that applications received before keep their terms. */
  oldTermsDays: z.int(),
  clients: z.array(ReferenceClientImpact),
  /** Of open cases: whether it may be asked for, and the last answer. */
  allowed: Availability,
  run: ImpactRun.nullable(),
})
export type VersionImpact = z.output<typeof VersionImpact>

/** A case behind a figure; the client is named to those who may read such cases. */
export const ImpactCase = z.object({
  caseId: Id,
  type: z.string(),
  number: z.string(),
  clientName: z.string().nullable(),
  direction: ImpactDirection,
  amount: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  points: z.string().nullable(),
  reason: z.string().nullable(),
})
export type ImpactCase = z.output<typeof ImpactCase>

const Key = z.object({ id: IdParam, number: IdParam })

export const getVersionImpact = endpoint({
  method: 'GET',
  path: '/product/:id/versions/:number/impact',
  summary: 'Что изменит выпуск',
  access: signedIn,
  params: Key,
  response: VersionImpact,
})
/** Counts every open case of the product by the version, in the background; 409 while it is being counted. */
export const startVersionImpact = endpoint({
  method: 'POST',
  path: '/product/:id/versions/:number/impact',
  summary: 'Посчитать, что выпуск изменит в открытых заявках',
  access: signedIn,
  params: Key,
  response: VersionImpact,
  idempotent: true,
})
/** The cases behind a figure: the greatest difference first. */
export const listImpactCases = endpoint({
  method: 'GET',
  path: '/product/:id/versions/:number/impact/cases',
  summary: 'Заявки, в которых выпуск меняет ставку',
  access: signedIn,
  params: Key,
  query: PageQuery.extend({ direction: ImpactDirection.optional() }),
  response: pageOf(ImpactCase),
})
