import { exactRoublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { FieldSpec, FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import { type HistoryField, told } from '#features/history/card-history.rules.ts'

/** Fields that stand in the head of the case and not in the table of its card. */
const ofHead: ReadonlySet<string> = new Set(['programmeCode', 'regionCode', 'amount', 'channelCode'])

/** `passportUnitCode` → `passport_unit_code`. */
const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const own = (fields: FieldSpecs) =>
  Object.entries(fields).flatMap(([name, field]) =>
    ofHead.has(name) ? [] : [{ name, column: columnOf(name), field }],
  )

/** What has parts is kept as JSON; what was not given is empty. */
const stored = ({ kind }: FieldSpec, value: unknown): unknown => {
  if (value === undefined || value === null) return null
  return kind === 'LIST' || kind === 'ADDRESS' ? JSON.stringify(value) : value
}

/** What is written into the table of the card. */
export const cardColumns = (fields: FieldSpecs, card: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(own(fields).map(({ name, column, field }) => [column, stored(field, card[name])]))

const roubles = (value: unknown): string => exactRoublesText(String(value))
const wordsOf = (field: FieldSpec): HistoryField =>
  told(field, field.kind === 'MONEY' ? { text: roubles } : {})

/** How the history names the columns of a card: by the words of its form. */
export const cardLabels = (fields: FieldSpecs): Record<string, HistoryField> =>
  Object.fromEntries(own(fields).map(({ column, field }) => [column, wordsOf(field)]))
