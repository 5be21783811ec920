import { randomInt } from 'node:crypto'

/** Without characters that are read as others; every policy of passwords asks for one of each kind. */
const kinds = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const
const all = kinds.join('')
const length = 14

const anyOf = (letters: string): string => letters.charAt(randomInt(letters.length))

/** A password that somebody reads out and another types: 14 characters, capitals, small letters and digits among them. */
export function newPassword(): string {
  const places = Array.from({ length }, (_, at) => anyOf(kinds[at] ?? all))
  for (let at = length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1)
    const kept = places[at] ?? ''
    places[at] = places[other] ?? ''
    places[other] = kept
  }
  return places.join('')
}
