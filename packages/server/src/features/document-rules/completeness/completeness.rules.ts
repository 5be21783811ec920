import { CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type NameOf, valueText } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import { type FactCode, factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { leadUsages } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import {
  type Completeness,
  type CompletenessGroup,
  type CompletenessGroupCode,
  completenessGroups,
  type OpenFact,
  type Requirement,
} from '@ipoteka-office/contract/documents/document-completeness.ts'
import type { Horizon } from '#lib/bank-time.ts'
import { explain } from '../condition.rules.ts'
import type { KnownFacts } from '../fact-values.rules.ts'
import type { RuleSet } from '../rule-set.rules.ts'
import { type CaseData, withDerivedFacts } from './case-facts.rules.ts'
import { type Need, stageIndex } from './needs.rules.ts'
import { type Placed, placeDocuments } from './placing.rules.ts'
import {
  type CaseDocument,
  type DaysOf,
  fulfilmentOf,
  judgeDocument,
  leadUsageOf,
  type SubjectFacts,
  signersOf,
} from './requirement-documents.rules.ts'
import { dependsText, needReasons, needText } from './requirement-texts.rules.ts'
import { stagesOf, summaryOf } from './stage-gates.rules.ts'
import { type Subject, subjectsOf } from './subjects.rules.ts'

/** What the engine reads from dictionaries. */
export interface EngineNames {
  readonly ofFact: NameOf
  readonly ofDocument: (code: string) => string
  readonly ofRole: (code: string) => string
  readonly daysOf: DaysOf
  /** Types with their use in short applications by the dictionary. */
  readonly leadUsages: ReadonlyMap<string, keyof typeof leadUsages>
}

/** All that completeness is worked out from; nothing else is asked. */
export interface CompletenessInput {
  readonly rules: RuleSet
  readonly data: CaseData
  readonly documents: readonly CaseDocument[]
  readonly horizon: Horizon
  readonly names: EngineNames
}

const openFactsOf = (facts: readonly FactCode[], subject: Subject): OpenFact[] =>
  facts.map((fact) => {
    const { label, scope } = factOf(fact)
    return { fact, label, participantKey: scope === 'PARTICIPANT' ? (subject.person?.key ?? null) : null }
  })

function strictest({ rules }: Need) {
  const [first, ...others] = rules
  if (first === undefined) throw new Error('A need without a rule')
  const asks = asksOf(first)
  for (const rule of others) {
    const more = asksOf(rule)
    if (stageIndex(more.stage) < stageIndex(asks.stage)) asks.stage = more.stage
    asks.quantity = Math.max(asks.quantity, more.quantity)
    if (asks.formats.length === 0) asks.formats = more.formats
    if (more.maxMb !== null) asks.maxMb = Math.min(asks.maxMb ?? more.maxMb, more.maxMb)
    asks.checks = [...new Set([...asks.checks, ...more.checks])]
    asks.message ||= more.message
  }
  return asks
}

const asksOf = ({ content }: Need['rules'][number]) => {
  const { stage, quantity, formats, maxMb, checks, message } = content
  return { stage, quantity, formats, maxMb, checks, message }
}

function toRequirement(
  need: Need,
  subject: Subject,
  placed: Placed,
  ofCase: KnownFacts,
  { rules, names, horizon }: CompletenessInput,
): Requirement {
  const facts: SubjectFacts = { ofCase, ofParticipant: subject.person === null ? null : subject.facts }
  const judged = need.accepts
    .flatMap((typeCode) => placed.get(typeCode) ?? [])
    .filter(({ files }) => files > 0)
    .map((document) => judgeDocument(document, rules.VALIDITY, facts, names.daysOf, horizon))
  const asks = strictest(need)
  const signers = signersOf(need.asked, rules.SIGNERS, facts)
  const depends = [...need.dependsOn, ...judged.flatMap(({ dependsOn }) => dependsOn), ...signers.dependsOn]
  const reasons = needReasons(need, subject.facts, names.ofFact)
  return {
    key: `${subject.person?.key ?? 'CASE'}:${need.key}`,
    need: need.state,
    documents: need.asked.map((code) => ({ code, name: names.ofDocument(code) })),
    ...asks,
    ...fulfilmentOf(judged, asks.quantity),
    because: needText(need, reasons),
    reasons,
    dependsOn: openFactsOf([...new Set(depends)], subject),
    signers: signers.signers,
    conflict: need.conflict,
    found: judged.map(({ dependsOn: _, ...document }) => document),
  }
}

const alphabet = new Intl.Collator('ru')
const byOrder = (a: Requirement, b: Requirement): number =>
  stageIndex(a.stage) - stageIndex(b.stage) ||
  alphabet.compare(a.documents[0]?.name ?? '', b.documents[0]?.name ?? '') ||
  alphabet.compare(a.key, b.key)

const groupOfRole = (role: string): CompletenessGroupCode => {
  if (role === 'MAIN_BORROWER') return 'BORROWER'
  return role === 'CO_BORROWER' || role === 'SPOUSE' ? 'CO_BORROWER' : 'PARTICIPANT'
}

const groupOfNeed = ({ rules }: Need): CompletenessGroupCode =>
  rules.find(({ content }) => content.group !== null)?.content.group ?? 'DEAL'

function groupsOf(subjects: readonly Subject[], input: CompletenessInput, ofCase: KnownFacts) {
  const { placed, unplaced } = placeDocuments(subjects, input.documents)
  const order = Object.keys(completenessGroups)
  const groups = subjects.flatMap((subject): CompletenessGroup[] => {
    const own: Placed = placed.get(subject) ?? new Map()
    const requirement = (need: Need) => toRequirement(need, subject, own, ofCase, input)
    const { person } = subject
    if (person === null)
      return [...Map.groupBy(subject.needs, groupOfNeed)].map(([code, needs]) => ({
        code,
        name: completenessGroups[code],
        participant: null,
        requirements: needs.map(requirement).sort(byOrder),
      }))
    const code = groupOfRole(person.role)
    const roleName = input.names.ofRole(person.role)
    const { key, role, name } = person
    const requirements = subject.needs.map(requirement).sort(byOrder)
    return [
      { code, name: completenessGroups[code], participant: { key, role, name, roleName }, requirements },
    ]
  })
  return { groups: groups.sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code)), unplaced }
}

