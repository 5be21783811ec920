import { limitGrounds } from '@ipoteka-office/contract/rate-limits/limit-kinds.ts'
import { limitColumns, type RateLimit } from '@ipoteka-office/contract/rate-limits/limits.ts'
import { quarterText } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import type { ReactNode } from 'react'
import { date, figure, text } from '#ui/table/cells/cells.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Column, columnsOf } from '#ui/table/table-columns.ts'
import { percentOf } from './rate-words.ts'

const { category: _, ...titles } = limitColumns

/** Columns of the limits; `actions` draws what the person may do with a row. */
export const limitColumnsOf = (actions: (row: RateLimit) => ReactNode): Column<RateLimit>[] => [
  ...columnsOf<RateLimit, keyof typeof titles>(titles, {
    quarter: text(152, ({ quarter }) => quarterText(quarter), { always: true }),
    categoryName: text(250, ({ categoryName }) => categoryName, {
      always: true,
      grows: true,
      hint: ({ categoryName }) => categoryName,
    }),
    average: figure(148, ({ average }) => percentOf(average)),
    value: {
      width: 140,
      align: 'right',
      render: ({ value, applies }) => (applies ? percentOf(value) : <Tag>Не применяется</Tag>),
    },
    applies: text(110, ({ applies }) => (applies ? 'Да' : 'Нет'), { optional: true }),
    ground: text(260, ({ ground }) => ground && limitGrounds[ground], { optional: true }),
    publishedOn: date(114, ({ publishedOn }) => publishedOn),
    source: text(200, ({ source }) => source, { optional: true }),
  }),
  {
    key: 'actions',
    exported: [],
    title: 'Действия',
    width: 160,
    align: 'right',
    wrap: true,
    render: actions,
  },
]
