import { calculationKinds, type SavedCalculation } from '@ipoteka-office/contract/calculator/calculations.ts'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { formatRoubles, formatPercent, formatTerm, shortName } from '#lib/format.ts'
import { figure, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'

const titles = {
  title: 'Название',
  kind: 'Что посчитано',
  amount: 'Сумма',
  terms: 'Ставка и срок',
  payment: 'Платёж',
  cost: 'ПСК или ПДН',
  created: 'Сохранён',
  comment: 'Примечание',
} as const

/** Columns of the kept calculations. */
export const calculationColumns = columnsOf<SavedCalculation, keyof typeof titles>(titles, {
  title: {
    width: 220,
    link: true,
    always: true,
    render: ({ title, outdated }) => (
      <>
        {title} {outdated && <Tag tone="amber">прежняя методика</Tag>}
      </>
    ),
  },
  kind: text(150, ({ kind }) => calculationKinds[kind]),
  amount: figure(130, ({ figures }) => formatRoubles(figures.amount)),
  terms: text(150, ({ figures }) => `${formatPercent(figures.rate)}, ${formatTerm(figures.months)}`),
  payment: figure(120, ({ figures }) => formatRoubles(figures.payment)),
  cost: figure(120, ({ kind, figures }) =>
    kind === 'BORROWER' || kind === 'PRODUCT_BORROWER'
      ? formatPercent(figures.debtLoad)
      : formatPercent(figures.fullLoanCost, 3),
  ),
  created: text(
    160,
    ({ createdAt, author }) => `${formatMoment(createdAt, serverNow())}, ${shortName(author.fullName)}`,
  ),
  comment: text(180, ({ comment }) => comment),
})
