import type { Call } from '../api/calls.ts'

/** One way in which people look for an address. */
export interface Kind {
  readonly name: string
  /** Of every hundred requests. */
  readonly share: number
  call(turn: number): Call
}

const cycle = (list: readonly string[], turn: number): string => list[turn % list.length] ?? ''

const cities = [
  'москва',
  'казань',
  'екатеринбург',
  'новосибирск',
  'самара',
  'нижний новгород',
  'ростов-на-дону',
  'санкт-петербург',
  'омск',
  'уфа',
  'челябинск',
  'пермь',
  'воронеж',
  'волгоград',
  'краснодар',
  'саратов',
  'тюмень',
  'ижевск',
  'барнаул',
  'иркутск',
  'хабаровск',
  'ярославль',
  'томск',
  'кемерово',
  'рязань',
  'пенза',
  'липецк',
  'киров',
  'тула',
  'калининград',
  'курск',
  'сочи',
  'тверь',
  'брянск',
  'иваново',
  'белгород',
  'владимир',
  'архангельск',
  'чита',
  'смоленск',
]
const streets = [
  'ленина',
  'мира',
  'садовая',
  'центральная',
  'советская',
  'гагарина',
  'пушкина',
  'кирова',
  'победы',
  'лесная',
  'школьная',
  'молодежная',
  'набережная',
  'октябрьская',
  'комсомольская',
  'чехова',
  'лермонтова',
  'горького',
  'северная',
  'фрунзе',
  'маяковского',
  'космонавтов',
  'строителей',
  'юбилейная',
  'суворова',
  'калинина',
  'зеленая',
  'парковая',
]
const regions = [
  'московская',
  'татарстан',
  'свердловская',
  'самарская',
  'ростовская',
  'башкортостан',
  'тюменская',
]
const settlements = [
  'березино',
  'дубровка',
  'калиново',
  'новосел',
  'липовка',
  'красногор',
  'осиновка',
  'староград',
]
const wrong = (text: string) => `${text.slice(0, 2)}${text.slice(3)}`

const suggest = (text: string): Call => ({
  method: 'GET',
  path: `/api/address/search?query=${encodeURIComponent(text)}`,
})

/** A word as it is typed: three letters, then more of them. */
const typed = (text: string, turn: number) => text.slice(0, 3 + (turn % Math.max(1, text.length - 2)))

export const kinds: readonly Kind[] = [
  {
    name: 'начало города',
    share: 12,
    call: (turn) => suggest(typed(cycle(cities, turn), turn)),
  },
  { name: 'одна–две буквы', share: 6, call: (turn) => suggest(cycle(cities, turn).slice(0, 1 + (turn % 2))) },
  {
    name: 'город и начало улицы',
    share: 24,
    call: (turn) => suggest(`${cycle(cities, turn)} ${typed(cycle(streets, turn * 3 + 1), turn)}`),
  },
  {
    name: 'город и одна–две буквы улицы',
    share: 10,
    call: (turn) => suggest(`${cycle(cities, turn)} ${cycle(streets, turn * 3).slice(0, 1 + (turn % 2))}`),
  },
  {
    name: 'улица, потом город',
    share: 10,
    call: (turn) => suggest(`ул ${cycle(streets, turn)} ${typed(cycle(cities, turn * 7), turn)}`),
  },
  { name: 'улица без города', share: 6, call: (turn) => suggest(cycle(streets, turn)) },
  {
    name: 'город, улица и дом',
    share: 14,
    call: (turn) => suggest(`г ${cycle(cities, turn)}, ул ${cycle(streets, turn * 5)}, д ${1 + (turn % 40)}`),
  },
  {
    name: 'регион и селение',
    share: 6,
    call: (turn) => suggest(`${cycle(regions, turn)} ${typed(cycle(settlements, turn * 3), turn)}`),
  },
  {
    name: 'с опечаткой',
    share: 8,
    call: (turn) => suggest(`${wrong(cycle(cities, turn))} ${cycle(streets, turn * 3)}`),
  },
  {
    name: 'населённые пункты (getLocalities)',
    share: 4,
    call: (turn) => ({
      method: 'GET',
      path: `/api/address/getLocalities?query=${encodeURIComponent(typed(cycle(cities, turn), turn))}`,
    }),
  },
]
