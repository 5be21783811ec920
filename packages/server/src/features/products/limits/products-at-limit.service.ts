import { setImmediate as breathe } from 'node:timers/promises'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { LimitZone } from '@ipoteka-office/contract/rate-limits/limit-cases.ts'
import type * as api from '@ipoteka-office/contract/rate-limits/limit-products.ts'
import { quarterOf } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import type { VerdictState } from '@ipoteka-office/contract/rate-limits/verdict.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { boundsIn, capsReader, readLimits } from '#features/rate-limits/rate-bounds.service.ts'
import type { Db } from '#db/database.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { CatalogueReader } from '../pricing/catalogue-reader.ts'
import type { ReadyProduct } from '../pricing/catalogue.ts'
import { marginOf, type MeasuredCell, measureCells } from './cells-at-limit.rules.ts'

/** What the tab needs beside the database. */
export interface AtLimitParts extends BankFigures {
  readonly catalogues: CatalogueReader
}

interface Row {
  readonly product: ReadyProduct
  readonly cell: MeasuredCell
}

const zonesOf: Readonly<Partial<Record<VerdictState, Exclude<LimitZone, 'all'>>>> = {
  NEAR: 'near',
  ABOVE: 'above',
  NO_FIGURES: 'none',
  NO_CATEGORY: 'none',
  UNKNOWN: 'none',
}
const zoneOf = ({ cell: { verdict } }: Row) =>
  // A rate above its cap is no less above than one whose full cost is.
  verdict.refusals.length > 0 && verdict.state !== 'NO_FIGURES' && verdict.state !== 'NO_CATEGORY'
    ? 'above'
    : zonesOf[verdict.state]

/** The calendar is the same object while nobody has changed it. */
let kept: { readonly key: string; readonly isWorking: IsWorkingDay; readonly rows: readonly Row[] } | null =
  null

/** Every cell of the versions in force by today's limits; counted anew when either changes, or the calendar does. */
async function allRows({ catalogues, ...bank }: AtLimitParts, db: Db): Promise<readonly Row[]> {
  const today = bankDay(bank.clock)
  const limits = await readLimits(bank, db, today)
  const { products } = await catalogues.read(db, today, null)
  const { 'key-rate': keyRate } = await bank.parameters.figuresOn(today)
  const read = await capsReader(db, today)
  const capsOf = new Map(
    products
      .filter(({ content }) => content.card === null)
      .map(({ lending, typeCode }) => {
        const product = lending === 'MORTGAGE' ? 'MORTGAGE' : 'CASH_LOAN'
        return [`${lending} ${typeCode}`, read({ product, programme: typeCode })] as const
      }),
  )
  const { categories, near, isRequired } = limits
  const key = JSON.stringify([
    ...[today, keyRate, near, isRequired, categories, limits.limits, [...capsOf]],
    products.map(({ id }) => id),
  ])
  const isWorking = await loadCalendar(db)
  if (kept?.key === key && kept.isWorking === isWorking) return kept.rows
  const rows: Row[] = []
  for (const product of products) {
    const { lending, typeCode } = product
    const caps = capsOf.get(`${lending} ${typeCode}`) ?? []
    const cells = measureCells(product.content, {
      ...{ day: today, lending, keyRate, categories, near, isRequired, isWorking },
      boundsOf: (credit) => boundsIn(limits, { lending, ...credit }, caps),
    })
    rows.push(...cells.map((cell) => ({ product, cell })))
    // Others are served between two products.
    await breathe()
  }
  rows.sort((one, other) => marginOf(one.cell) - marginOf(other.cell))
  kept = { key, isWorking, rows }
  return rows
}

const shown = ({ product, cell }: Row): api.LimitCell => ({
  productId: product.productId,
  lending: product.lending,
  code: product.code,
  name: product.content.names.staff,
  number: product.number,
  place: cell.place,
  amount: cell.amount,
  months: cell.months,
  rate: cell.rate,
  cost: cell.cost,
  category: cell.bounds.category?.name ?? null,
  limit: cell.bounds.limit?.applies === true ? cell.bounds.limit.value : null,
  margin: cell.verdict.margin,
  state: cell.verdict.state,
})

const ofLendings = (rows: readonly Row[], lendings: readonly string[]) =>
  lendings.length === 0 ? rows : rows.filter(({ product }) => lendings.includes(product.lending))

export async function limitCells(
  parts: AtLimitParts,
  db: Db,
  { zone, lendings }: api.LimitCellFilter,
  query: PageQuery,
): Promise<Page<api.LimitCell>> {
  const own = ofLendings(await allRows(parts, db), lendings)
  const rows = zone === 'all' ? own : own.filter((row) => zoneOf(row) === zone)
  const from = query.page * query.size
  return toPage(rows.slice(from, from + query.size).map(shown), rows.length, query)
}

export async function countCells(
  parts: AtLimitParts,
  db: Db,
  { lendings }: Pick<api.LimitCellFilter, 'lendings'>,
): Promise<ReplyOf<typeof api.countLimitCells>> {
  const rows = ofLendings(await allRows(parts, db), lendings)
  const of = (zone: LimitZone) => {
    const own = zone === 'all' ? rows : rows.filter((row) => zoneOf(row) === zone)
    return { cells: own.length, products: new Set(own.map(({ product }) => product.productId)).size }
  }
  return {
    quarter: quarterOf(bankDay(parts.clock)),
    zones: { near: of('near'), above: of('above'), none: of('none'), all: of('all') },
  }
}
