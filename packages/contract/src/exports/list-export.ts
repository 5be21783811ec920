import { keyOf } from '../common/scalars.ts'
import { z } from 'zod'
import { type Access, endpoint } from '../endpoint.ts'
import { BackgroundTask } from '../notifications/notifications.ts'
import type { GuardedFields } from '../common/field-rights.ts'
import type { Schema } from '../common/schema.ts'

/** Rows above which an export becomes a background task. */
export const exportAtOnceRows = 5_000

/** Formats of every export. */
export const exportFormats = { xlsx: 'Excel (XLSX)', csv: 'Текст с разделителями (CSV)' } as const
export type ExportFormat = keyof typeof exportFormats

/** What an export is asked for: the filter and the order of the list, and the columns it shows. */
const exportBody = <F extends Schema, S extends Schema, const C extends string>({
  filter,
  sort,
  columns,
}: {
  filter: F
  sort: S
  columns: Readonly<Record<C, string>>
}) =>
  z.object({
    format: z.enum(['xlsx', 'csv']),
    filter,
    sort,
    columns: z.array(keyOf(columns)).min(1).max(20),
  })

/**
 * The two calls by which a list is taken out: `now`, the whole filter as a file in the order of the list, and `task`,
 * the same in the background. Above {@link exportAtOnceRows} rows `now` answers 400.
 */
export function listExport<
  F extends Schema,
  S extends Schema,
  const C extends string,
  const A extends Access,
  const P extends Schema | undefined = undefined,
  const N extends readonly string[] | undefined = undefined,
>({
  path,
  of,
  access,
  params,
  asksByNumber,
  fields,
  ...asked
}: {
  /** Path of the call; the one in the background stands under it. */
  path: string
  /** What is taken out, in the genitive: «партнёров». */
  of: string
  access: A
  filter: F
  /** Order of the list; one that is read in a single order has {@link inOneOrder}. */
  sort: S
  /** Key → heading, as on the screen. */
  columns: Readonly<Record<C, string>>
  params?: P
  asksByNumber?: N
  /** Fields of its rows, where a right is needed to see one: its column has the same key. */
  fields?: GuardedFields
}) {
  const body = exportBody(asked)
  const shared = {
    method: 'POST',
    access,
    body,
    params: params as P,
    asksByNumber: asksByNumber as N,
    ...(fields !== undefined && { fields }),
  } as const
  return {
    now: endpoint({ ...shared, path, summary: `Выгрузка ${of}`, produces: 'file', reads: true }),
    task: endpoint({
      ...shared,
      path: `${path}/task`,
      summary: `Выгрузка ${of} в фоне`,
      response: BackgroundTask,
      idempotent: true,
    }),
  }
}

/** The order of a list that is read in one order alone. */
export const inOneOrder = z.string().optional()

/** What an export of the list is asked for. */
export type ExportOf<E extends { readonly now: { readonly body: Schema } }> = z.output<E['now']['body']>
