import { isMasked } from '@ipoteka-office/contract/common/masks.ts'
import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import { type Around, toData, toForm } from '../case-sections/section-values.ts'
import type { FormValues } from '../record/field-values.ts'

/** Nothing around a card's form has a say in it. */
export const alone: Around = { sections: {}, participant: null }

/** Phones are kept as digits with the country; the form writes them with the plus. */
const withPlus = (value: unknown): unknown =>
  typeof value === 'string' && !isMasked(value) && /^\d{5,15}$/.test(value) ? `+${value}` : value

const phonesShown = (card: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(card).map(([name, value]) => {
      if (name === 'phone') return [name, withPlus(value)]
      const isRows = Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null)
      return [name, isRows ? value.map((row) => phonesShown({ ...(row as object) })) : value]
    }),
  )

/** A card as its form edits it. */
export const cardToForm = (fields: FieldSpecs, card: object): FormValues =>
  toForm(fields, phonesShown({ ...card }))

/** What is sent: what is empty is left out and becomes the server's empty value. */
export const formToCard = (fields: FieldSpecs, values: FormValues): FormValues =>
  toData(fields, values, alone)
