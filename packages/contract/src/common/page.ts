import { z } from 'zod'
import type { Schema } from './schema.ts'

/** How deep a list may be paged; beyond it the answer asks to narrow the filter (an offset of 100 000 costs 76 ms). */
export const maxPagedRows = 10_000

export const PageQuery = z.object({
  page: z.coerce.number().int().min(0).max(1_000_000).default(0).describe('Номер страницы, с нуля'),
  size: z.coerce.number().int().min(1).max(100).default(20).describe('Строк на странице'),
})
export type PageQuery = z.output<typeof PageQuery>

/** `field,asc` or `field,desc` over a closed list of fields. */
export const sortOf = <const F extends readonly [string, ...string[]]>(fields: F) =>
  z
    .string()
    .max(60)
    .regex(new RegExp(`^(?:${fields.join('|')}),(?:asc|desc)$`), 'Неизвестная сортировка')
    .transform((text) => {
      const [field, direction] = text.split(',')
      return { field: field as F[number], direction: direction as 'asc' | 'desc' }
    })

/** A page of rows with the totals of the whole filter (specification 1 §3). */
export const pageOf = <T extends Schema>(row: T) =>
  z.object({
    content: z.array(row),
    totalElements: z.int(),
    totalPages: z.int(),
    number: z.int(),
    size: z.int(),
    numberOfElements: z.int(),
    first: z.boolean(),
    last: z.boolean(),
  })

export interface Page<T> {
  content: T[]
  totalElements: number
  totalPages: number
  number: number
  size: number
  numberOfElements: number
  first: boolean
  last: boolean
}

/** Puts rows and a total into a page. */
export function toPage<T>(content: T[], totalElements: number, { page, size }: PageQuery): Page<T> {
  const totalPages = Math.ceil(totalElements / size)
  return {
    content,
    totalElements,
    totalPages,
    number: page,
    size,
    numberOfElements: content.length,
    first: page === 0,
    last: page >= totalPages - 1,
  }
}
