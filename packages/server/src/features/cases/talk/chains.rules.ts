import { isDeepStrictEqual } from 'node:util'
import type { CaseObject } from './case-versions.rules.ts'

/** A row that is not as it was written, or does not follow the one before it. */
export interface BrokenLink {
  readonly id: string
  readonly at: string
  readonly objectType: string
  readonly reason: 'changed' | 'unchained'
}

/** A seal that does not match the rows it covers. */
export interface BrokenMark {
  readonly id: string
  readonly at: string
}

/** A decision that is not as it was signed; `gone`: the history names it, and it is not there. */
export interface BrokenDecision {
  readonly id: number
  readonly at: string
  readonly reason: 'changed' | 'unchained' | 'gone' | 'unnoted'
}

/** What the history says last of each row of a case: its columns by their last values; null: it was deleted. */
export interface LastTold {
  readonly objectType: string
  readonly objectId: number
  readonly values: Readonly<Record<string, unknown>>
}

/** A row that is not what the history says last of it. */
export interface Drifted {
  readonly objectType: string
  readonly objectId: number
  readonly section: string | null
  readonly field: string
}

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)

/** Moments are written in the zone of whoever writes. */
const isSame = (one: unknown, other: unknown): boolean =>
  isMoment(one) && isMoment(other)
    ? Date.parse(one) === Date.parse(other)
    : isDeepStrictEqual(one ?? null, other ?? null)

/**
 * The first field whose value the history does not know: it was changed past the history, or the end of the history was
 * taken away. `known`: fields that the history follows, by the type of the row; of sections it follows all.
 */
export function driftedIn(
  now: readonly CaseObject[],
  told: readonly LastTold[],
  known: ReadonlySet<string>,
): Drifted | null {
  const rows = new Map(now.map((row) => [`${row.objectType}:${row.objectId}`, row]))
  for (const { objectType, objectId, values } of told) {
    const row = rows.get(`${objectType}:${objectId}`)
    // A deleted row is told by the row of its deletion.
    if (row === undefined) continue
    const follows = (field: string) => objectType === 'caseSection' || known.has(`${objectType}.${field}`)
    const field = Object.keys(values).find((name) => follows(name) && !isSame(values[name], row.values[name]))
    if (field !== undefined) return { objectType, objectId, section: row.section, field }
  }
  return null
}

/** What a check found, in the order in which it is told; null: that is whole. */
export interface Findings {
  readonly link: BrokenLink | null
  readonly decision: BrokenDecision | null
  readonly seal: BrokenMark | null
  readonly drifted: Drifted | null
}

interface Words {
  readonly moment: (at: string) => string
  readonly object: (objectType: string) => string
  readonly field: (drifted: Drifted) => string
}

const decisionWords = ({ id, reason }: BrokenDecision, at: string): string =>
  ({
    changed: `Решение № ${id} от ${at} изменено после подписи.`,
    unchained: `Перед решением № ${id} от ${at} не хватает решения, или оно подменено.`,
    gone: `Решения № ${id} от ${at} больше нет, хотя история его помнит.`,
    unnoted: `Решения № ${id} от ${at} нет в истории: его записали в обход неё.`,
  })[reason]

/** What is not as it was written, in words that say which record it is; null: all of it is. */
export function brokenWords({ link, decision, seal, drifted }: Findings, words: Words): string | null {
  if (link !== null) {
    const which = `№ ${link.id} от ${words.moment(link.at)} («${words.object(link.objectType)}»)`
    return link.reason === 'changed'
      ? `Запись истории ${which} не такая, какой её записали.`
      : `Перед записью истории ${which} не хватает записи, или она подменена.`
  }
  if (decision !== null) return decisionWords(decision, words.moment(decision.at))
  if (seal !== null)
    return `Печать № ${seal.id} от ${words.moment(seal.at)} не сходится: из записей, которые она закрывает, какую-то изменили или убрали.`
  if (drifted !== null)
    return `${words.field(drifted)}: значение не то, о котором говорит последняя запись истории. Его изменили в обход истории, или конец истории убран.`
  return null
}
