import { createHash } from 'node:crypto'
import { sectionNames } from '@ipoteka-office/contract/cases/case-sections.ts'

/** On what an offer was made, each part as a hash: what it was is in the snapshot of the decision. */
export type OfferFacts = Readonly<Record<string, string>>

interface Known {
  readonly sections: object
  readonly participants: readonly {
    readonly id: number
    readonly role: string
    readonly name: string
    readonly sections: object
  }[]
}

/** The same text for the same values, whatever order their keys were written in. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined && one !== null && one !== '')
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, canonical(one)])
}

export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(value)) ?? '')
    .digest('hex')

/** `means` is all that ПДН and К/З are counted from beside the questionnaire, `stops` what speaks against the loan. */
export function offerFacts({ sections, participants }: Known, means: unknown, stops: unknown): OfferFacts {
  const parts: [string, unknown][] = [
    ...Object.entries(sections).map(([code, values]): [string, unknown] => [`section ${code}`, values]),
    ...participants.flatMap(({ id, role, name, sections: own }): [string, unknown][] => [
      [`participant ${id}`, { role, name }],
      ...Object.entries(own).map(([code, values]): [string, unknown] => [`section ${code} ${id}`, values]),
    ]),
    ['means', means],
    ['stops', stops],
  ]
  return Object.fromEntries(parts.map(([key, value]) => [key, hashOf(value)]))
}

const nameOf = (key: string, names: ReadonlyMap<number, string>): string => {
  const [kind, code = '', id] = key.split(' ')
  if (kind === 'means') return 'сведения о доходах, обязательствах или объекте'
  if (kind === 'stops') return 'результаты проверок'
  const person = names.get(Number(kind === 'participant' ? code : id))
  const what =
    kind === 'participant' ? 'состав участников' : (sectionNames[code] ?? code).toLocaleLowerCase('ru')
  return person === undefined ? what : `${what} (${person})`
}

/** Parts that people of partners are not told of: of checks, of the bureaus and of what the bank counts by itself. */
const ofBank: ReadonlySet<string> = new Set(['stops', 'means'])

/**
 * What has changed since an offer was made, in words and each once; empty: the facts stand. Whoever is not of the bank
 * learns what they can have changed, and of the rest that it did.
 */
export function changedFacts(
  before: OfferFacts,
  now: OfferFacts,
  { names, isAhml }: { readonly names: ReadonlyMap<number, string>; readonly isAhml: boolean },
): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  const changed = keys.filter((key) => before[key] !== now[key])
  const told = changed.map((key) =>
    !isAhml && ofBank.has(key) ? 'сведения, по которым банк считал предложение' : nameOf(key, names),
  )
  return [...new Set(told)]
}
