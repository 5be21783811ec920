import { womansSurname } from '@ipoteka-office/contract/common/person/person-name.ts'
import { mansNames, surnames, womansNames } from '#features/suggestions/name-lists.ts'
import { patronymicsOf } from '#features/suggestions/names.rules.ts'
import { readName } from './name-readings.rules.ts'

/** Names, surnames and patronymics that people commonly bear, as they are compared. */
const known = new Set(
  [
    ...mansNames,
    ...womansNames,
    ...mansNames.flatMap((name) => patronymicsOf(name) ?? []),
    ...surnames.flatMap((surname) => [surname, womansSurname(surname)]),
  ].flatMap((name) => readName(name).map(({ text }) => text)),
)

/** Both are names of their own: «Мария» and «Марина» are two people rather than a slip of the finger. */
export const areTwoNames = (one: string, other: string): boolean => known.has(one) && known.has(other)
