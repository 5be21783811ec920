import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { fromKopecks, toKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type * as api from '@ipoteka-office/contract/rate-limits/limit-cases.ts'
import type {
  LimitCase,
  LimitCaseFilter,
  LimitZone,
} from '@ipoteka-office/contract/rate-limits/limit-cases.ts'
import { decidedTypes } from '@ipoteka-office/contract/underwriting/journal.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { readPage } from '#lib/paging.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import {
  countDeals,
  countLimitCases,
  findLimitCases,
  type LimitCaseRow,
  type Measure,
} from './limit-cases.repo.ts'
import { findCategories } from './limits.repo.ts'

type Reader = Pick<Context, 'db' | 'actor'>

/** How deals of a filter are measured, of the types whose lists the person reads. */
export async function measureOf(
  bank: BankFigures,
  { db, actor }: Reader,
  filter: LimitCaseFilter,
): Promise<Measure> {
  const figures = await figuresToday(bank)
  return {
    filter,
    types: decidedTypes.filter(
      (type) => holds(actor, type, 'List') && (filter.types.length === 0 || filter.types.includes(type)),
    ),
    categories: await findCategories(db),
    today: bankDay(bank.clock),
    timeZone: bank.clock.timeZone,
    near: figures['full-cost-near'],
  }
}

export const toCase =
  (actor: Actor) =>
  (row: LimitCaseRow): LimitCase => ({ ...row, stageName: stageNameFor(actor, row.type, row.stage) })

/** Approved deals of a zone, those with the least margin first. */
export async function limitCases(
  bank: BankFigures,
  reader: Reader,
  { zone, ...filter }: LimitCaseFilter & { readonly zone: LimitZone },
  query: PageQuery,
): Promise<Page<LimitCase>> {
  const { db, actor } = reader
  const measure = await measureOf(bank, reader, filter)
  const { content, ...page } = await readPage(query, {
    rows: () => findLimitCases(db, measure, zone, query),
    count: () => countLimitCases(db, measure, zone),
  })
  return { ...page, content: content.map(toCase(actor)) }
}

const shareOf = (deals: readonly { readonly cases: number; readonly amount: string }[]) => ({
  cases: deals.reduce((sum, { cases }) => sum + cases, 0),
  amount: fromKopecks(deals.reduce((sum, { amount }) => sum + toKopecks(amount), 0n)),
})

/** How many deals each zone has and what they come to. */
export async function countCases(
  bank: BankFigures,
  reader: Reader,
  filter: LimitCaseFilter,
): Promise<ReplyOf<typeof api.countLimitCases>> {
  const all = await countDeals(reader.db, await measureOf(bank, reader, filter))
  const of = (...states: LimitCase['state'][]) => shareOf(all.filter(({ state }) => states.includes(state)))
  const named = Map.groupBy(all, ({ category }) => category ?? 'Категория не определена')
  return {
    zones: {
      near: of('NEAR'),
      above: of('ABOVE'),
      none: of('NO_FIGURES', 'NO_CATEGORY', 'UNKNOWN'),
      all: shareOf(all),
    },
    categories: [...named].map(([name, deals]) => ({
      name,
      limit: deals.find(({ limit }) => limit !== null)?.limit ?? null,
      all: shareOf(deals),
      above: shareOf(deals.filter(({ state }) => state === 'ABOVE')),
    })),
  }
}
