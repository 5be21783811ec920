import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import type { listObjectTypes, RoleCard } from '@ipoteka-office/contract/roles/roles.ts'
import { normalizeText } from '#ui/select/option-search.ts'

/** Operations of a role by object type. */
export type Held = RoleCard['operations']
/** One row of the matrix: an object type with its operations. */
export type MatrixRow = ResponseOf<typeof listObjectTypes>[number]
export type MatrixOperation = MatrixRow['operations'][number]

/** Operations that many object types have: each is a column of its own, the others stand in the last one. */
export const columnNames = {
  List: 'Список',
  Read: 'Просмотр',
  Create: 'Создание',
  Update: 'Изменение',
  Export: 'Выгрузка',
} as const
export type MatrixColumn = keyof typeof columnNames
export const matrixColumns = Object.keys(columnNames) as MatrixColumn[]

export const isColumn = (code: string): code is MatrixColumn => Object.hasOwn(columnNames, code)

export const holds = (held: Held, objectType: string, code: string): boolean =>
  held[objectType]?.includes(code) ?? false

/** Operations with some given or taken; lists stay sorted and empty ones disappear, so that equal maps compare equal. */
export function withOperations(
  held: Held,
  change: readonly { objectType: string; code: string }[],
  on: boolean,
): Held {
  const sets = new Map(Object.entries(held).map(([type, codes]) => [type, new Set(codes)]))
  for (const { objectType, code } of change) {
    const codes = sets.get(objectType) ?? new Set<string>()
    sets.set(objectType, codes)
    if (on) codes.add(code)
    else codes.delete(code)
  }
  return Object.fromEntries(
    [...sets]
      .filter(([, codes]) => codes.size > 0)
      .sort(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([type, codes]) => [type, [...codes].sort()]),
  )
}

/** The same map in the order in which {@link withOperations} writes it. */
export const ordered = (held: Held): Held => withOperations(held, [], true)

export type Mark = 'added' | 'removed' | null

/** How an operation differs from what is saved. */
export function markOf(saved: Held, held: Held, objectType: string, code: string): Mark {
  const [before, now] = [holds(saved, objectType, code), holds(held, objectType, code)]
  if (before === now) return null
  return now ? 'added' : 'removed'
}

/** How many operations were added and taken away. */
export function changeCount(saved: Held, held: Held): { added: number; removed: number } {
  const missing = (from: Held, in_: Held) =>
    Object.entries(from).reduce(
      (sum, [type, codes]) => sum + codes.filter((code) => !holds(in_, type, code)).length,
      0,
    )
  return { added: missing(held, saved), removed: missing(saved, held) }
}

/** «+3 / −1». */
export const changeText = ({ added, removed }: { added: number; removed: number }): string =>
  `+${added} / −${removed}`

export type Tick = 'all' | 'some' | 'none'

/** Whether all, some or none of the operations are held. */
export function tickOf(held: Held, list: readonly { objectType: string; code: string }[]): Tick {
  const count = list.filter(({ objectType, code }) => holds(held, objectType, code)).length
  if (count === 0) return 'none'
  return count === list.length ? 'all' : 'some'
}

export const operationsOf = (row: MatrixRow): { objectType: string; code: string }[] =>
  row.operations.map(({ code }) => ({ objectType: row.objectType, code }))

/** The rows that have the operation of a column. */
export const ofColumn = (rows: readonly MatrixRow[], column: string) =>
  rows.flatMap(operationsOf).filter(({ code }) => code === column)

/** Rows whose name or one of whose operations holds the text; with `changed` those that differ from what is saved. */
export function shownRows(
  rows: readonly MatrixRow[],
  { text, changed, saved, held }: { text: string; changed: boolean; saved: Held; held: Held },
): MatrixRow[] {
  const wanted = normalizeText(text)
  return rows.filter((row) => {
    if (changed && !row.operations.some(({ code }) => markOf(saved, held, row.objectType, code))) return false
    const words = [row.name, row.objectType, ...row.operations.flatMap((o) => [o.descriptor, o.code])]
    return normalizeText(words.join(' ')).includes(wanted)
  })
}
