import { questionsOf } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import type { FactCode, Facts } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import {
  maxImpactApplications,
  type RuleCheck,
  type RuleImpact,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import type { DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { checkOwnerRights } from '#features/documents/document-owners.service.ts'
import { forbidden, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { CaseData } from './completeness/case-facts.rules.ts'
import { sourceOf } from './completeness/completeness.service.ts'
import { contentErrors, type RuleParts } from './document-rules.service.ts'
import { countDifferences } from './rule-difference.rules.ts'
import { chosenRules, type RulesOfDay, rulesOn } from './rule-sets.service.ts'

const maxExamples = 5

/** Facts that others follow from, and the programme, which rules name beside their condition. */
const always: readonly FactCode[] = ['programme', 'goal', 'participantRole', 'spouseParticipates']

const askedBy = (days: readonly RulesOfDay[]): ReadonlySet<string> =>
  new Set<string>([
    ...always,
    ...days.flatMap(({ contents }) =>
      contents.flatMap(({ condition }) =>
        condition === null ? [] : questionsOf(condition).map(({ fact }) => fact),
      ),
    ),
  ])

/** What of a case can decide anything: cases with the same text get the same answer. */
function kindOf({ facts, participants, participantsKnown }: CaseData, asked: ReadonlySet<string>): string {
  const deciding = (of: Facts) =>
    Object.entries(of)
      .filter(([fact]) => asked.has(fact))
      .sort(([a], [b]) => (a < b ? -1 : 1))
  const people = participants.map(({ key, role, facts: own }) => [key, role, deciding(own)])
  return JSON.stringify([deciding(facts), people, participantsKnown])
}

/** How many open applications get another answer, and a few of them. */
export async function impactOf(
  { db, actor }: Context,
  parts: RuleParts,
  ownerType: DocumentOwner['ownerType'],
  [before, after]: readonly [RulesOfDay, RulesOfDay],
): Promise<RuleImpact> {
  const { cases, total } = await sourceOf(ownerType).listOpen(db, actor, parts, maxImpactApplications)
  const asked = askedBy([before, after])
  // Most applications are alike to the rules: each kind is worked out once.
  const known = new Map<string, number>()
  const changed = cases.flatMap(({ id, number, data }) => {
    const kind = kindOf(data, asked)
    const count = known.get(kind) ?? countDifferences(before.set, after.set, data)
    known.set(kind, count)
    return count > 0 ? [{ id, number, changes: count }] : []
  })
  return {
    applications: total,
    looked: cases.length,
    changed: changed.length,
    examples: changed.slice(0, maxExamples),
  }
}

/** Refuses a candidate that saving would refuse. */
export async function checkCandidate(
  { db }: Context,
  parts: RuleParts,
  candidate: RuleCheck['candidate'],
): Promise<void> {
  if (candidate === null) return
  const errors = await contentErrors(db, parts, candidate.content)
  if (errors.length > 0)
    throw invalid(errors.map(({ path, message }) => ({ path: `candidate.content.${path}`, message })))
}

/** Rules are looked at by who may change them, applications by who may see their documents. */
export function requireDocuments(actor: Actor, ownerType: DocumentOwner['ownerType']): void {
  if (!actor.operations.Document?.includes('Read'))
    throw forbidden('Для проверки на заявке нужно право «Документы: просмотр и скачивание»')
  checkOwnerRights(actor, ownerType, 'read')
}

/** What the rules chosen would change on the open applications that the caller sees. */
export async function previewImpact(
  context: Context,
  parts: RuleParts,
  wish: Pick<RuleCheck, 'on' | 'drafts' | 'candidate' | 'ownerType'>,
): Promise<RuleImpact> {
  requireDocuments(context.actor, wish.ownerType)
  await checkCandidate(context, parts, wish.candidate)
  const day = wish.on ?? bankDay(parts.clock)
  const before = await rulesOn(context.db, parts.references, day)
  const after = await chosenRules(context.db, parts.references, day, wish)
  return impactOf(context, parts, wish.ownerType, [before, after])
}
