import type { FactCode } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type {
  RequirementDocument,
  RequirementStatus,
} from '@ipoteka-office/contract/documents/document-completeness.ts'
import type { DocumentStatus } from '@ipoteka-office/contract/documents/documents.ts'
import { addDays, type Horizon } from '#lib/bank-time.ts'
import { evaluate, openFacts } from '../condition.rules.ts'
import type { KnownFacts } from '../fact-values.rules.ts'
import type { ActiveRule, RuleSet } from '../rule-set.rules.ts'

/** A document of the case as completeness looks at it. */
export interface CaseDocument {
  readonly id: number
  readonly typeCode: string | null
  readonly title: string
  readonly status: DocumentStatus
  readonly reason: string
  readonly issuedOn: string | null
  /** Last day that people gave. */
  readonly validTo: string | null
  readonly participant: { readonly roleCode: string; readonly name: string } | null
  /** A card without a file fulfils nothing. */
  readonly files: number
}

/** Whose facts a rule of either subject is asked with; participant facts are absent for a document of the case. */
export interface SubjectFacts {
  readonly ofCase: KnownFacts
  readonly ofParticipant: KnownFacts | null
}

/** What the strongest rules that hold say (one answer, or several of one priority), and stronger ones that may yet hold. */
interface Choice<T> {
  readonly decided: readonly T[]
  readonly open: readonly T[]
  readonly dependsOn: readonly FactCode[]
}

const factsFor = ({ content }: ActiveRule, facts: SubjectFacts): KnownFacts | null =>
  content.subject === 'CASE' ? facts.ofCase : facts.ofParticipant

/** What the rules of a type decide about a document; the fallback where none of them holds. */
function choose<R extends ActiveRule, T>(
  rules: readonly R[],
  typeCode: string,
  facts: SubjectFacts,
  read: (rule: R) => T,
  fallback: T,
): Choice<T> {
  const decided: T[] = []
  const open: T[] = []
  const dependsOn = new Set<FactCode>()
  let decidedAt = -1
  for (const rule of rules) {
    const { priority, documents } = rule.content
    if (priority < decidedAt) break
    const known = documents.includes(typeCode) ? factsFor(rule, facts) : null
    const truth = known === null ? false : evaluate(rule.when, known)
    if (truth === false || known === null) continue
    if (truth === true) {
      decided.push(read(rule))
      decidedAt = priority
      continue
    }
    open.push(read(rule))
    for (const fact of openFacts(rule.when, known)) dependsOn.add(fact)
  }
  return { decided: decidedAt < 0 ? [fallback] : decided, open, dependsOn: [...dependsOn] }
}

/** Days in force of a document; null: without end. */
export type DaysOf = (typeCode: string) => number | null

/** The earlier of the day that people gave and the day by the rule; the dictionary's days hold where people gave none. */
function lastDay({ issuedOn, validTo }: CaseDocument, days: number | null, isRule: boolean): string | null {
  const byDays = issuedOn !== null && days !== null ? addDays(issuedOn, days) : null
  if (validTo === null) return byDays
  return isRule && byDays !== null && byDays < validTo ? byDays : validTo
}

function statusOn(status: DocumentStatus, last: string | null, { today, soon }: Horizon): RequirementStatus {
  if (status === 'REJECTED' || last === null) return status
  if (last < today) return 'EXPIRED'
  return status === 'ACCEPTED' && last <= soon ? 'EXPIRES' : status
}

const earliest = (days: readonly (string | null)[]): string | null =>
  days.filter((day) => day !== null).sort()[0] ?? null

export interface JudgedDocument extends RequirementDocument {
  readonly dependsOn: readonly FactCode[]
}

/** What a document is worth today. Where the term depends on what is not known, only what holds in every case is said. */
export function judgeDocument(
  document: CaseDocument,
  rules: RuleSet['VALIDITY'],
  facts: SubjectFacts,
  daysOf: DaysOf,
  horizon: Horizon,
): JudgedDocument {
  const { id, title, reason } = document
  const typeCode = document.typeCode ?? ''
  const byDictionary = { days: daysOf(typeCode), isRule: false }
  const { decided, open, dependsOn } = choose(
    rules,
    typeCode,
    facts,
    ({ content }) => ({ days: content.days, isRule: true }),
    byDictionary,
  )
  const endOf = ({ days, isRule }: typeof byDictionary) => lastDay(document, days, isRule)
  // Of rules of one priority the stricter holds.
  const ends = [earliest(decided.map(endOf)), ...open.map(endOf)]
  const statuses = new Set(ends.map((last) => statusOn(document.status, last, horizon)))
  const [status] = statuses
  const isSure = statuses.size === 1 && status !== undefined
  return {
    id,
    typeCode,
    title,
    reason,
    status: isSure ? status : 'UNKNOWN',
    validUntil: earliest(ends),
    dependsOn: isSure ? [] : dependsOn,
  }
}

type Signers = RuleSet['SIGNERS'][number]['content']['signers']

const nobodySigns = { signers: [], dependsOn: [] }

/** Who signs a document; nobody while that depends on what is not known. */
export function signersOf(
  typeCodes: readonly string[],
  rules: RuleSet['SIGNERS'],
  facts: SubjectFacts,
): { signers: Signers; dependsOn: readonly FactCode[] } {
  if (rules.length === 0) return nobodySigns
  for (const typeCode of typeCodes) {
    const { decided, dependsOn } = choose(rules, typeCode, facts, ({ content }) => content.signers, [])
    if (dependsOn.length > 0) return { signers: [], dependsOn }
    const distinct = [...new Map(decided.flat().map((one) => [one.role, one])).values()]
    if (distinct.length > 0) return { signers: distinct, dependsOn: [] }
  }
  return nobodySigns
}

/** How a type is used in a short application. */
export const leadUsageOf = <T>(
  typeCode: string,
  rules: RuleSet['LEAD_USAGE'],
  facts: SubjectFacts,
  read: (rule: RuleSet['LEAD_USAGE'][number]) => T,
  fallback: T,
): Choice<T> => choose(rules, typeCode, facts, read, fallback)

/** Better first: what is shown for a requirement that is not fulfilled. */
const best: readonly RequirementStatus[] = ['UNKNOWN', 'CHECKING', 'UPLOADED', 'EXPIRED', 'REJECTED']

export interface Fulfilment {
  readonly accepted: number
  readonly provided: number
  readonly status: RequirementStatus
  readonly validUntil: string | null
}

/** How far documents fulfil a requirement of so many. */
export function fulfilmentOf(documents: readonly RequirementDocument[], quantity: number): Fulfilment {
  const of = (...statuses: RequirementStatus[]) => documents.filter(({ status }) => statuses.includes(status))
  const lasting = of('ACCEPTED')
  const accepted = of('ACCEPTED', 'EXPIRES')
  const provided = accepted.length + of('UPLOADED', 'CHECKING').length
  const ends = accepted.map(({ validUntil }) => validUntil).filter((day) => day !== null)
  const base = { accepted: accepted.length, provided, validUntil: ends.sort()[0] ?? null }
  if (accepted.length >= quantity)
    return { ...base, status: lasting.length >= quantity ? 'ACCEPTED' : 'EXPIRES' }
  return { ...base, status: best.find((status) => of(status).length > 0) ?? 'NONE' }
}