function factsTold({ facts, participants }: CaseData, { ofFact }: EngineNames): Completeness['facts'] {
  const told = (list: CaseData['facts'], participantKey: string | null) =>
    (Object.entries(list) as [FactCode, NonNullable<CaseData['facts'][FactCode]> | null][]).map(
      ([fact, value]) => {
        const { label, scope } = factOf(fact)
        return { fact, label, scope, participantKey, value, text: valueText(fact, value, ofFact) }
      },
    )
  return [...told(facts, null), ...participants.flatMap(({ key, facts: own }) => told(own, key))]
}

function leadUsageList({ rules, names }: CompletenessInput, subject: Subject): Completeness['leadUsage'] {
  const type = CaseType.safeParse(subject.facts.get('caseKind'))
  if (!type.success || !caseTypes[type.data].documents.rules?.takesOverFromLead) return []
  const types = new Set([
    ...rules.LEAD_USAGE.flatMap(({ content }) => content.documents),
    ...names.leadUsages.keys(),
  ])
  const facts: SubjectFacts = { ofCase: subject.facts, ofParticipant: null }
  return [...types].flatMap((code) => {
    const fallback = { usage: names.leadUsages.get(code) ?? 'NONE', text: 'По справочнику типов документов' }
    const { decided, dependsOn } = leadUsageOf(
      code,
      rules.LEAD_USAGE,
      facts,
      ({ content, when }) => ({
        usage: content.usage,
        text: explain(when, subject.facts, names.ofFact) || content.name,
      }),
      fallback,
    )
    const [choice = fallback] = decided
    if (choice.usage === 'NONE' && dependsOn.length === 0) return []
    return {
      document: { code, name: names.ofDocument(code) },
      usage: dependsOn.length > 0 ? ('NONE' as const) : choice.usage,
      because: dependsOn.length > 0 ? dependsText(dependsOn) : choice.text,
      dependsOn: openFactsOf(dependsOn, subject),
    }
  })
}

/** Every fact that is waited for, with how many requirements wait; those that decide most first. */
function openFactsIn(requirements: readonly Requirement[]): Completeness['openFacts'] {
  const open = new Map<string, Completeness['openFacts'][number]>()
  for (const fact of requirements.flatMap(({ dependsOn }) => dependsOn)) {
    const key = `${fact.participantKey ?? ''}:${fact.fact}`
    open.set(key, { ...fact, requirements: (open.get(key)?.requirements ?? 0) + 1 })
  }
  return [...open.values()].sort(
    (a, b) => b.requirements - a.requirements || alphabet.compare(a.label, b.label),
  )
}

/** What a case needs, what it has, why, and what that blocks. Asks nobody: the same input gives the same answer. */
export function assess(input: CompletenessInput): Omit<Completeness, 'ownerType' | 'ownerId'> {
  const data = withDerivedFacts(input.data)
  const subjects = subjectsOf(input.rules, data)
  const [ofCase] = subjects
  const { groups, unplaced } = groupsOf(subjects, input, ofCase.facts)
  const requirements = groups.flatMap((group) => group.requirements)
  return {
    title: data.title,
    on: input.horizon.today,
    groups,
    ...summaryOf(requirements, data.participantsKnown),
    stages: stagesOf(requirements),
    stage: data.stage,
    participantsKnown: data.participantsKnown,
    openFacts: openFactsIn(requirements),
    facts: factsTold(data, input.names),
    unplaced: unplaced.map(({ id, typeCode, title }) => ({ id, typeCode: typeCode ?? '', title })),
    leadUsage: leadUsageList(input, ofCase),
  }
}
