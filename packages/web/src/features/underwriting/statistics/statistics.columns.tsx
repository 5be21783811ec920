import {
  type StatisticsCut,
  type StatisticsFilter,
  type StatisticsRow,
  statisticsColumns,
} from '@ipoteka-office/contract/underwriting/statistics.ts'
import type { ReactNode } from 'react'
import { formatCount } from '#lib/digits.ts'
import { emptyValue, formatPercent } from '#lib/format.ts'
import { type Cell, text } from '#ui/table/cells/cells.tsx'
import { type Column, columnsOf } from '#ui/table/table-columns.ts'
import { minutesText } from '#widgets/case/case-words.ts'
import { HrefLink } from '#widgets/href-link.tsx'
import { filterOfRow, journalHref, type Narrowed } from './journal-links.ts'

/** A share of a hundred with a decimal: «62,5 %». */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? emptyValue : formatPercent((part / whole) * 100, 1)

/** Columns of a cut: each number leads to its list. */
export function statisticsColumnsOf(cut: StatisticsCut, filter: StatisticsFilter): Column<StatisticsRow>[] {
  const hrefOf = (row: StatisticsRow, narrowed: Narrowed): string | null => {
    const found = filterOfRow(filter, cut, row)
    return found === null
      ? null
      : journalHref(found.filter, { ...narrowed, marks: [...found.marks, ...(narrowed.marks ?? [])] })
  }
  const linked = (
    width: number,
    of: (row: StatisticsRow) => { readonly shown: ReactNode; readonly count: number | null },
    narrowed: (row: StatisticsRow) => Narrowed = () => ({}),
  ): Cell<StatisticsRow> => ({
    width,
    align: 'right',
    render: (row) => {
      const { shown, count } = of(row)
      const href = count === null || count === 0 ? null : hrefOf(row, narrowed(row))
      return href === null ? shown : <HrefLink href={href}>{shown}</HrefLink>
    },
  })
  const counted = (width: number, name: CountName, narrowed: Narrowed = {}) =>
    linked(
      width,
      (row) => ({ shown: formatCount(row[name]), count: row[name] }),
      () => narrowed,
    )
  const timed = (width: number, name: 'medianMinutes' | 'p90Minutes') =>
    linked(
      width,
      (row) => ({
        shown: row[name] === null ? emptyValue : minutesText(row[name]),
        count: row[name] === null ? null : row.decided,
      }),
      (row) => ({ minutesFrom: row[name] }),
    )
  return columnsOf<StatisticsRow, keyof typeof statisticsColumns>(
    {
      ...statisticsColumns,
      name: cutWords[cut],
      medianMinutes: 'Медиана',
      p90Minutes: '90 % — быстрее',
    },
    {
      name: text(230, ({ name }) => name, { always: true, grows: true, link: true }),
      decided: counted(92, 'decided'),
      approved: counted(96, 'approved', { outcomes: ['APPROVE'] }),
      approvalShare: linked(
        104,
        ({ approved, decided }) => ({ shown: shareText(approved, decided), count: approved }),
        () => ({ outcomes: ['APPROVE'] }),
      ),
      rejected: counted(96, 'rejected', { outcomes: ['REJECT'] }),
      automatic: counted(112, 'automatic', { marks: ['AUTOMATIC'] }),
      medianMinutes: timed(124, 'medianMinutes'),
      p90Minutes: timed(124, 'p90Minutes'),
      returned: counted(108, 'returned', { marks: ['RETURNED'] }),
      againstEngine: counted(120, 'againstEngine', { marks: ['AGAINST_ENGINE'] }),
      againstScore: counted(124, 'againstScore', { marks: ['AGAINST_SCORE'] }),
    },
  )
}

type CountName = Exclude<keyof StatisticsRow, 'key' | 'name' | 'medianMinutes' | 'p90Minutes'>
/** What a row of a cut is, as the heading of its column. */
const cutWords: Readonly<Record<StatisticsCut, string>> = {
  MONTH: 'Месяц',
  PRODUCT: 'Продукт',
  PROGRAMME: 'Программа',
  PARTNER: 'Партнёр',
  REGION: 'Регион',
  AUTHOR: 'Кто решил',
}
