import type { Option } from '#ui/select/option-search.ts'

/** A made-up approver for the examples. */
export type Person = {
  id: string
  name: string
  role: string
  status: 'ACTIVE' | 'INACTIVE' | 'PAUSE'
  shift: string
  used: number
  limit: number
  levels: number[]
  region: string
  overdue: number
}

const names = [
  'Абрамова Елена Игоревна',
  'Бережной Артём Павлович',
  'Васильева-Ким Ольга Романовна',
  'Гусейнов Тимур Рашид оглы',
  'Добронравов Святослав Юрьевич',
  'Ёлкина Марфа Фёдоровна',
]
const statuses = ['ACTIVE', 'ACTIVE', 'PAUSE', 'INACTIVE'] as const

/** 412 generated people, always the same. */
export const people: Person[] = Array.from({ length: 412 }, (_, at) => ({
  id: String(at + 1),
  name: names[at % names.length] ?? '',
  role: at % 3 === 0 ? 'Старший андеррайтер' : 'Андеррайтер',
  status: statuses[at % statuses.length] ?? 'ACTIVE',
  shift: at % 5 === 1 ? '22:00–06:00' : '09:00–18:00',
  used: (at * 7) % 21,
  limit: 20,
  levels: at % 2 ? [2] : [2, 3],
  region: at % 4 === 0 ? 'Все регионы' : 'Москва, +3',
  overdue: at % 6 === 1 ? 2 : 0,
}))

/** 300 partners, to search among. */
export const partners: Option[] = Array.from({ length: 300 }, (_, at) => ({
  code: String(at + 1),
  name: `Партнёр № ${at + 1} «${['Ипотека', 'Дом', 'Ключ', 'Новоселье'][at % 4]}»`,
}))

/** A few regions. */
export const regions: Option[] = [
  ['77', 'Москва'],
  ['78', 'Санкт-Петербург'],
  ['16', 'Республика Татарстан'],
  ['54', 'Новосибирская область'],
  ['66', 'Свердловская область'],
].map(([code = '', name = '']) => ({ code, name }))

/** Answers like a server: later, and by text. */
export function searchPartners(text: string, signal: AbortSignal): Promise<Option[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (text === 'ошибка') reject(new Error('search failed'))
      else
        resolve(partners.filter((one) => one.name.toLowerCase().includes(text.toLowerCase())).slice(0, 100))
    }, 400)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
}
