import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { OffersBody } from '@ipoteka-office/contract/underwriting/offers.ts'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { rateIssues } from '#features/rate-limits/case-rates.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { unfitTerms } from '../decided-terms.service.ts'
import { findReasons } from '../decisions.repo.ts'
import { readLedgerFacts } from '../form/obligations/ledger-facts.service.ts'
import type { Grounds } from '../grounds.service.ts'
import { creditsOf, isMeant } from './credits.service.ts'
import { figuresOfOffer, groundsOfOffer } from './evaluate-offer.service.ts'
import type { StoredOffer } from './stored-offers.rules.ts'

type Wanted = OffersBody['offers'][number]
type Credits = ReturnType<typeof creditsOf>

/** Offers as they would be made: what each is grounded on, how a snapshot keeps them, and what is wrong with them. */
export interface OfferSet {
  readonly all: readonly Grounds[]
  /** The largest of them, by which they are measured. */
  readonly most: Grounds
  readonly offers: readonly StoredOffer[]
  readonly issues: FieldError[]
}

/** What is wrong with one of the offers. */
function issuesOf({ amount }: Wanted, grounds: Grounds, today: string): FieldError[] {
  const { requested, figures } = grounds
  const isMore = requested.amount !== null && compareDecimals(amount, requested.amount) > 0
  const isCounted = figures.payment !== null && figures.fullLoanCost !== null
  return [
    ...unfitTerms(grounds, today),
    ...(compareDecimals(amount, '0') <= 0
      ? [{ path: 'amount', message: 'Сумма должна быть больше нуля' }]
      : []),
    ...(isMore ? [{ path: 'amount', message: 'Больше, чем просит клиент: измените сумму в анкете' }] : []),
    ...(isCounted ? [] : [{ path: 'rate', message: 'По этим условиям платёж и ПСК не рассчитываются' }]),
  ]
}

/** Nobody learns from the words to the client why the bank keeps silent. */
const betrayals = ({ clientText }: Wanted, silent: readonly string[]): FieldError[] => {
  const said = clientText.toLocaleLowerCase('ru')
  const found = silent.find((name) => said.includes(name.toLocaleLowerCase('ru')))
  return found === undefined
    ? []
    : [{ path: 'clientText', message: `Причину «${found}» клиенту не раскрывают` }]
}

/** What an offer supposes to be paid off and the ledger has not. */
const unknownCredits = ({ paidOff }: Wanted, credits: Credits): FieldError[] =>
  paidOff.every((wanted) => credits.some((credit) => isMeant(credit, wanted)))
    ? []
    : [
        {
          path: 'paidOff',
          message: 'Кредита, который клиент погасит, в реестре больше нет: обновите страницу',
        },
      ]

const largest = (all: readonly Grounds[]): Grounds => {
  const [first, ...rest] = all
  if (first === undefined) throw new Error('No offer is made')
  return rest.reduce(
    (most, one) => (compareDecimals(one.terms.amount ?? '0', most.terms.amount ?? '0') > 0 ? one : most),
    first,
  )
}

function storedOf(one: Wanted, place: number, grounds: Grounds, credits: Credits): StoredOffer {
  const paidOff = one.paidOff.map((wanted) => {
    const unnamed = { name: wanted.key, told: wanted.key }
    const { name, told } = credits.find((credit) => isMeant(credit, wanted)) ?? unnamed
    return { ...wanted, name, told }
  })
  return { ...one, ...figuresOfOffer(grounds, one), paidOff, place }
}

/** The offers on the facts of now. */
export async function offerSetOf(
  engine: Engine,
  db: Db,
  row: CaseRow,
  wanted: OffersBody['offers'],
): Promise<OfferSet> {
  const today = bankDay(engine.clock)
  const silent = (await findReasons(db)).filter((reason) => reason.silent).map(({ name }) => name)
  const each: { readonly one: Wanted; readonly grounds: Grounds }[] = []
  for (const one of wanted) each.push({ one, grounds: await groundsOfOffer(engine, db, row, one) })
  const all = each.map(({ grounds }) => grounds)
  const most = largest(all)
  const credits = creditsOf(most.stored, await readLedgerFacts(db, [row.id]))
  const issues: FieldError[] = []
  for (const [index, { one, grounds }] of each.entries()) {
    const found = [
      ...issuesOf(one, grounds, today),
      ...(await rateIssues(engine, db, { row, ...grounds })),
      ...unknownCredits(one, credits),
      ...betrayals(one, silent),
    ]
    issues.push(...found.map(({ path, message }) => ({ path: `offers.${index}.${path}`, message })))
  }
  const offers = each.map(({ one, grounds }, index) => storedOf(one, index + 1, grounds, credits))
  return { all, most, offers, issues }
}
