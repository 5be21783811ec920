import { z } from 'zod'
import { maxPagedRows } from '../common/page.ts'
import { SearchConditions } from '../search/search-conditions.ts'

/**
 * The body of the filtered reads; `all` needs the right «Справочники». Fields: `code`, `name`, `order`, `active`,
 * `validFrom`, `validTo`, `parentCode` or an attribute of the dictionary.
 */
export const ReferenceFilter = z.object({
  searchConditions: SearchConditions,
  all: z.boolean().default(false),
})
export type ReferenceFilter = z.output<typeof ReferenceFilter>

/** The same by pages. */
export const ReferencePageFilter = ReferenceFilter.extend({
  page: z.int().min(0).max(1_000_000).default(0),
  size: z.int().min(1).max(1_000).default(20),
})
export type ReferencePageFilter = z.output<typeof ReferencePageFilter>

/** Most items of an answer without pages. */
export const maxReferenceRows = maxPagedRows
