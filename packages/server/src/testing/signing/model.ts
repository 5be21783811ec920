import fc from 'fast-check'

/** Millions of roubles and percent: what a person may approve. */
export interface Limit {
  readonly exposure: number
  readonly loanToValue: number
}

/** An application as it should stand. */
export interface Application {
  readonly id: string
  readonly people: readonly string[]
  stage: 'UNDERWRITING' | 'DECISION_CONTROL' | 'COUNTER_OFFER' | 'APPROVED' | 'REVOKED'
  /** What binds the bank, in millions. */
  held: number
  /** Under what the offer was made. */
  offered: Limit | null
}

/** What the bank should know of authorities and applications, kept apart from it. */
export interface Model {
  /** By employee. */
  readonly limits: Map<number, Limit>
  readonly all: readonly Application[]
}

/** What every object of the tests costs, in millions. */
const price = 8

/** All that the people of an application owe with it, in millions. */
export const exposureOf = ({ all }: Model, one: Application, amount: number): number =>
  all
    .filter((other) => other !== one && other.people.some((person) => one.people.includes(person)))
    .reduce((sum, { held }) => sum + held, amount)

export const isWithin = (model: Model, limit: Limit | undefined, one: Application, amount: number): boolean =>
  limit !== undefined &&
  exposureOf(model, one, amount) <= limit.exposure &&
  (amount / price) * 100 <= limit.loanToValue

export const applicationOf = ({ all }: Model, at: number): Application => {
  const one = all[at]
  if (one === undefined) throw new Error(`There is no application ${at}`)
  return one
}

/** Somebody signs for so many millions. */
export interface Sign {
  readonly by: number
  readonly app: number
  readonly amount: number
}
/** Another authority of somebody; no exposure: an end of it. */
export interface Change {
  readonly who: number
  readonly exposure: number
  readonly loanToValue: number
}
/** What people do, one after another or at once. */
export interface Steps {
  readonly sign: Sign
  /** Passed on to the head, who agrees to it. */
  readonly up: Sign
  readonly offer: Sign
  readonly accept: { readonly app: number }
  readonly revoke: { readonly app: number }
  readonly limit: Change
  readonly away: { readonly who: number; readonly deputy: number }
  readonly together: { readonly signs: readonly Sign[]; readonly change: Change | null }
}
export type Step = { readonly [K in keyof Steps]: { readonly kind: K; readonly what: Steps[K] } }[keyof Steps]

export const limitOf = ({ exposure, loanToValue }: Change): Limit | undefined =>
  exposure === 0 ? undefined : { exposure, loanToValue }

/** Steps of so many signers, after whom comes the head, over so many applications. */
export function anyStep(signers: number, applications: number): fc.Arbitrary<Step> {
  const by = fc.nat(signers - 1)
  const app = fc.nat(applications - 1)
  const sign = fc.record({ by, app, amount: fc.integer({ min: 1, max: 6 }) })
  const change = fc.record({
    who: fc.nat(signers),
    exposure: fc.constantFrom(0, 3, 5, 8, 12),
    loanToValue: fc.constantFrom(40, 95),
  })
  const step = <K extends keyof Steps>(weight: number, kind: K, what: fc.Arbitrary<Steps[K]>) => ({
    weight,
    arbitrary: what.map((told) => ({ kind, what: told }) as Step),
  })
  return fc.oneof(
    step(4, 'sign', sign),
    step(2, 'up', sign),
    step(2, 'offer', sign),
    step(2, 'accept', fc.record({ app })),
    step(1, 'revoke', fc.record({ app })),
    step(3, 'limit', change),
    step(1, 'away', fc.record({ who: by, deputy: by })),
    step(
      3,
      'together',
      fc.record({ signs: fc.array(sign, { minLength: 2, maxLength: 6 }), change: fc.option(change) }),
    ),
  )
}
