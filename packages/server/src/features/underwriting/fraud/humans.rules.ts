import type { PersonRow, Place } from './graph-facts.ts'

/** Numbers and names by which two rows are one human being. */
const namesOf = ({ passports, snils, inn, birthDate, fullName }: PersonRow): string[] => [
  ...passports.map((passport) => `passport ${passport}`),
  ...(snils === null ? [] : [`snils ${snils}`]),
  ...(inn === null ? [] : [`inn ${inn}`]),
  ...(birthDate === null
    ? []
    : [`name ${fullName.toLocaleLowerCase('ru').replaceAll('ё', 'е')} ${birthDate}`]),
]
const agree = (one: string | null, other: string | null) => one === null || other === null || one === other

/** Namesakes born on one day are two people where a number speaks against it, as `same_people` of the base has it. */
const isSame = (name: string, one: PersonRow, other: PersonRow): boolean =>
  !name.startsWith('name ') || (agree(one.snils, other.snils) && agree(one.inn, other.inn))

/** Rows of one human being have one key: that of the least row. */
export function humansOf(rows: readonly PersonRow[]): ReadonlyMap<number, number> {
  const parents = new Map(rows.map(({ id }) => [id, id]))
  const rootOf = (id: number): number => {
    const parent = parents.get(id) ?? id
    return parent === id ? id : rootOf(parent)
  }
  const join = (one: number, other: number) => {
    const [a, b] = [rootOf(one), rootOf(other)]
    parents.set(Math.max(a, b), Math.min(a, b))
  }
  const named = rows.flatMap((row) => namesOf(row).map((name) => ({ name, row })))
  for (const [name, group] of Map.groupBy(named, (one) => one.name))
    for (const [at, { row }] of group.entries()) {
      const same = group.slice(0, at).find((other) => isSame(name, row, other.row))
      if (same !== undefined) join(same.row.id, row.id)
    }
  return new Map(rows.map(({ id }) => [id, rootOf(id)]))
}

/** The key of whoever stands in a place; one of whom no person is known stands alone. */
export const humanKey = (
  humans: ReadonlyMap<number, number>,
  { personId, participantId }: Pick<Place, 'personId' | 'participantId'>,
): string =>
  personId === null ? `participant ${participantId}` : `person ${humans.get(personId) ?? personId}`
