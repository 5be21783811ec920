import {
  normalName,
  type Sex,
  sexOfPatronymic,
  sexOfSurname,
  womansSurname,
} from '@ipoteka-office/contract/common/person/person-name.ts'
import type { NamePart, PlainName } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { mansNames, surnames, unusualPatronymics, womansNames } from './name-lists.ts'

interface Entry {
  readonly text: string
  readonly key: string
  readonly sex: Sex | null
  /** 0 is the commonest. */
  readonly rank: number
}

const keyOf = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** The patronymics of a father's name, of a son and of a daughter; null where none is usual. */
export function patronymicsOf(name: string): readonly [string, string] | null {
  const unusual = unusualPatronymics[name]
  if (unusual !== undefined) return unusual
  const stem = patronymicStem(name)
  return stem === null ? null : [`${stem}ич`, `${stem}на`]
}

/** «Сергеев», «Юрьев», «Дмитриев», «Игорев», «Иванов». */
function patronymicStem(name: string): string | null {
  const start = name.slice(0, -2)
  if (name.endsWith('ий')) return /[кгхц]$|[^аеёиоуыэюя]{2}$/i.test(start) ? `${start}иев` : `${start}ьев`
  if (/[аеёиоуыэюя]й$/.test(name)) return `${name.slice(0, -1)}ев`
  if (name.endsWith('ь')) return `${name.slice(0, -1)}ев`
  if (/[жшчщц]$/.test(name)) return `${name}ев`
  return /[^аеёиоуыэюя]$/.test(name) ? `${name}ов` : null
}

const entry = (text: string, sex: Sex | null, rank: number): Entry => ({ text, key: keyOf(text), sex, rank })
const byRank = (list: Entry[]) => list.toSorted((a, b) => a.rank - b.rank)

/** A man's and a woman's form, or one where it is the same. */
function surnameEntries(mans: string, rank: number): Entry[] {
  const womans = womansSurname(mans)
  if (womans === mans) return [entry(mans, null, rank)]
  return [entry(mans, 'MALE', rank), entry(womans, 'FEMALE', rank + 0.5)]
}

const all: Readonly<Record<NamePart, readonly Entry[]>> = {
  SURNAME: surnames.flatMap(surnameEntries),
  NAME: byRank([
    ...mansNames.map((name, rank) => entry(name, 'MALE', rank)),
    ...womansNames.map((name, rank) => entry(name, 'FEMALE', rank + 0.5)),
  ]),
  PATRONYMIC: mansNames.flatMap((name, rank) => {
    const pair = patronymicsOf(name)
    return pair === null ? [] : [entry(pair[0], 'MALE', rank), entry(pair[1], 'FEMALE', rank + 0.5)]
  }),
}

const nameSexes = new Map<string, Sex | null>()
for (const { key, sex } of all.NAME) nameSexes.set(key, nameSexes.has(key) ? null : sex)

/** The sex that a first name tells, undefined for a name that is not in the list. */
const sexOfFirstName = (name: string) => nameSexes.get(keyOf(name))

/** In which order several words may stand. */
const orders: Readonly<Record<number, readonly (readonly NamePart[])[]>> = {
  1: [['NAME'], ['SURNAME'], ['PATRONYMIC']],
  2: [
    ['SURNAME', 'NAME'],
    ['NAME', 'PATRONYMIC'],
    ['NAME', 'SURNAME'],
  ],
  3: [
    ['SURNAME', 'NAME', 'PATRONYMIC'],
    ['NAME', 'PATRONYMIC', 'SURNAME'],
  ],
}

/** What a whole word tells of the sex in its place; undefined when it cannot stand there. */
function sexAt(part: NamePart, isFirst: boolean, word: string): Sex | null | undefined {
  const ofName = sexOfFirstName(word)
  if (part === 'PATRONYMIC') return sexOfPatronymic(word) ?? undefined
  // A name that comes first must be a known one; a surname may be any, but first it is no known name.
  if (part === 'NAME') return isFirst ? ofName : (ofName ?? null)
  return isFirst && ofName !== undefined ? undefined : sexOfSurname(word)
}

/** What the words before the last one tell of the sex; null when they cannot stand in this order. */
function sexesOfWhole(order: readonly NamePart[], words: readonly string[]): (Sex | null)[] | null {
  const told = order.slice(0, -1).map((part, at) => sexAt(part, at === 0, words[at] ?? ''))
  return told.includes(undefined) ? null : told.map((sex) => sex ?? null)
}

/** Entries that go on from the last word; of a double surname the last part is completed. */
function completions(part: NamePart, word: string): readonly Entry[] {
  const dash = part === 'SURNAME' ? word.lastIndexOf('-') : -1
  const [head, typed] = [word.slice(0, dash + 1), keyOf(word.slice(dash + 1))]
  const found = all[part].filter(({ key }) => key.startsWith(typed))
  return head === '' ? found : found.map((one) => ({ ...one, text: head + one.text }))
}

const fields = { SURNAME: 'surname', NAME: 'name', PATRONYMIC: 'patronymic' } as const

function nameOf(order: readonly NamePart[], words: readonly string[], sex: Sex | null): PlainName {
  const value = words.join(' ')
  const data: PlainName['data'] = { surname: null, name: null, patronymic: null, gender: sex ?? 'UNKNOWN' }
  for (const [at, part] of order.entries()) data[fields[part]] = words[at] ?? null
  return { value, unrestricted_value: value, data }
}

interface Asked {
  readonly query: string
  readonly count: number
  readonly part?: NamePart | undefined
  readonly sex?: Sex | undefined
}

function inOrder(order: readonly NamePart[], words: readonly string[], known: Sex | undefined) {
  const told = sexesOfWhole(order, words)
  const last = order.at(-1)
  if (told === null || last === undefined) return []
  const sexes = new Set([...told, known ?? null].filter((sex) => sex !== null))
  if (sexes.size > 1) return []
  const [sex = null] = sexes
  return completions(last, words.at(-1) ?? '')
    .filter((one) => one.sex === null || sex === null || one.sex === sex)
    .map((one) => ({
      rank: one.rank,
      item: nameOf(order, [...words.slice(0, -1), one.text], sex ?? one.sex),
    }))
}

/** Names of the frequency lists that go on from what is typed, the commonest first. */
export function suggestFromLists({ query, count, part, sex }: Asked): PlainName[] {
  const words = normalName(query).split(' ')
  const possible = words.length === 1 && part !== undefined ? [[part]] : (orders[words.length] ?? [])
  return possible
    .flatMap((order) => inOrder(order, words, sex))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ item }) => item)
}
