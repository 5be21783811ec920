import { type NameOf, sectionValueText } from '@ipoteka-office/contract/cases/section-texts.ts'
import type { SectionField, SectionFields } from '@ipoteka-office/contract/cases/sections/fields.ts'
import type { Difference, Side } from '#ui/overlay/compare-dialog.tsx'
import { type FormRow, type FormValues, isBlank, rowsOf } from './section-values.ts'

/** What differs between the form and the server, and the side that each difference most likely wants. */
export interface SectionDifference extends Difference {
  /** Changed on one side alone: that side; on both: nobody knows. */
  readonly suggested: Side | null
}

interface Sides {
  readonly base: FormValues
  readonly mine: FormValues
  readonly server: FormValues
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

function suggestedSide(base: unknown, mine: unknown, server: unknown): Side | null {
  if (same(base, mine)) return 'server'
  return same(base, server) ? 'mine' : null
}

/** The value of a field in words; nothing is an empty text. */
const valueWords = (field: SectionField, value: unknown, nameOf: NameOf): string =>
  isBlank(field, value) ? '' : sectionValueText(field, value, nameOf)

/** A row of a group by its first values: «Зарплата, Справка 2-НДФЛ, 162 400 ₽». */
export function rowWords(fields: SectionFields, row: FormValues, nameOf: NameOf): string {
  const parts = Object.entries(fields)
    .filter(([, { kind }]) => kind !== 'LIST' && kind !== 'FLAG')
    .map(([name, field]) => valueWords(field, row[name], nameOf))
    .filter((text) => text !== '')
  return parts.slice(0, 3).join(', ') || 'строка без данных'
}

const rowWith = (rows: readonly FormRow[], key: string) => rows.find((row) => row.key === key)

function listDifferences(
  name: string,
  field: SectionField,
  { base, mine, server }: Sides,
  nameOf: NameOf,
  at: { path: string; words: string },
): SectionDifference[] {
  const fields = field.fields ?? {}
  const [before, own, theirs] = [rowsOf(base[name]), rowsOf(mine[name]), rowsOf(server[name])]
  const keys = [...new Set([...theirs, ...own].map(({ key }) => key))]
  return keys.flatMap((key, index) => {
    const [was, my, their] = [rowWith(before, key), rowWith(own, key), rowWith(theirs, key)]
    const path = `${at.path}${name}/${key}`
    const words = `${at.words}${field.itemLabel ?? field.label} ${index + 1}`
    if (my && their)
      return sectionDifferences(fields, { base: was ?? {}, mine: my, server: their }, nameOf, {
        path: `${path}/`,
        words: `${words}: `,
      })
    return [
      {
        key: path,
        label: words,
        mine: my ? rowWords(fields, my, nameOf) : '',
        server: their ? rowWords(fields, their, nameOf) : '',
        suggested: suggestedSide(was, my, their),
      },
    ]
  })
}

/** The fields in which the form and the server differ, in words; rows of groups are told apart by their keys. */
export function sectionDifferences(
  fields: SectionFields,
  sides: Sides,
  nameOf: NameOf,
  at: { path: string; words: string } = { path: '', words: '' },
): SectionDifference[] {
  const { base, mine, server } = sides
  return Object.entries(fields).flatMap(([name, field]) => {
    if (same(mine[name], server[name])) return []
    if (field.kind === 'LIST') return listDifferences(name, field, sides, nameOf, at)
    const own = valueWords(field, mine[name], nameOf)
    const theirs = valueWords(field, server[name], nameOf)
    if (own === theirs) return []
    return [
      {
        key: `${at.path}${name}`,
        label: `${at.words}${field.label}`,
        mine: own,
        server: theirs,
        suggested: suggestedSide(base[name], mine[name], server[name]),
      },
    ]
  })
}

type Choice = Readonly<Record<string, Side>>

function mergedRows(
  field: SectionField,
  own: readonly FormRow[],
  theirs: readonly FormRow[],
  choice: Choice,
  path: string,
): FormRow[] {
  const kept = theirs.filter(
    ({ key }) => rowWith(own, key) !== undefined || choice[`${path}/${key}`] !== 'mine',
  )
  const added = own.filter(
    ({ key }) => rowWith(theirs, key) === undefined && choice[`${path}/${key}`] !== 'server',
  )
  return [
    ...kept.map((row) => {
      const my = rowWith(own, row.key)
      return my
        ? { key: row.key, ...mergeSection(field.fields ?? {}, my, row, choice, `${path}/${row.key}/`) }
        : row
    }),
    ...added,
  ]
}

/** The form after a side was chosen for every difference; what was not asked about is the same on both. */
export function mergeSection(
  fields: SectionFields,
  mine: FormValues,
  server: FormValues,
  choice: Choice,
  path = '',
): FormValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (field.kind === 'LIST') {
        const rows = mergedRows(field, rowsOf(mine[name]), rowsOf(server[name]), choice, `${path}${name}`)
        return [name, rows]
      }
      return [name, choice[`${path}${name}`] === 'mine' ? mine[name] : server[name]]
    }),
  )
}
