import {
  maxImpactApplications,
  type RuleCheck,
  type RuleCheckAnswer,
} from '@ipoteka-office/contract/document-rule-checks.ts'
import type { DocumentOwner } from '@ipoteka-office/contract/documents.ts'
import { forbidden, invalid, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { CaseData } from './case-facts.rules.ts'
import { assess } from './completeness.rules.ts'
import { caseDocuments, namesFor, requireCase, sourceOf } from './completeness.service.ts'
import { contentErrors, type RuleParts } from './document-rules.service.ts'
import { countDifferences, requirementChanges } from './rule-difference.rules.ts'
import { chosenRules, type RulesOfDay, rulesOn } from './rule-sets.service.ts'

const maxExamples = 5

async function ownerOf(
  { db, actor }: Context,
  { ownerType, ownerId, number }: Pick<RuleCheck, 'ownerType' | 'ownerId' | 'number'>,
): Promise<DocumentOwner> {
  if (ownerId !== undefined) return { ownerType, ownerId }
  const found = await sourceOf(ownerType).findByNumber(db, actor, number ?? '')
  if (found === null) throw notFound(`Заявка ${number} не найдена`)
  return { ownerType, ownerId: found }
}

/** What the person supposes in the place of what is known. */
function suppose(
  data: CaseData,
  { facts, participants }: Pick<RuleCheck, 'facts' | 'participants'>,
): CaseData {
  const changed = { ...data, facts: { ...data.facts, ...facts } }
  return participants === undefined ? changed : { ...changed, participants, participantsKnown: true }
}

async function impactOf(
  { db, actor }: Context,
  parts: RuleParts,
  ownerType: DocumentOwner['ownerType'],
  [before, after]: readonly [RulesOfDay, RulesOfDay],
) {
  const { cases, total } = await sourceOf(ownerType).listOpen(db, actor, parts, maxImpactApplications)
  // Most applications are alike to the rules: each kind is worked out once.
  const known = new Map<string, number>()
  const isSpecial = asksAboutEach(before) || asksAboutEach(after)
  const changed = cases.flatMap(({ id, number, data }) => {
    const { partner: _, applicationDate: __, ...facts } = data.facts
    const key = JSON.stringify(isSpecial ? data.facts : facts)
    const count = known.get(key) ?? countDifferences(before.set, after.set, data)
    known.set(key, count)
    return count > 0 ? [{ id, number, changes: count }] : []
  })
  return {
    applications: total,
    looked: cases.length,
    changed: changed.length,
    examples: changed.slice(0, maxExamples),
  }
}

/** Whether rules look at what nearly every application has of its own. */
const asksAboutEach = ({ contents }: RulesOfDay): boolean =>
  /"fact":"(?:partner|applicationDate)"/.test(JSON.stringify(contents.map(({ condition }) => condition)))

async function checkCandidate(
  { db }: Context,
  parts: RuleParts,
  candidate: RuleCheck['candidate'],
): Promise<void> {
  if (candidate === null) return
  const errors = await contentErrors(db, parts, candidate.content)
  if (errors.length > 0)
    throw invalid(errors.map(({ path, message }) => ({ path: `candidate.content.${path}`, message })))
}

/** «Проверить на заявке»: what the rules ask of an application under what the person supposes, and what drafts change. */
export async function checkRules(
  context: Context,
  parts: RuleParts,
  wish: RuleCheck,
): Promise<RuleCheckAnswer> {
  const { db, actor } = context
  if (!actor.operations.Document?.includes('Read'))
    throw forbidden('Для проверки на заявке нужно право «Документы: просмотр и скачивание»')
  await checkCandidate(context, parts, wish.candidate)
  const owner = await ownerOf(context, wish)
  sourceOf(owner.ownerType)
  const documents = await caseDocuments(context, parts, owner)
  const data = suppose(await requireCase(context, parts, owner), wish)
  const today = wish.on ?? bankDay(parts.clock)
  const after = await chosenRules(db, parts.references, today, wish)
  const names = await namesFor(context, parts, after, [data])
  const completeness = { ...owner, ...assess({ rules: after.set, data, documents, today, names }) }
  if (wish.drafts === 'NONE' && wish.candidate === null) return { completeness, difference: null }
  const before = await rulesOn(db, parts.references, today)
  const old = assess({
    rules: before.set,
    data,
    documents,
    today,
    names: await namesFor(context, parts, before, [data]),
  })
  return {
    completeness,
    difference: {
      changes: requirementChanges(old, completeness),
      percentBefore: old.percent,
      percentAfter: completeness.percent,
      impact: await impactOf(context, parts, owner.ownerType, [before, after]),
    },
  }
}
