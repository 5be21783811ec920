import { createHash } from 'node:crypto'
import { ofYears } from '@ipoteka-office/contract/common/counted.ts'
import { Decimal } from 'decimal.js'
import { principalOfPayment } from '#features/calculator/annuity.rules.ts'
import { debtLoad as debtLoadOf } from '#features/calculator/limits.rules.ts'
import type { DecisionAnswer, DecisionRequest } from './decision-engine.ts'

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

/** The engine's own policy; what a product allows comes with the question. */
const lowestScore = 420
const highestDebtLoad = new Exact(80)
const warnedDebtLoad = new Exact(50)
const percentText = (value: string) => `${new Exact(value).toString().replace('.', ',')} %`

function yearsBetween(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** From 300 to 850, the same for the same person. */
const scoreOf = (seed: string) =>
  300 + (createHash('sha256').update(`${seed} score`).digest().readUInt32BE(0) % 551)

function ageRefusals({ borrower, months, today, product }: DecisionRequest): string[] {
  const limits = product?.limits ?? null
  if (borrower.birthDate === null || limits === null) return []
  const age = yearsBetween(borrower.birthDate, today)
  if (age < limits.minAge) return [`Заёмщику нет ${ofYears(limits.minAge)}`]
  return age + months / 12 > limits.maxAgeAtEnd
    ? [`К концу срока заёмщику будет больше ${ofYears(limits.maxAgeAtEnd)}`]
    : []
}

function shareRefusals({ objectPrice, amount, product }: DecisionRequest): string[] {
  const limits = product?.limits ?? null
  if (objectPrice === null || limits === null || !new Exact(objectPrice).gt(0)) return []
  const share = new Exact(amount).div(objectPrice).times(100)
  const { minDownPayment, maxLoanToValue } = limits
  if (minDownPayment !== null && share.gt(new Exact(100).minus(minDownPayment)))
    return [`Первоначальный взнос меньше ${percentText(minDownPayment)}`]
  return maxLoanToValue !== null && share.gt(maxLoanToValue)
    ? [`Кредит больше ${percentText(maxLoanToValue)} стоимости объекта`]
    : []
}

function refusals(request: DecisionRequest, score: number, debtLoad: Decimal | null): string[] {
  const { borrower, product } = request
  const most = new Exact(product?.limits?.maxDebtLoad ?? highestDebtLoad)
  return [
    ...((borrower.passport ?? '').endsWith('0666') ? ['Совпадение в базе мошеннических заявок'] : []),
    ...ageRefusals(request),
    ...(score < lowestScore ? ['Низкий скоринговый балл'] : []),
    ...(debtLoad?.gt(most)
      ? [`Показатель долговой нагрузки ${debtLoad.toFixed(0)} % выше ${percentText(most.toString())}`]
      : []),
    ...shareRefusals(request),
  ]
}

/** What the client could borrow: half of the income for payments, in whole thousands; of what is not known, what was asked. */
function mostAmount(
  request: DecisionRequest,
  income: Decimal,
  others: Decimal,
  rate: string | null,
): Decimal {
  const amount = new Exact(request.amount)
  if (!income.gt(0) || rate === null) return amount
  const most = principalOfPayment(income.times('0.5').minus(others), rate, request.months)
  return Decimal.max(most, amount).div(1_000).floor().times(1_000)
}

function conditionsOf(income: Decimal, debtLoad: Decimal | null): string[] {
  return [
    ...(income.gt(0) ? [] : ['Подтвердить доход до решения по полной заявке']),
    ...(debtLoad?.gt(warnedDebtLoad) ? ['Уведомить клиента: долговая нагрузка выше 50 %'] : []),
  ]
}

/** ПДН by the rate of the product: only an application without a rate of its own comes without ПДН. */
const loadBy = (
  { amount, months }: DecisionRequest,
  rate: string | null,
  { income, others }: { readonly income: Decimal; readonly others: Decimal },
): string | null =>
  rate === null
    ? null
    : debtLoadOf(
        [
          { kind: 'LOAN', balance: amount, cost: rate, monthsLeft: months, overdue: '0' },
          { kind: 'PAYMENT', payment: others.toFixed(2) },
        ],
        income.toFixed(2),
      ).percent

/** The rules of the stand-in: what the product allows, score, debt load; the rate is the product's. */
export function decideBy(request: DecisionRequest): DecisionAnswer {
  const { borrower, coBorrowers, requestId } = request
  const rate = request.rate ?? request.product?.rate ?? null
  const income = [borrower, ...coBorrowers].reduce((sum, { income: own }) => sum.plus(own ?? 0), new Exact(0))
  const others = new Exact(borrower.obligations ?? 0)
  const load = request.debtLoad ?? loadBy(request, rate, { income, others })
  const debtLoad = load === null ? null : new Exact(load)
  const score = scoreOf(borrower.passport ?? requestId)
  const notes = refusals(request, score, debtLoad)
  const approved = notes.length === 0
  return {
    approved,
    requestNumber: `СПР-${createHash('sha256').update(requestId).digest('hex').slice(0, 8).toUpperCase()}`,
    score,
    maxAmount: approved ? mostAmount(request, income, others, rate).toFixed(2) : null,
    rate: approved ? rate : null,
    debtLoad: debtLoad === null ? null : debtLoad.toFixed(2, Decimal.ROUND_HALF_UP),
    notes: approved ? conditionsOf(income, debtLoad) : notes,
  }
}
