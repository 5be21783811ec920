import type { Db } from '#db/database.ts'
import type { Chance } from '#db/seed/generator.ts'
import type { PersonFacts } from '#features/blacklists/matching/facts.rules.ts'
import { searchBlacklists } from '#features/blacklists/matching/matching.service.ts'
import { distortions, type NameAndDay } from './distortions.ts'
import { type MadePerson, madePerson } from './people.ts'

/** The day of the searches: entries made up act on any. */
const today = '2026-06-01'
/** Participants of one application, who are asked about at once. */
const together = 4

const byNameAlone = ({ lastName, firstName, middleName, birthDate }: NameAndDay): PersonFacts => ({
  names: [{ lastName, firstName, middleName }],
  birthDate,
  passports: [],
  inn: null,
  snils: null,
  phones: [],
})

/** Facts as a whole questionnaire has them. */
export const wholeFacts = (person: MadePerson): PersonFacts => ({
  ...byNameAlone(person),
  passports: [person.passport],
  inn: person.inn,
  snils: person.snils,
  phones: [person.phone],
})

async function hitsOf(db: Db, people: readonly PersonFacts[]): Promise<number[][]> {
  const found: number[][] = []
  for (let from = 0; from < people.length; from += together) {
    const subjects = people
      .slice(from, from + together)
      .map((facts) => ({ kind: 'individuals', facts }) as const)
    const answers = await searchBlacklists(db, subjects, today)
    found.push(...answers.map((hits) => hits.map(({ entry }) => entry.id)))
  }
  return found
}

const kinds = Object.entries(distortions)

/** A script changes the letters of all words, so a slip of a finger comes before it; a slip of one hand is one kind. */
const isOfScript = (name: string) => name === 'латиница' || name === 'раскладка'
function distorted(chance: Chance, person: MadePerson, errors: number): { name: string; told: NameAndDay } {
  const picked: (typeof kinds)[number][] = []
  while (picked.length < errors) {
    const kind = chance.of(kinds)
    const isSecondScript = isOfScript(kind[0]) && picked.some(([name]) => isOfScript(name))
    const isSecondDay = kind[0] === 'дата рождения' && picked.includes(kind)
    if (!isSecondScript && !isSecondDay) picked.push(kind)
  }
  picked.sort(([a], [b]) => Number(isOfScript(a)) - Number(isOfScript(b)))
  return {
    name: picked
      .map(([name]) => name)
      .toSorted()
      .join(' + '),
    told: picked.reduce<NameAndDay>((told, [, distort]) => distort(chance, told), person),
  }
}

/** How many entries are found by their people told with errors, without any number: all, and by kind of error. */
export async function measureRecall(
  db: Db,
  chance: Chance,
  entries: readonly { readonly id: number; readonly person: MadePerson }[],
  errors: number,
): Promise<{ share: number; byKind: Map<string, { asked: number; found: number }> }> {
  const told = entries.map(({ person }) => distorted(chance, person, errors))
  const hits = await hitsOf(
    db,
    told.map((one) => byNameAlone(one.told)),
  )
  const byKind = new Map<string, { asked: number; found: number }>()
  let found = 0
  for (const [at, { id }] of entries.entries()) {
    const isFound = hits[at]?.includes(id) === true
    found += Number(isFound)
    const name = told[at]?.name ?? ''
    const sum = byKind.get(name) ?? { asked: 0, found: 0 }
    byKind.set(name, { asked: sum.asked + 1, found: sum.found + Number(isFound) })
  }
  return { share: found / entries.length, byKind }
}

/** How many of a thousand strangers hit anybody: known by name and day alone, and as a whole questionnaire tells them. */
export async function measureFalseHits(
  db: Db,
  chance: Chance,
  count: number,
): Promise<{ byName: number; whole: number }> {
  const strangers = Array.from({ length: count }, () => madePerson(chance))
  const perThousand = (hits: readonly number[][]) =>
    (hits.filter((ids) => ids.length > 0).length / count) * 1_000
  return {
    byName: perThousand(await hitsOf(db, strangers.map(byNameAlone))),
    whole: perThousand(await hitsOf(db, strangers.map(wholeFacts))),
  }
}
