import type { CaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import {
  collateralWorth,
  creditorQuestion,
  type ObjectWorth,
} from '@ipoteka-office/contract/cases/monthly-means.ts'
import {
  fromKopecks,
  type QuestionnaireData,
  toKopecks,
} from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { BorrowerMeasures } from '#features/calculator/borrower.rules.ts'
import { divideHalfUp, fromUnits, toUnits } from '#features/calculator/exact.ts'

import { loanToValue } from '#features/calculator/limits.rules.ts'
import { knownLoad } from './known-loads.rules.ts'

const moneyOf = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(value) ? value : null

/** When the loan would be issued, which days are worked then and which bounds hold. */
export interface MeansDay extends BorrowerMeasures {
  readonly today: string
}

/** ПДН and К/З of a questionnaire by the calculators: head, checks, facts of documents and object pages all take these. */
export function meansOf(
  data: Pick<QuestionnaireData, 'sections' | 'participants'>,
  objects: readonly ObjectWorth[],
  { today, ...measures }: MeansDay,
): CaseMeans {
  const credit = data.sections.CREDIT ?? data.sections.LOAN ?? {}
  const amount = moneyOf(credit['amount'])
  const share = amount === null ? null : loanToValue(amount, collateralWorth(credit, objects), null)
  const question = creditorQuestion(data, objects, today)
  if (question === null)
    return {
      payment: null,
      fullLoanCost: null,
      debtLoad: null,
      bucket: null,
      mustNotify: false,
      loanToValue: share,
      objects: [...objects],
    }
  const { monthlyPayment, fullLoanCost, debtLoad } = knownLoad(question, measures)
  return {
    payment: monthlyPayment,
    fullLoanCost,
    debtLoad: debtLoad.percent,
    bucket: debtLoad.bucket,
    mustNotify: debtLoad.percent !== null && debtLoad.mustNotify,
    loanToValue: share,
    objects: [...objects],
  }
}

/** What comes in and goes out a month, roubles, and what of it is for the loan itself; null while that is not known. */
export function burdenOf(
  data: Pick<QuestionnaireData, 'sections' | 'participants'>,
  objects: readonly ObjectWorth[],
  { today, ...measures }: MeansDay,
): { readonly income: string; readonly payments: string; readonly loan: string } | null {
  const question = creditorQuestion(data, objects, today)
  if (question === null) return null
  const { payments } = knownLoad(question, measures).debtLoad
  const total = payments.reduce((sum, payment) => sum + toKopecks(payment), 0n)
  return { income: question.income ?? '0', payments: fromKopecks(total), loan: payments[0] ?? '0' }
}

/** A sum less so many percent, to the kopeck. */
function lessBy(value: string | null, percent: string): string | null {
  if (value === null) return null
  const left = toUnits('100', 4) - toUnits(percent, 4)
  return fromUnits(divideHalfUp(toUnits(value, 2) * left, toUnits('100', 4)), 2)
}

/** Objects if each were worth so many percent less. */
export const cheaperObjects = (objects: readonly ObjectWorth[], percent: string): ObjectWorth[] =>
  objects.map(({ price, appraised }) => ({
    price: lessBy(price, percent),
    appraised: lessBy(appraised, percent),
  }))

/** A questionnaire if what is bought cost so many percent less; what is lent stays. */
export function cheaper<Q extends Pick<QuestionnaireData, 'sections'>>(data: Q, percent: string): Q {
  const { CREDIT: credit } = data.sections
  if (credit === undefined) return data
  const propertyPrice = lessBy(moneyOf(credit['propertyPrice']), percent)
  return { ...data, sections: { ...data.sections, CREDIT: { ...credit, propertyPrice } } }
}
