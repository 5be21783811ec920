import { isMasked, mask, maskAll, maskField, maskKindOf } from '@ipoteka-office/contract/common/masks.ts'
import { isIdentityPaper, type Paper } from '@ipoteka-office/contract/common/person/identity-papers.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import { invalid } from '#http/errors.ts'
import type { Actor } from './actor.ts'

type Reader = Pick<Actor, 'operations'>

/** Whether the person may see passports, phones, ИНН and СНИЛС of clients whole. */
export const seesPersonalData = ({ operations }: Reader): boolean =>
  hasAllOperations(operations, { PersonalData: ['Unmask'] })

/**
 * An answer about a client as the person may see it: without the right every personal number in it is masked, by the names
 * of the fields. What is answered whole is written down by `recordUnmasking`; lists and search hits take `maskAll`.
 */
export const masked = <T>(actor: Reader, answer: T): T => (seesPersonalData(actor) ? answer : maskAll(answer))

/** The same for one value of the history, known by the name of its field. */
export const maskedField = <T>(actor: Reader, name: string, value: T): T | string =>
  seesPersonalData(actor) ? value : maskField(name, value)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The stored value that the person saw as `shown`: of the same place, or for a moved row of a list of another one. */
function stored(name: string, shown: unknown, places: readonly unknown[], path: string): unknown {
  const found = places.find((place) => isRecord(place) && maskField(name, place[name]) === shown)
  if (isRecord(found)) return found[name]
  throw invalid([{ path, message: 'Значение скрыто: введите его целиком или оставьте как было' }])
}

function restore(value: unknown, places: readonly unknown[], path: string): unknown {
  if (Array.isArray(value)) {
    const rows = places.flatMap((place) => (Array.isArray(place) ? (place as unknown[]) : []))
    return value.map((item, index) => restore(item, [rows[index], ...rows], `${path}${index}.`))
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isMasked(inner) && maskKindOf(name) !== undefined
        ? stored(name, inner, places, path + name)
        : restore(
            inner,
            places.map((place) => (isRecord(place) ? place[name] : undefined)),
            `${path}${name}.`,
          ),
    ]),
  )
}

/**
 * What a person saves, with each masked value put back to what is stored: who may not see a number leaves it as it is.
 * A mask that is of no stored value is refused with its path. Comes before the schema, which knows no masks.
 */
export const keepMasked = <T>(input: T, current: unknown, path = ''): T =>
  restore(input, [current], path) as T

/** A document as far as its number is concerned. */
export interface Numbered extends Paper {
  readonly number: string
}

/** The number of a document as the person may see it: of an identity paper it is hidden from those without the right. */
export const maskedNumber = (reader: Reader, paper: Numbered): string =>
  isIdentityPaper(paper) && !seesPersonalData(reader) ? mask('document', paper.number) : paper.number

const asTheyTyped = (message: string) => invalid([{ path: 'number', message }])

/**
 * The number to be stored when a person saves `input` over `before` (null: a new document). A mask leaves the number as it
 * is, but never under a type that would show it.
 */
export function keptNumber(input: Numbered, before: Numbered | null): string {
  if (!isMasked(input.number)) return input.number
  if (before === null || mask('document', before.number) !== input.number)
    throw asTheyTyped('Номер скрыт: введите его целиком или оставьте как было')
  if (!isIdentityPaper(input))
    throw asTheyTyped('Номер скрыт: чтобы сменить тип документа, введите номер заново или сотрите его')
  return before.number
}
