import {
  type Address,
  type AddressLevel,
  type AddressPart,
  type AddressParts,
  addressLevels,
  addressText,
} from './address.ts'
import { trimEndOf } from './trim-ends.ts'

const order = Object.keys(addressLevels) as AddressLevel[]
const isNarrower = (level: AddressLevel, than: AddressLevel) => order.indexOf(level) > order.indexOf(than)

/** What people write before a number: the level and how the part's type is kept. */
const typedTypes: readonly [words: string, level: AddressLevel, type: string][] = [
  ['дом|д', 'house', 'д'],
  ['владение|влд|вл', 'house', 'влд'],
  ['корпус|корп|к', 'block', 'к'],
  ['строение|стр', 'block', 'стр'],
  ['квартира|кв', 'flat', 'кв'],
  ['помещение|помещ|пом', 'flat', 'помещ'],
  ['комната|комн|ком', 'flat', 'ком'],
  ['офис|оф', 'flat', 'офис'],
]
// «кв7» is a flat, «кв» alone is no block «в»: a name that begins with a letter stands apart.
const number = '(?:\\.?\\s*№?\\s*(\\d[\\p{L}\\d/-]*)|[.\\s]+№?\\s*(\\p{L}\\d*))'
const oneTyped = new RegExp(
  `^[\\s,]+(?:(${typedTypes.map(([words]) => words).join('|')})${number})(?=[\\s,]|$)`,
  'iu',
)
const typeOf = new Map(
  typedTypes.flatMap(([words, level, type]) =>
    words.split('|').map((word) => [word, { level, type }] as const),
  ),
)
const bareHouse = /^[\s,]+(\d+\p{L}?(?:\/\d+)?)(?=[\s,]|$)/u

/** House, block and flat written after the chosen part: «, д 12 к 2, кв 7»; what is anything else stays free text. */
function typedParts(rest: string, chosen: AddressLevel): AddressParts {
  const parts: Partial<Record<AddressLevel, AddressPart>> = {}
  let left = rest
  const bare = chosen === 'street' ? bareHouse.exec(left) : null
  if (bare?.[1] !== undefined) {
    parts.house = { type: 'д', name: bare[1] }
    left = left.slice(bare[0].length)
  }
  for (let met = oneTyped.exec(left); met !== null; met = oneTyped.exec(left)) {
    const known = typeOf.get((met[1] ?? '').toLowerCase())
    if (known !== undefined && isNarrower(known.level, chosen))
      parts[known.level] ??= { type: known.type, name: met[2] ?? met[3] ?? '' }
    left = left.slice(met[0].length)
  }
  return parts
}

const upTo = (parts: Address['parts'], level: AddressLevel): AddressParts =>
  Object.fromEntries(Object.entries(parts ?? {}).filter(([one]) => !isNarrower(one as AddressLevel, level)))

/** A text without the word at its end that a number follows: «г Тверь, ул Мира, д. № » → «г Тверь, ул Мира». */
function withoutType(text: string): string {
  const unnumbered = text.trimEnd().replace(/№$/, '').trimEnd().replace(/\.$/, '')
  const typeless = trimEndOf(unnumbered, /\p{L}/u)
  return trimEndOf(typeless === unnumbered ? text : typeless, /[\s,]/)
}

/** The beginning of the text that was chosen, without what was typed after it. */
function chosenText({ value, parts }: Address, level: AddressLevel): string {
  const usual = addressText(upTo(parts, level))
  if (usual !== '' && value.startsWith(usual)) return usual
  const firstTyped = order.find((one) => parts?.[one] !== undefined && isNarrower(one, level))
  const name = firstTyped === undefined ? undefined : parts?.[firstTyped]?.name
  const start = name === undefined ? -1 : value.lastIndexOf(name)
  if (start < 0) return trimEndOf(value, /[\s,]/)
  return withoutType(value.slice(0, start))
}

/**
 * An address after its text was edited. What is written on after the chosen part keeps the identifiers and becomes
 * house, block and flat where it reads so; a change of the chosen part makes it a free text.
 */
export function editAddress(known: Address, text: string): Address {
  const { level, fiasId } = known
  if (!level || !fiasId) return { value: text }
  const chosen = chosenText(known, level)
  const rest = text.slice(chosen.length)
  if (!text.startsWith(chosen) || /^[^\s,]/.test(rest)) return { value: text }
  const parts = { ...upTo(known.parts, level), ...typedParts(rest, level) }
  return { ...known, value: text, parts: Object.keys(parts).length > 0 ? parts : null }
}
