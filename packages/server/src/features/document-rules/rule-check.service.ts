import type {
  RuleCheck,
  RuleCheckAnswer,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import type { DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { documentHorizon } from '#features/parameters/horizon.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { CaseData } from './completeness/case-facts.rules.ts'
import { assess } from './completeness/completeness.rules.ts'
import { caseDocuments, namesFor, requireCase, sourceOf } from './completeness/completeness.service.ts'
import type { RuleParts } from './document-rules.service.ts'
import { requirementChanges } from './rule-difference.rules.ts'
import { checkCandidate, impactOf, requireDocuments } from './rule-impact.service.ts'
import { chosenRules, rulesOn } from './rule-sets.service.ts'

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

/** «Проверить на заявке»: what the rules ask of an application under what the person supposes, and what drafts change. */
export async function checkRules(
  context: Context,
  parts: RuleParts,
  wish: RuleCheck,
): Promise<RuleCheckAnswer> {
  const { db, actor } = context
  requireDocuments(actor, wish.ownerType)
  await checkCandidate(context, parts, wish.candidate)
  const owner = await ownerOf(context, wish)
  sourceOf(owner.ownerType)
  const documents = await caseDocuments(context, parts, owner)
  const data = suppose(await requireCase(context, parts, owner), wish)
  const today = wish.on ?? bankDay(parts.clock)
  const horizon = await documentHorizon(parts, today)
  const after = await chosenRules(db, parts.references, today, wish)
  const names = await namesFor(context, parts, after, [data])
  const completeness = { ...owner, ...assess({ rules: after.set, data, documents, horizon, names }) }
  if (wish.drafts === 'NONE' && wish.candidate === null) return { completeness, difference: null }
  const before = await rulesOn(db, parts.references, today)
  const old = assess({
    rules: before.set,
    data,
    documents,
    horizon,
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
