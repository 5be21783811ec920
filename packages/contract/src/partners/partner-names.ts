import { z } from 'zod'
import { PageQuery, pageOf } from '../common/page.ts'
import { Id } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { SearchConditions } from '../search/search-conditions.ts'

/* How partners are called and found by name: filters of every list ask for it, and need nothing else of a partner. */

export const PartnerItem = z.object({ id: Id, shortName: z.string(), fullName: z.string() })
export type PartnerItem = z.output<typeof PartnerItem>

export const listPartners = endpoint({
  method: 'GET',
  path: '/partner',
  summary: 'Партнёры, видимые пользователю',
  access: signedIn,
  response: z.array(PartnerItem.pick({ id: true, shortName: true })),
})

/**
 * The filtered partner search of specification 1 §7; method and path are our choice (the ledger's POST /partner/filter).
 * Fields: `fullName` and `shortName`.
 */
export const filterPartners = endpoint({
  method: 'POST',
  path: '/partner/filter',
  summary: 'Поиск партнёров',
  access: signedIn,
  reads: true,
  body: z.object({ searchConditions: SearchConditions, ...PageQuery.shape }),
  response: pageOf(PartnerItem),
})
