import { type LimitCase, limitCaseColumns } from '@ipoteka-office/contract/rate-limits/limit-cases.ts'
import { verdictStates } from '@ipoteka-office/contract/rate-limits/verdict.ts'
import { formatRoubles } from '#lib/format.ts'
import { figure, status, text } from '#ui/table/cells/cells.tsx'
import { type Column, columnsOf } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { stageTone } from '#widgets/case-list/stage-tone.ts'
import { marginOf, percentOf, verdictTones } from './rate-words.ts'

/** Columns of the deals: the price beside its limit, and how much is left between them. */
export const limitCaseColumnsShown: Column<LimitCase>[] = columnsOf<LimitCase, keyof typeof limitCaseColumns>(
  limitCaseColumns,
  {
    number: text(124, ({ number }) => number, { link: true, always: true }),
    clientName: text(210, ({ clientName }) => clientName, { grows: true }),
    partner: text(160, ({ partner }) => partner.shortName, { optional: true }),
    category: text(250, ({ category }) => category, { hint: ({ category }) => category ?? '' }),
    amount: figure(130, ({ amount }) => formatRoubles(amount)),
    termMonths: figure(90, ({ termMonths }) => termMonths),
    rate: figure(96, ({ rate }) => percentOf(rate)),
    cost: figure(96, ({ cost }) => percentOf(cost)),
    limit: figure(96, ({ limit }) => limit && percentOf(limit)),
    margin: {
      width: 150,
      render: ({ margin, state }) => (
        <Tag tone={verdictTones[state]}>{margin === null ? verdictStates[state] : marginOf(margin)}</Tag>
      ),
    },
    stage: status(170, (row) => ({ tone: stageTone(row), text: row.stageName })),
  },
)
