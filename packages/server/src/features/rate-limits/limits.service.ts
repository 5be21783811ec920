import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type * as checks from '@ipoteka-office/contract/rate-limits/checks.ts'
import type * as api from '@ipoteka-office/contract/rate-limits/limits.ts'
import { quarterAfter, quarterOf } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import type { Db } from '#db/database.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findCategories, findInForce, findQuarters } from './limits.repo.ts'
import { rateControl } from './rate-control.service.ts'

/** The quarters and categories with which the page works, and what is missing in them. */
export async function limitFrame(bank: BankFigures, db: Db): Promise<ReplyOf<typeof api.getLimitFrame>> {
  const today = bankDay(bank.clock)
  const quarter = quarterOf(today)
  const next = quarterAfter(quarter)
  const figures = await figuresToday(bank)
  const categories = await findCategories(db)
  const known = await findInForce(db, [quarter, next])
  const missingIn = (of: string) =>
    categories
      .filter(({ code }) => !known.some((one) => one.quarter === of && one.category === code))
      .map(({ name }) => name)
  return {
    today,
    quarter,
    next,
    quarters: await findQuarters(db),
    categories: categories.map(({ code, name }) => ({ code, name })),
    missing: { now: missingIn(quarter), next: missingIn(next) },
    requiredFrom: figures['full-cost-required'],
    near: figures['full-cost-near'],
    law: { part: figures['full-cost-part'], ceiling: figures['full-cost-ceiling'] },
  }
}

/** What a contract would be told on its day. */
export async function tryRate(
  bank: BankFigures,
  db: Db,
  { day, ...contract }: checks.RateCheckInput,
): Promise<ReplyOf<typeof checks.checkRate>> {
  const { bounds, ...verdict } = await rateControl(bank, db, contract, day)
  const { quarter, category, limit, caps } = bounds
  return {
    ...{ quarter, category, caps: [...caps] },
    limit: limit && {
      ...{ average: limit.average, value: limit.value },
      ...{ applies: limit.applies, publishedOn: limit.publishedOn },
    },
    state: verdict.state,
    margin: verdict.margin,
    refusals: [...verdict.refusals],
    warnings: [...verdict.warnings],
  }
}
