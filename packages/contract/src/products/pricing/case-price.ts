import { z } from 'zod'
import { Day } from '../../common/items.ts'
import { Availability, PersonRef } from '../../common/refs.ts'
import { Code, Id, IdParam, Instant } from '../../common/scalars.ts'
import { endpoint, signedIn } from '../../endpoint.ts'
import { Offer, Offers } from './offers.ts'

/** What the client chooses beside the questionnaire. */
export const PriceChoices = z.object({
  optionIds: z.array(Id).max(20).default([]),
  /** Rebates and surcharges without a condition: category → yes or no. */
  choices: z.record(Code, z.boolean()).default({}),
})
export type PriceChoices = z.output<typeof PriceChoices>

const GivenPrice = z.object({
  at: Instant,
  /** Null: the system. */
  by: PersonRef.nullable(),
  offer: Offer,
  chosen: PriceChoices,
})

/** The price that a case was given. */
export const CasePrice = z.object({
  present: GivenPrice.nullable(),
  /** What the questionnaire and the versions would give now, where it is not what was given: in words; null: the same. */
  differs: z.string().nullable(),
  /** The rate of the loan after rises for want of insurance that people of the bank confirmed; the latest last. */
  rises: z.array(z.object({ from: Day, rate: z.string(), points: z.string() })),
  /** Whether a price may be given now. */
  allowed: Availability,
  /** A rate of its own, for those who may ask for it or decide on it; null: the caller may neither. */
  individual: z
    .object({
      allowed: Availability,
      /** The request that waits for a second person. */
      requestId: Id.nullable(),
    })
    .nullable(),
  /** Why the rate of the questionnaire is not typed; null: no price has been taken, so it is. */
  rateFixed: z.string().nullable(),
  /** Earlier ones, the latest first. */
  earlier: z.array(
    z.object({ at: Instant, by: PersonRef.nullable(), product: z.string(), rate: z.string() }),
  ),
})
export type CasePrice = z.output<typeof CasePrice>

const Key = z.object({ id: IdParam })

export const getCasePrice = endpoint({
  method: 'GET',
  path: '/case/:id/price',
  summary: 'Ставка, которую получила заявка',
  access: signedIn,
  params: Key,
  response: CasePrice,
})
/** Offers by what the questionnaire says, on the terms that the application was received on. */
export const findCaseOffers = endpoint({
  method: 'POST',
  path: '/case/:id/offers',
  summary: 'Подобрать ставку для заявки',
  access: signedIn,
  params: Key,
  body: PriceChoices,
  response: Offers,
  reads: true,
})
/** 409 when the rate has become another than `rate`, when something that decides is not known, or a promotion is used up. */
export const takeCaseOffer = endpoint({
  method: 'POST',
  path: '/case/:id/price',
  summary: 'Взять предложение для заявки',
  access: signedIn,
  params: Key,
  body: PriceChoices.extend({
    productId: Id,
    /** As it was shown. */
    rate: z.string().max(10),
  }),
  response: CasePrice,
  idempotent: true,
})
