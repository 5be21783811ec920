import type { Chance } from '#db/seed/generator.ts'
import type { FullName } from '#features/blacklists/matching/facts.rules.ts'
import { nearDates } from '#features/blacklists/matching/birth-dates.rules.ts'
import { latinSpellings } from '#features/blacklists/matching/transliteration.rules.ts'

/** What a person is found by when no number is known. */
export interface NameAndDay extends FullName {
  readonly birthDate: string
}
type Part = keyof FullName
const parts: readonly Part[] = ['lastName', 'firstName', 'middleName']

const letters = { cyrillic: 'абвгдежзийклмнопрстуфхцчшщыьэюя', latin: 'abcdefghijklmnopqrstuvwxyz' }

/** A letter put in, left out, changed, or swapped with the next one. */
function mistyped(chance: Chance, word: string): string {
  const at = chance.whole(0, word.length - 1)
  const letter = chance.of(Array.from(/[a-z]/i.test(word) ? letters.latin : letters.cyrillic))
  const kind = chance.whole(0, 3)
  if (kind === 0) return word.slice(0, at) + letter + word.slice(at)
  if (kind === 1) return word.slice(0, at) + word.slice(at + 1)
  if (kind === 2) return word.slice(0, at) + letter + word.slice(at + 1)
  const from = Math.min(at, word.length - 2)
  return word.slice(0, from) + (word[from + 1] ?? '') + (word[from] ?? '') + word.slice(from + 2)
}

const longEnough = (person: NameAndDay): Part[] => parts.filter((part) => person[part].length > 3)

const inPart = (change: (chance: Chance, word: string) => string) => (chance: Chance, person: NameAndDay) => {
  const part = chance.of(longEnough(person))
  return { ...person, [part]: change(chance, person[part]) }
}

const typed = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const meant = 'йцукенгшщзхъфывапролджэячсмитьбю'
const inLatinLayout = (word: string): string =>
  Array.from(
    word.toLowerCase().replaceAll('ё', 'е'),
    (letter) => typed[meant.indexOf(letter)] ?? letter,
  ).join('')

const heardAlike = [
  ['о', 'а'],
  ['а', 'о'],
  ['е', 'и'],
  ['и', 'е'],
  ['д', 'т'],
  ['т', 'д'],
  ['б', 'п'],
  ['з', 'с'],
  ['в', 'ф'],
  ['нн', 'н'],
  ['лл', 'л'],
  ['с', 'сс'],
] as const

function misheard(chance: Chance, word: string): string {
  const fitting = heardAlike.filter(([from]) => word.slice(1).includes(from))
  if (fitting.length === 0) return `${word.slice(0, 2)}${word.slice(1)}`
  const [from, to] = chance.of(fitting)
  return (word[0] ?? '') + word.slice(1).replace(from, to)
}

const inLatin = (chance: Chance, person: NameAndDay): NameAndDay => {
  const pick = chance.whole(0, 4)
  const spell = (name: string) => {
    const found = latinSpellings(name.toLowerCase().replaceAll('ё', 'е'))
    return (found[pick] ?? found[0] ?? '').toUpperCase()
  }
  return {
    ...person,
    lastName: spell(person.lastName),
    firstName: spell(person.firstName),
    middleName: spell(person.middleName),
  }
}

/** What happens to a person on the way into a questionnaire. */
export const distortions: Readonly<Record<string, (chance: Chance, person: NameAndDay) => NameAndDay>> = {
  опечатка: inPart(mistyped),
  'на слух': inPart(misheard),
  'ё, регистр, пробелы': (_, person) => ({
    ...person,
    lastName: ` ${person.lastName.toUpperCase().replaceAll('Ё', 'Е')}  `,
    firstName: person.firstName.replaceAll('ё', 'е'),
  }),
  'порядок слов': (_, person) => ({ ...person, lastName: person.firstName, firstName: person.lastName }),
  латиница: inLatin,
  раскладка: (_, person) => ({
    ...person,
    lastName: inLatinLayout(person.lastName),
    firstName: inLatinLayout(person.firstName),
    middleName: inLatinLayout(person.middleName),
  }),
  'дата рождения': (chance, person) => ({ ...person, birthDate: chance.of(nearDates(person.birthDate)) }),
}
