import { z } from 'zod'
import { FlagParam } from '../common/items.ts'
import { Id, IdParam } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { ProductVersion } from './product-rows.ts'

/** Largest file of rates: one of the largest matrix takes a hundredth of it. */
export const maxRatesBytes = 5 * 1_048_576

const Key = z.object({ id: IdParam })
const format = z.enum(['xlsx', 'csv'])

/** The matrix of a version as a file that {@link importRates} reads back. */
export const exportRates = endpoint({
  method: 'GET',
  path: '/product/:id/exportRates',
  summary: 'Выгрузка ставок',
  access: signedIn,
  params: Key,
  query: z.object({ number: IdParam.optional(), format: format.default('xlsx') }),
  produces: 'file',
})

/** What becomes of a cell of the matrix. */
export const cellChanges = {
  NEW: 'Появилась',
  CHANGED: 'Изменилась',
  GONE: 'Исчезла',
  SAME: 'Прежняя',
  WRONG: 'Ошибка',
} as const

export const RatesImport = z.object({
  productId: Id,
  /** The draft that the file was made from and would change, and its version. */
  number: z.int(),
  version: z.int(),
  counts: z.record(z.enum(['NEW', 'CHANGED', 'GONE', 'SAME', 'WRONG']), z.int()),
  /** All but those that stay: the wrong ones first; 500 of them at most. */
  cells: z.array(
    z.object({
      change: z.enum(['NEW', 'CHANGED', 'GONE', 'SAME', 'WRONG']),
      /** Row of the file; null: what the file has not. */
      line: z.int().nullable(),
      /** Parts of the axes that it lies in, in words. */
      place: z.string(),
      oldRate: z.string().nullable(),
      newRate: z.string().nullable(),
      /** Points by which the rate changes, with a sign. */
      difference: z.string().nullable(),
      error: z.string().nullable(),
    }),
  ),
  /** The draft with the file in it; null: this was the preview. */
  applied: ProductVersion.nullable(),
})
export type RatesImport = z.output<typeof RatesImport>

/**
 * Rates of the draft from a file: what it would change; with `apply` it is changed, all or nothing, where the draft is
 * still what the preview was of.
 */
export const importRates = endpoint({
  method: 'POST',
  path: '/product/:id/importRates',
  summary: 'Загрузка ставок из файла',
  access: signedIn,
  params: Key,
  query: z.object({ apply: FlagParam.default(false), version: IdParam.optional() }),
  response: RatesImport,
  upload: { maxBytes: maxRatesBytes },
})
