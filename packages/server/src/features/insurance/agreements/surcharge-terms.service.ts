import { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import { Money } from '@ipoteka-office/contract/common/amounts.ts'
import { computeLoan } from '#features/calculator/loan.rules.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { lendingOf } from '#features/products/pricing/case-price.service.ts'
import { termsOf } from '#features/products/pricing/payments.rules.ts'
import { conflict } from '#http/errors.ts'
import type { Db } from '#db/database.ts'
import { findGivenContent, findConfirmedTerms } from './expiry.repo.ts'
import type { RiseOfRate } from './rise-of-rate.ts'
import { paymentsAround, raised, rateOn, withRise } from './surcharge-terms.rules.ts'

/** The loan of the case as its questionnaire has it, on the schedule of the version that priced it. */
async function loanOf(db: Db, row: CaseRow, issueDate: string): Promise<LoanTerms> {
  const { section } = lendingOf(row)
  const { sections } = await readQuestionnaire(db, row.id, row.type)
  const { amount, termMonths, rate } = sections[section] ?? {}
  const sum = Money.safeParse(amount)
  const known = LoanTerms.safeParse({
    amount,
    rate: String(rate ?? ''),
    months: Number(termMonths),
    issueDate,
  })
  if (!sum.success || !known.success)
    throw conflict(
      'Сумма, срок или ставка кредита в анкете не указаны: без них надбавку не посчитать. Заполните раздел «Параметры кредита»',
    )
  const content = await findGivenContent(db, row.id)
  const { months, rate: yearly } = known.data
  return content === null
    ? known.data
    : termsOf(content, { amount: known.data.amount, months, rate: yearly, issueDate }, [])
}

/** The loan at the higher rate from the day on, after whatever was confirmed before. */
export async function riseOf(
  db: Db,
  row: CaseRow,
  { points, from, issueDate }: { readonly points: string; readonly from: string; readonly issueDate: string },
): Promise<RiseOfRate> {
  const terms = (await findConfirmedTerms(db, row.id)) ?? (await loanOf(db, row, issueDate))
  const rateBefore = rateOn(terms, from)
  const rateAfter = raised(rateBefore, points)
  return { rateBefore, rateAfter, terms: withRise(terms, from, rateAfter) }
}

/** The schedule of the loan at the higher rate, and the payments on both sides of the day. */
export async function scheduleOf(db: Db, terms: LoanTerms, from: string) {
  const { schedule } = computeLoan(terms, await loadCalendar(db))
  return { schedule, payments: paymentsAround(schedule, from) }
}
