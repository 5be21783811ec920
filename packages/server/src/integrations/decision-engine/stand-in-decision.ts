import { createHash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { principalOfPayment } from '#features/calculator/annuity.rules.ts'
import { debtLoad as debtLoadOf } from '#features/calculator/limits.rules.ts'
import type { DecisionAnswer, DecisionRequest } from './decision-engine.ts'

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

/** Rates of state programmes by `product/type`, percent (dossier §1.16); the others have the market's. */
const programmeRates: Readonly<Record<string, string>> = { 105: '6', 106: '6', 107: '2', 108: '3', 6: '6' }
const marketRate = '18.9'
const lowestScore = 420
const highestDebtLoad = new Exact(80)
const warnedDebtLoad = new Exact(50)
const highestLoanToValue = new Exact('79.9')

function yearsBetween(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** From 300 to 850, the same for the same person. */
const scoreOf = (seed: string) =>
  300 + (createHash('sha256').update(`${seed} score`).digest().readUInt32BE(0) % 551)

function refusals(request: DecisionRequest, score: number, debtLoad: Decimal | null): string[] {
  const { borrower, objectPrice, amount, months, today } = request
  const notes: string[] = []
  if ((borrower.passport ?? '').endsWith('0666')) notes.push('Совпадение в базе мошеннических заявок')
  if (borrower.birthDate !== null) {
    const age = yearsBetween(borrower.birthDate, today)
    if (age < 21) notes.push('Возраст заёмщика меньше 21 года')
    else if (age + months / 12 > 75) notes.push('К концу срока заёмщику будет больше 75 лет')
  }
  if (score < lowestScore) notes.push('Низкий скоринговый балл')
  if (debtLoad?.gt(highestDebtLoad))
    notes.push(`Показатель долговой нагрузки ${debtLoad.toFixed(0)} % выше 80 %`)
  if (objectPrice !== null && new Exact(amount).div(objectPrice).times(100).gt(highestLoanToValue))
    notes.push('Первоначальный взнос меньше 20,1 %')
  return notes
}

/** What the client could borrow: half of the income for payments, in whole thousands; without an income what was asked. */
function mostAmount(request: DecisionRequest, income: Decimal, others: Decimal, rate: string): Decimal {
  const amount = new Exact(request.amount)
  if (!income.gt(0)) return amount
  const most = principalOfPayment(income.times('0.5').minus(others), rate, request.months)
  return Decimal.max(most, amount).div(1_000).floor().times(1_000)
}

function conditionsOf(income: Decimal, debtLoad: Decimal | null): string[] {
  return [
    ...(income.gt(0) ? [] : ['Подтвердить доход до решения по полной заявке']),
    ...(debtLoad?.gt(warnedDebtLoad) ? ['Уведомить клиента: долговая нагрузка выше 50 %'] : []),
  ]
}

/** ПДН by the rate that the engine would give: only an application without a rate comes without ПДН. */
const loadBy = (
  { amount, months }: DecisionRequest,
  rate: string,
  { income, others }: { readonly income: Decimal; readonly others: Decimal },
): string | null =>
  debtLoadOf(
    [
      { kind: 'LOAN', balance: amount, cost: rate, monthsLeft: months, overdue: '0' },
      { kind: 'PAYMENT', payment: others.toFixed(2) },
    ],
    income.toFixed(2),
  ).percent

/** The rules of the stand-in: age, score, debt load, down payment. */
export function decideBy(request: DecisionRequest): DecisionAnswer {
  const { borrower, coBorrowers, requestId } = request
  const rate = request.rate ?? programmeRates[request.programme ?? ''] ?? marketRate
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
