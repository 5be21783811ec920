import { type NameOf, fieldText } from '@ipoteka-office/contract/common/field-texts.ts'
import type { FieldSpec, FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import type { FieldValues } from 'react-hook-form'
import type { Option } from '#ui/select/option-search.ts'
import type { Choice, Difference } from './difference.ts'
import { isSame, suggestedSide } from './suggested-side.ts'
import { type FormRow, type FormValues, isBlank, rowsOf } from './field-values.ts'

interface Sides {
  readonly base: FormValues
  readonly mine: FormValues
  readonly server: FormValues
}

/** The value of a field in words; nothing is an empty text. */
const valueWords = (field: FieldSpec, value: unknown, nameOf: NameOf): string =>
  isBlank(field, value) ? '' : fieldText(field, value, nameOf)

/** A row of a group by its first values: «Зарплата, Справка 2-НДФЛ, 162 400 ₽». */
export function rowWords(fields: FieldSpecs, row: FormValues, nameOf: NameOf): string {
  const parts = Object.entries(fields)
    .filter(([, { kind }]) => kind !== 'LIST' && kind !== 'FLAG')
    .map(([name, field]) => valueWords(field, row[name], nameOf))
    .filter((text) => text !== '')
  return parts.slice(0, 3).join(', ') || 'строка без данных'
}

const rowWith = (rows: readonly FormRow[], key: string) => rows.find((row) => row.key === key)

function listDifferences(
  name: string,
  field: FieldSpec,
  { base, mine, server }: Sides,
  nameOf: NameOf,
  at: { path: string; words: string },
): Difference[] {
  const fields = field.fields ?? {}
  const [before, own, theirs] = [rowsOf(base[name]), rowsOf(mine[name]), rowsOf(server[name])]
  const keys = [...new Set([...theirs, ...own].map(({ key }) => key))]
  return keys.flatMap((key, index) => {
    const [was, my, their] = [rowWith(before, key), rowWith(own, key), rowWith(theirs, key)]
    const path = `${at.path}${name}/${key}`
    const words = `${at.words}${field.itemLabel ?? field.label} ${index + 1}`
    if (my && their)
      return fieldDifferences(fields, { base: was ?? {}, mine: my, server: their }, nameOf, {
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
export function fieldDifferences(
  fields: FieldSpecs,
  sides: Sides,
  nameOf: NameOf,
  at: { path: string; words: string } = { path: '', words: '' },
): Difference[] {
  const { base, mine, server } = sides
  return Object.entries(fields).flatMap(([name, field]) => {
    if (isSame(mine[name], server[name])) return []
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

function mergedRows(
  field: FieldSpec,
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
        ? { key: row.key, ...mergeFields(field.fields ?? {}, my, row, choice, `${path}/${row.key}/`) }
        : row
    }),
    ...added,
  ]
}

/** The form after a side was chosen for every difference; what was not asked about is the same on both. */
export function mergeFields(
  fields: FieldSpecs,
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

/** Names of codes by dictionary. */
export type Names = Readonly<Record<string, readonly Option[]>>

const nameIn =
  (names: Names): NameOf =>
  (dictionary, code) =>
    names[dictionary]?.find((option) => option.code === code)?.name ?? code

/**
 * How a record compares by its described fields; `toValues` gives the values of its form, `names` those
 * of codes by dictionary, some of which the server's state of the record knows.
 */
export const comparedBy = <R, V extends FieldValues>(
  fields: FieldSpecs,
  toValues: (record: R) => V,
  names: (server: R) => Names = () => ({}),
) => ({
  differences: (mine: V, server: R, base: V): Difference[] =>
    fieldDifferences(fields, { base, mine, server: toValues(server) }, nameIn(names(server))),
  merge: (mine: V, server: R, choice: Choice): V => {
    const theirs = toValues(server)
    return { ...theirs, ...mergeFields(fields, mine, theirs, choice) }
  },
})
