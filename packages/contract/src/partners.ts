import { z } from 'zod'
import { PageQuery, pageOf } from './common/page.ts'
import { Id, text } from './common/scalars.ts'
import { endpoint, signedIn } from './endpoint.ts'

export const PartnerItem = z.object({ id: Id, shortName: z.string(), fullName: z.string() })
export type PartnerItem = z.output<typeof PartnerItem>

export const listPartners = endpoint({
  method: 'GET',
  path: '/partner',
  summary: 'Партнёры, видимые пользователю',
  access: signedIn,
  response: z.array(PartnerItem.pick({ id: true, shortName: true })),
})

/** One condition of a filtered search; a list of fields means «any of them». */
export const SearchCondition = z.object({
  fields: z
    .array(z.enum(['fullName', 'shortName']))
    .min(1)
    .max(2),
  predicate: z.literal('like'),
  value: text(200),
})

/** The filtered partner search of specification 1 §7; method and path are our choice (the ledger's POST /partner/filter). */
export const filterPartners = endpoint({
  method: 'POST',
  path: '/partner/filter',
  summary: 'Поиск партнёров',
  access: signedIn,
  reads: true,
  body: z.object({ searchConditions: z.array(SearchCondition).max(10).default([]), ...PageQuery.shape }),
  response: pageOf(PartnerItem),
})
