import { limitOf } from '@ipoteka-office/contract/rate-limits/points.ts'
import { quarterAfter, quarterOf } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { figuresAt } from '#db/seed/figures-at.ts'
import { bankDay, addDays } from '#lib/bank-time.ts'
import { insertCap } from '../caps.repo.ts'
import { findCategories, replaceLimits } from '../limits.repo.ts'

/** Average full cost of the longest and largest loans by quarter, from twelve quarters ago to the next one; made up. */
const averages = [
  '21.840',
  '22.170',
  '23.010',
  '24.650',
  '26.320',
  '27.940',
  '28.410',
  '27.630',
  '25.980',
  '24.170',
  '22.760',
  '21.690',
  '21.247',
  '20.403',
]
const before = 12

/** How much dearer credits of a category are, thousandths of a point; made up like the averages. */
const dearer: Readonly<Record<string, number>> = {
  MORTGAGE: -1_500,
  CASH_YEAR_1: 14_300,
  CASH_YEAR_2: 10_900,
  CASH_YEAR_3: 6_700,
  CASH_YEAR_4: 3_150,
  CASH_LONG_1: 9_800,
  CASH_LONG_2: 6_350,
  CASH_LONG_3: 3_420,
  CARD_1: 8_100,
  CARD_2: 9_450,
  CARD_3: 7_780,
}

/** Thousandths of a point of a percent, and back. */
const plus = (average: string, more: number) =>
  (Math.round(Number(average) * 1_000 + more) / 1_000).toFixed(3)

/** Days before the quarter on which its averages are published. */
const publishedBefore = 46

/** Three years of limits of the full cost, and caps of programmes that the state pays for. */
export async function seedDemoRateLimits(
  db: Db,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  const today = bankDay({ timeZone, now: () => now })
  const current = quarterOf(today)
  const categories = await findCategories(db)
  for (const [at, average] of averages.entries()) {
    const quarter = quarterAfter(current, at - before)
    const published = addDays(quarter, -publishedBefore)
    // The next quarter is not published yet in the first half of this one.
    if (published > today) continue
    const figures = figuresAt(now)
    const limits = categories.map(({ code }) => {
      const own = plus(average, dearer[code] ?? 0)
      const isMortgage = code === 'MORTGAGE'
      return {
        quarter,
        category: code,
        average: own,
        value: limitOf(own, { part: figures['full-cost-part'], ceiling: figures['full-cost-ceiling'] }),
        applies: !isMortgage,
        ground: isMortgage ? ('MORTGAGE' as const) : null,
        publishedOn: published,
      }
    })
    await replaceLimits(db, limits, {
      changeRequestId: null,
      source: 'Учебные значения, не публикация Банка России',
    })
  }
  const { rows } = await sql<{ code: string; name: string }>`
    SELECT code, name FROM reference_item WHERE dictionary = 'product/type' AND code IN ('6', '106', '107') ORDER BY code`.execute(
    db,
  )
  const caps: Readonly<Record<string, string>> = { '6': '6.000', '106': '6.000', '107': '2.000' }
  for (const { code, name } of rows)
    await insertCap(
      db,
      {
        product: 'MORTGAGE',
        programme: code,
        partnerId: null,
        rate: caps[code] ?? '6.000',
        validFrom: quarterAfter(current, -before),
        validTo: null,
        ground: `Соглашение об участии в программе «${name}»`,
      },
      null,
    )
}
