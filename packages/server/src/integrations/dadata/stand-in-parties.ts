import {
  innControlDigit,
  isInn,
  isOgrnip,
  ogrnControlDigit,
} from '@ipoteka-office/contract/common/identifiers.ts'
import type { PlainParty } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { Chance, fullName, person } from '#db/seed/generator.ts'
import { partyState } from './party-states.ts'
import { addressOf, type City, cities, type Street, wordsOf } from './stand-in-addresses.ts'
import { knownParties } from './stand-in-known.ts'
import type { SuggestionRequest } from './suggestion-client.ts'

const first =
  'Северный Южный Волжский Уральский Сибирский Балтийский Камский Донской Невский Приморский Алтайский Городской Новый Первый Единый Надёжный Светлый Добрый Тихий Зелёный Янтарный Кедровый Окский Полярный'.split(
    ' ',
  )
const second =
  'дом причал квартал порог очаг ключ метраж берег двор адрес фасад этаж кров фундамент брокер оценщик застройщик консультант посредник партнёр ипотечный центр страховой дом жилищный фонд строительный трест кадастровый центр оценочный стандарт'
    .replace(/(ипотечный|страховой|жилищный|строительный|кадастровый|оценочный) /g, '$1_')
    .split(' ')
    .map((name) => name.replace('_', ' '))

interface Form {
  readonly code: string
  readonly full: string
  readonly short: string
}
const ooo: Form = { code: '12300', full: 'Общество с ограниченной ответственностью', short: 'ООО' }
const forms: readonly Form[] = [
  ooo,
  ooo,
  ooo,
  ooo,
  { code: '12267', full: 'Непубличное акционерное общество', short: 'АО' },
  { code: '12247', full: 'Публичное акционерное общество', short: 'ПАО' },
]
const entrepreneur: Form = { code: '50102', full: 'Индивидуальный предприниматель', short: 'ИП' }
/** Codes of organisations that are gone or going, and of such entrepreneurs. */
const troubles = { LEGAL: ['201', '101', '117', '124'], INDIVIDUAL: ['201', '110'] } as const
const activities = ['68.31', '68.31.11', '64.92', '65.12', '41.20', '66.21', '71.12.7']
const posts = ['ГЕНЕРАЛЬНЫЙ ДИРЕКТОР', 'ДИРЕКТОР', 'ПРЕДСЕДАТЕЛЬ ПРАВЛЕНИЯ']

const digits = (chance: Chance, count: number) =>
  Array.from({ length: count }, () => chance.whole(0, 9)).join('')

/** The last digits for which the whole number passes its check. */
function completed(start: string, missing: number, passes: (text: string) => boolean): string {
  for (let tail = 0; tail < 10 ** missing; tail += 1) {
    const text = `${start}${String(tail).padStart(missing, '0')}`
    if (passes(text)) return text
  }
  throw new Error(`No number begins with ${start}`)
}

/** ОГРН: 1, year, region, seven digits, check digit. */
function ogrnOf(chance: Chance, year: number, region: string): string {
  const start = `1${String(year).slice(2)}${region}${digits(chance, 7)}`
  return `${start}${ogrnControlDigit(start)}`
}

function stateOf(chance: Chance, year: number, type: 'LEGAL' | 'INDIVIDUAL'): PlainParty['data']['state'] {
  const registered = Date.UTC(year, chance.whole(0, 11), chance.whole(1, 28))
  const code = chance.percent(8) ? chance.of<string>(troubles[type]) : null
  return {
    status: partyState(code, type)?.status ?? 'ACTIVE',
    code,
    actuality_date: Date.UTC(2026, 9, 1),
    registration_date: registered,
    liquidation_date: null,
  }
}

interface Seed {
  readonly chance: Chance
  readonly city: City
  readonly name: string
}

/** No tax office and no region has it: a number that begins so is nobody's. */
const nowhere = '00'

/** An invented legal person with numbers that pass their checks and that no organisation has. */
function legalPerson({ chance, city, name }: Seed): PlainParty {
  const form = chance.of(forms)
  const year = chance.whole(2003, 2025)
  const start = `${nowhere}${digits(chance, 7)}`
  const inn = `${start}${innControlDigit(start)}`
  const upper = name.toUpperCase()
  const value = `${form.short} "${upper}"`
  return {
    value,
    unrestricted_value: value,
    data: {
      inn,
      kpp: `${city.taxOffice}01001`,
      ogrn: ogrnOf(chance, year, nowhere),
      type: 'LEGAL',
      branch_type: 'MAIN',
      branch_count: chance.percent(20) ? chance.whole(1, 12) : 0,
      okato: city.okato,
      oktmo: city.oktmo,
      okved: chance.of(activities),
      opf: { type: '2014', ...form },
      name: {
        full_with_opf: `${form.full.toUpperCase()} "${upper}"`,
        short_with_opf: value,
        full: upper,
        short: upper,
        latin: null,
      },
      management: { name: fullName(person(chance)), post: chance.of(posts) },
      state: stateOf(chance, year, 'LEGAL'),
      address: addressOf(city, chance.of(streetsOf), String(chance.whole(1, 120))),
    },
  }
}

const streetsOf: readonly Street[] = [
  ['ул', 'Садовая'],
  ['ул', 'Центральная'],
  ['пр-кт', 'Мира'],
  ['ул', 'Набережная'],
]

function individual(chance: Chance, city: City): PlainParty {
  const name = fullName(person(chance))
  const year = chance.whole(2006, 2025)
  const inn = completed(`${nowhere}${digits(chance, 8)}`, 2, isInn)
  const value = `ИП ${name}`
  return {
    value,
    unrestricted_value: value,
    data: {
      inn,
      kpp: null,
      ogrn: completed(`3${String(year).slice(2)}${inn.slice(0, 2)}${digits(chance, 9)}`, 1, isOgrnip),
      type: 'INDIVIDUAL',
      okved: chance.of(activities),
      opf: { type: '2014', ...entrepreneur },
      name: { full_with_opf: `${entrepreneur.full} ${name}`, short_with_opf: value, full: name },
      state: stateOf(chance, year, 'INDIVIDUAL'),
      address: addressOf(city),
    },
  }
}

/** The invented register: the same on every machine. */
function inventRegister(): PlainParty[] {
  const chance = new Chance(770_101)
  const pairs = first.flatMap((one) => second.map((two) => `${one} ${two}`))
  return pairs.map((name, at) =>
    at % 20 === 19
      ? individual(chance, chance.of(cities))
      : legalPerson({ chance, city: chance.of(cities.slice(0, 80)), name }),
  )
}

interface Entry {
  readonly party: PlainParty
  readonly words: readonly string[]
}
let register: readonly Entry[] | null = null
const entries = (): readonly Entry[] => {
  register ??= [...knownParties, ...inventRegister()].map((party) => ({ party, words: wordsOf(party.value) }))
  return register
}

/**
 * By the beginning of ИНН or ОГРН, or by the beginnings of the name's words. Of a number that is not known nothing is
 * said: an invented firm under somebody's real ИНН would be believed.
 */
export function suggestParties({ query, count }: SuggestionRequest): PlainParty[] {
  const typed = query.trim()
  if (/^\d+$/.test(typed)) {
    return entries()
      .map(({ party }) => party)
      .filter(({ data }) => data.inn.startsWith(typed) || data.ogrn?.startsWith(typed))
      .slice(0, count)
  }
  const words = wordsOf(typed)
  if (words.length === 0) return []
  return entries()
    .filter((entry) => words.every((word) => entry.words.some((own) => own.startsWith(word))))
    .slice(0, count)
    .map(({ party }) => party)
}
