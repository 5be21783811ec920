import { collateralWorth } from '@ipoteka-office/contract/cases/monthly-means.ts'
import { fromKopecks, toKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import { withTakenIncomes } from '@ipoteka-office/contract/cases/taken-means.ts'
import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import { termsRules } from '@ipoteka-office/contract/products/eligibility/terms-rules.ts'
import type { AuthorityBounds } from '@ipoteka-office/contract/underwriting/authority.ts'
import type * as api from '@ipoteka-office/contract/underwriting/offers.ts'
import type { OfferFigures, OfferTerms } from '@ipoteka-office/contract/underwriting/offers.ts'
import { loanToValue } from '#features/calculator/limits.rules.ts'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { meansReader } from '#features/cases/means/case-means.service.ts'
import { checkValues } from '#features/cases/sections/section-values.rules.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { rateNotice } from '#features/rate-limits/case-rates.service.ts'
import type { Context } from '#http/route.ts'
import { termsOfQuestionnaire } from '#features/products/terms/case-terms.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { authorityLine, requireDecidable } from '../decisions.service.ts'
import { type Grounds, groundsWith, onTerms, productOf } from '../grounds.service.ts'
import { limitsTold, limitSums, type SumFigures } from './offer-limits.rules.ts'
import { debtLoadLeaving, householdOf, residualOf, supposing } from './what-if.rules.ts'

/** What a case is offered on the terms: everything that a decision on them would be grounded on. */
export const groundsOfOffer = (
  engine: BankFigures,
  db: Db,
  row: Pick<CaseRow, 'id' | 'type'>,
  { amount, termMonths, rate, ...supposed }: OfferTerms,
): Promise<Grounds> =>
  groundsWith(engine, db, row, { amount, termMonths, rate }, (stored) => supposing(stored, supposed))

const isText = (value: unknown): value is string => typeof value === 'string'

/** The figures of an offer beside those of every decision. */
export function figuresOfOffer(grounds: Grounds, terms: OfferTerms): OfferFigures {
  const { stored, figures, requested, takenIncomes } = grounds
  const { downPayment } = onTerms(stored, requested).sections.CREDIT ?? {}
  const less = toKopecks(requested.amount ?? terms.amount) - toKopecks(terms.amount)
  return {
    ...figures,
    downPayment: isText(downPayment) ? fromKopecks(toKopecks(downPayment) + (less > 0n ? less : 0n)) : null,
    residual: residualOf(withTakenIncomes(supposing(stored, terms), takenIncomes), figures.debtLoad),
  }
}

const percentText = (value: string) => `${value.replace('.', ',')} %`

/** Sums beyond so many times what is asked for nobody looks for. */
const beyond = 3

/** Payments grow with the sum in a straight line: two exact answers tell all others, rounded against the client. */
async function figuresBySum(engine: Engine, db: Db, row: CaseRow, grounds: Grounds, terms: OfferTerms) {
  const means = await meansReader(db, engine, row.id)
  const on = (amount: string) => supposing(onTerms(grounds.stored, { ...terms, amount }), terms)
  const full = Number(terms.amount)
  const half = Math.floor(full / 2)
  const [atFull, atHalf] = [terms.amount, `${half}.00`].map((amount) => means(on(amount)).debtLoad)
  const slope = atFull && atHalf ? (Number(atFull) - Number(atHalf)) / (full - half) : null
  const credit = grounds.stored.sections.CREDIT
  const worth = credit === undefined ? null : collateralWorth(credit, grounds.objects)
  const today = bankDay(engine.clock)
  const section = credit === undefined ? 'LOAN' : 'CREDIT'
  const held = await termsOfQuestionnaire(engine, db, row.id, grounds.stored)
  const isBroken = (amount: string) => {
    const data = on(amount)
    const { errors } = checkValues(section, data.sections[section] ?? {}, today)
    const rules = termsRules(held, data, today, grounds.objects)
    return (
      errors.some(({ path }) => path === 'data.amount') ||
      // What the sum cannot mend limits none.
      rules.some(({ code, state }) => state === 'FAIL' && ofSum.has(code))
    )
  }
  return (sum: number): SumFigures => ({
    debtLoad:
      slope === null || !atFull ? null : Math.ceil((Number(atFull) + slope * (sum - full)) * 100) / 100,
    loanToValue: worth === null ? null : Number(loanToValue(`${sum}.00`, worth, null)),
    isBroken: isBroken(`${sum}.00`),
  })
}
const ofSum: ReadonlySet<string> = new Set(['maxAmount', 'downPayment', 'loanToValue'])

const authorityWords = (authority: AuthorityBounds | null, others: string) => {
  if (authority === null) return 'полномочия на одобрение вам не назначены'
  if (authority.maxExposure === null) return 'экспозиция не ограничена'
  const rest =
    toKopecks(others) === 0n
      ? ''
      : ` вместе с другими кредитами на ${roublesText(others.replace(/\.00$/, ''))}`
  return `экспозиция до ${roublesText(authority.maxExposure.replace(/\.00$/, ''))}${rest}`
}

/** What an offer would mean, what limits its sum and by how much, and whether the caller may make it. */
export async function evaluateOffer(
  engine: Engine,
  context: Context,
  caseId: number,
  terms: OfferTerms,
): Promise<ReplyOf<typeof api.evaluateOffer>> {
  const { db, actor } = context
  const row = await requireDecidable(context, caseId)
  const grounds = await groundsOfOffer(engine, db, row, terms)
  const line = await authorityLine(engine, db, { actor, row, grounds })
  const norms = await figuresToday(engine)
  const supposed = withTakenIncomes(supposing(grounds.stored, terms), grounds.takenIncomes)
  const leaving = debtLoadLeaving(supposed, norms['residual-income'])
  const others = fromKopecks(grounds.others.reduce((sum, { amount }) => sum + toKopecks(amount), 0n))
  const isMortgage = productOf(row) === 'MORTGAGE'
  const ceiling = Number(grounds.requested.amount ?? terms.amount) * beyond
  const sums = limitSums(
    {
      debtLoad: Number(norms['calculator-debt-load']),
      leaving: leaving === null ? null : Number(leaving),
      loanToValue: isMortgage ? Number(norms['calculator-loan-to-value']) : null,
      authority: line.authority,
      others: Number(others),
    },
    await figuresBySum(engine, db, row, grounds, terms),
    ceiling,
  )
  const asked = grounds.requested.amount
  // What is put to the vote of the committee asks for nobody's authority; whoever signs alone is told by the line.
  const isVoted = row.stage === 'COMMITTEE'
  return {
    ...figuresOfOffer(grounds, terms),
    limits: limitsTold(
      {
        ...sums,
        ...(isVoted && { AUTHORITY: null }),
        REQUEST: asked === null ? null : Math.floor(Number(asked)),
      },
      {
        DEBT_LOAD: `ПДН не выше ${percentText(norms['calculator-debt-load'])}`,
        LOAN_TO_VALUE: isMortgage
          ? `К/З не выше ${percentText(norms['calculator-loan-to-value'])}`
          : 'залога нет',
        PROGRAMME: 'сумма, взнос и К/З по условиям продукта',
        RESIDUAL: `не меньше ${roublesText(norms['residual-income'])} на каждого из ${householdOf(supposed)}`,
        AUTHORITY: isVoted ? 'на комитете решает голосование' : authorityWords(line.authority, others),
        REQUEST: 'больше, чем просит клиент, банк не предлагает',
      },
    ),
    exposure:
      grounds.exposure === null
        ? null
        : {
            total: grounds.exposure,
            others: grounds.others
              .filter(({ type }) => holds(actor, type, 'Read'))
              .map(({ stage, ...other }) => ({
                ...other,
                stageName: stageNameFor(actor, other.type, stage),
              })),
          },
    deviations: [...grounds.deviations],
    line,
    rateNotice: await rateNotice(engine, db, { row, ...grounds }),
  }
}
