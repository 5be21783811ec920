import type { PastDue } from '@ipoteka-office/contract/underwriting/payments/vintage-filter.ts'
import {
  lateOf,
  type Vintage,
  type VintageCell,
  type VintageFilter,
} from '@ipoteka-office/contract/underwriting/payments/vintages.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue, formatPercent, formatRoubles } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import { cx } from '#ui/class-names.ts'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { text } from '#ui/table/cells/cells.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { HrefLink } from '#widgets/href-link.tsx'
import type { Measure } from './vintage-filters.ts'
import { loansHref } from './vintage-links.ts'
import styles from './vintages.module.css'

/** What the table shows. */
export interface Shown {
  readonly filter: VintageFilter
  readonly level: PastDue
  readonly measure: Measure
}

/** Percent of a cell, as a number for colours alone. */
const shareOf = (cell: VintageCell, { level, measure }: Shown): number => {
  const { share, sumShare } = lateOf(cell, level)
  return Number(measure === 'loans' ? share : sumShare)
}

const tints = [styles.tint1, styles.tint2, styles.tint3, styles.tint4] as const
/** The more of the greatest share, the redder. */
const tintOf = (share: number, most: number) =>
  share === 0 || most === 0
    ? undefined
    : tints[Math.min(tints.length, Math.ceil((share / most) * tints.length)) - 1]

function Cell({ vintage, age, shown, most }: { vintage: Vintage; age: number; shown: Shown; most: number }) {
  const cell = vintage.ages[age]
  if (cell === undefined) return ''
  if (!cell.known) return emptyValue
  const { filter, level } = shown
  const late = lateOf(cell, level)
  const share = shareOf(cell, shown)
  const words = formatPercent(share, 1)
  if (late.loans === 0) return <span className="muted">{words}</span>
  return (
    <Tooltip
      text={`${countOf(late.loans, 'кредит', 'кредита', 'кредитов')} из ${formatCount(vintage.loans)}, долг ${formatRoubles(late.balance)}`}
    >
      <HrefLink
        href={loansHref(filter, { issuedMonth: vintage.month, monthsOnBook: age, pastDue: level })}
        className={cx(styles.share, tintOf(share, most))}
      >
        {words}
      </HrefLink>
    </Tooltip>
  )
}

/** A column for the month of issue and one for every age; each number leads to its list. */
export function vintageColumnsOf(vintages: readonly Vintage[], shown: Shown): Column<Vintage>[] {
  const oldest = Math.max(0, ...vintages.map(({ ages }) => ages.length))
  const most = Math.max(
    0,
    ...vintages.flatMap(({ ages }) => ages.map((cell) => (cell.known ? shareOf(cell, shown) : 0))),
  )
  return [
    {
      key: 'month',
      title: 'Месяц выдачи',
      ...text<Vintage>(140, ({ name }) => name, { always: true, link: true }),
    },
    {
      key: 'loans',
      title: 'Выдано',
      width: 84,
      align: 'right',
      render: ({ month, loans }) => (
        <HrefLink href={loansHref(shown.filter, { issuedMonth: month })}>{formatCount(loans)}</HrefLink>
      ),
    },
    {
      key: 'issued',
      title: 'Сумма',
      width: 150,
      align: 'right',
      render: ({ issued }) => formatRoubles(issued),
    },
    ...Array.from(
      { length: oldest },
      (_, age): Column<Vintage> => ({
        key: `age${age}`,
        title: `${age} мес.`,
        width: 78,
        align: 'right',
        render: (vintage) => <Cell vintage={vintage} age={age} shown={shown} most={most} />,
      }),
    ),
  ]
}
