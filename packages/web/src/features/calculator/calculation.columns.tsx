import { calculationKinds, type SavedCalculation } from '@ipoteka-office/contract/calculator/calculations.ts'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { emptyValue, formatRoubles, formatPercent, formatTerm, shortName } from '#lib/format.ts'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'

/** Columns of the kept calculations. */
export const calculationColumns: Column<SavedCalculation>[] = [
  {
    key: 'title',
    title: 'Название',
    width: 220,
    link: true,
    always: true,
    render: ({ title, outdated }) => (
      <>
        {title} {outdated && <Tag tone="amber">прежняя методика</Tag>}
      </>
    ),
  },
  { key: 'kind', title: 'Что посчитано', width: 150, render: ({ kind }) => calculationKinds[kind] },
  {
    key: 'amount',
    title: 'Сумма',
    width: 130,
    align: 'right',
    render: ({ figures }) => formatRoubles(figures.amount),
  },
  {
    key: 'terms',
    title: 'Ставка и срок',
    width: 150,
    render: ({ figures }) => `${formatPercent(figures.rate)}, ${formatTerm(figures.months)}`,
  },
  {
    key: 'payment',
    title: 'Платёж',
    width: 120,
    align: 'right',
    render: ({ figures }) => formatRoubles(figures.payment),
  },
  {
    key: 'cost',
    title: 'ПСК или ПДН',
    width: 120,
    align: 'right',
    render: ({ kind, figures }) =>
      kind === 'LOAN' ? formatPercent(figures.fullLoanCost, 3) : formatPercent(figures.debtLoad),
  },
  {
    key: 'created',
    title: 'Сохранён',
    width: 160,
    render: ({ createdAt, author }) =>
      `${formatMoment(createdAt, serverNow())}, ${shortName(author.fullName)}`,
  },
  { key: 'comment', title: 'Примечание', width: 180, render: ({ comment }) => comment || emptyValue },
]
