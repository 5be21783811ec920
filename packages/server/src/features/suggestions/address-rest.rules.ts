import type { FoundAddress } from '@ipoteka-office/contract/addresses/addresses.ts'

/** Letters that the register stores the parts of a house with, as people write them. */
const written: Readonly<Record<string, string>> = { к: 'к', с: 'стр', соор: 'соор', л: 'литер' }
const storedHouse = /^(\d+[а-я]?(?:[/-]\d+[а-я]?)*?)((?:(?:соор|к|с|л)[\dа-я]+)*)$/
const storedPart = /(соор|к|с|л)([\dа-я]+?)(?=(?:соор|к|с|л)\d|$)/g

/** What was typed after the found part and is in no register, as it is written: «5к2с1, кв 7» → «д 5 к 2 стр 1, кв 7». */
export function restText({ rest, level }: Pick<FoundAddress, 'rest' | 'level'>): string | null {
  if (rest === null || level === 'house' || level === 'block') return rest
  const [first = '', ...others] = rest.split(', ')
  const [, number, parts = ''] = storedHouse.exec(first) ?? []
  if (number === undefined) return rest
  const additions = [...parts.matchAll(storedPart)].map(
    ([, type = '', value = '']) => ` ${written[type] ?? type} ${value}`,
  )
  return [`д ${number}${additions.join('')}`, ...others].join(', ')
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s,.]+/g, ' ')
    .trim()

/** Whether the typed text is the whole address and not a part of it: then what is inside of it comes next. */
export const isWhole = (typed: string, { value }: Pick<FoundAddress, 'value'>): boolean =>
  plain(typed) === plain(value)
