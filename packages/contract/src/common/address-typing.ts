import {
  type Address,
  type AddressLevel,
  type AddressPart,
  type AddressParts,
  addressLevels,
} from './address.ts'

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

/** The beginning of the text that was chosen, without what was typed after it. */
function chosenText({ value, level, parts }: Address): string {
  const firstTyped = order.find((one) => level && parts?.[one] !== undefined && isNarrower(one, level))
  const part = firstTyped && parts?.[firstTyped]
  if (!part) return value
  const start = value.lastIndexOf(part.name)
  const before = start < 0 ? value : value.slice(0, start)
  return before.replace(/[\s,]*(?:\p{L}+\.?\s*№?\s*)?$/u, '')
}

/**
 * An address after its text was edited. What is written on after the chosen part keeps the identifiers and becomes
 * house, block and flat where it reads so; a change of the chosen part makes it a free text.
 */
export function editAddress(known: Address, text: string): Address {
  const { level, fiasId } = known
  const chosen = chosenText(known)
  const rest = text.slice(chosen.length)
  if (!level || !fiasId || !text.startsWith(chosen) || /^[^\s,]/.test(rest)) return { value: text }
  const kept = Object.entries(known.parts ?? {}).filter(([one]) => !isNarrower(one as AddressLevel, level))
  const typed = typedParts(rest, level)
  return {
    ...known,
    value: text,
    parts:
      kept.length > 0 || Object.keys(typed).length > 0 ? { ...Object.fromEntries(kept), ...typed } : null,
  }
}
