import type { FoundAddress } from '@ipoteka-office/contract/addresses/addresses.ts'

/** Letters that the register stores the parts of a house with, as people write them. */
const written: Readonly<Record<string, string>> = { к: 'к', с: 'стр', соор: 'соор', л: 'литер' }
/** Where one more part begins: «5к2с1» → «5», «к2», «с1». */
const nextPart = /(?=(?:соор|[ксл])\d)/
const houseNumber = /^(\d+[а-я]?(?:[/-]\d+[а-я]?)*)((?:соор|[ксл])[\dа-я]+)?$/
const storedPart = /^(соор|[ксл])([\dа-я]+)$/

function partText(part: string): string | null {
  const [, type = '', value = ''] = storedPart.exec(part) ?? []
  return type === '' ? null : ` ${written[type]} ${value}`
}

/** A house as the register stores it, as people write it; null for anything else. */
function houseText(house: string): string | null {
  const [start = '', ...others] = house.split(nextPart)
  const [, number, lettered] = houseNumber.exec(start) ?? []
  const parts = [...(lettered === undefined ? [] : [lettered]), ...others].map(partText)
  return number === undefined || parts.includes(null) ? null : `д ${number}${parts.join('')}`
}

/** What was typed after the found part and is in no register, as it is written: «5к2с1, кв 7» → «д 5 к 2 стр 1, кв 7». */
export function restText({ rest, level }: Pick<FoundAddress, 'rest' | 'level'>): string | null {
  if (rest === null || level === 'house' || level === 'block') return rest
  const [first = '', ...others] = rest.split(', ')
  const house = houseText(first)
  return house === null ? rest : [house, ...others].join(', ')
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
