import type { Completeness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import type { DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { chosenDocuments } from '#features/documents/documents.service.ts'
import { documentHorizon } from '#features/parameters/horizon.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { RuleParts } from '../document-rules.service.ts'
import { loadNames, type RuleNames } from '../rule-names.service.ts'
import { type RulesOfDay, rulesOn } from '../rule-sets.service.ts'
import type { CaseData } from './case-facts.rules.ts'
import { type CaseSource, caseSources } from './case-sources.service.ts'
import { assess } from './completeness.rules.ts'
import type { CaseDocument } from './requirement-documents.rules.ts'

type Reader = Pick<Context, 'db' | 'actor'>

/** The source of the owner's facts; 404 for owners that are no cases. */
export function sourceOf(ownerType: DocumentOwner['ownerType']): CaseSource {
  const source = caseSources[ownerType]
  if (source === undefined) throw notFound('Для этого объекта комплектность документов не ведётся')
  return source
}

/** The documents that count; checks the rights and the visibility of the owner. */
export async function caseDocuments(
  reader: Reader,
  bank: RuleParts,
  { ownerType, ownerId }: DocumentOwner,
): Promise<CaseDocument[]> {
  const { documents } = await chosenDocuments(reader, { ownerType, ownerId }, bank)
  return documents.map(({ id, type, title, status, reason, issuedOn, validTo, participant, files }) => ({
    id,
    typeCode: type?.code ?? null,
    title: title || (type?.name ?? ''),
    status,
    reason,
    issuedOn,
    validTo,
    participant,
    files: files.length,
  }))
}

/** The case as its source knows it; 404 when the caller may not see it. */
export async function requireCase(
  { db, actor }: Reader,
  parts: RuleParts,
  owner: DocumentOwner,
): Promise<CaseData> {
  const data = await sourceOf(owner.ownerType).find(db, actor, parts, owner.ownerId)
  if (data === null) throw notFound('Объект, к которому относятся документы, не найден')
  return data
}

/** Names for rules and for the facts of cases. */
export const namesFor = (
  { db }: Pick<Context, 'db'>,
  { references }: RuleParts,
  { contents }: RulesOfDay,
  cases: readonly CaseData[],
): Promise<RuleNames> => loadNames(db, references, { contents, facts: cases.map(({ facts }) => facts) })

/** What may be different from what is stored. */
export interface CompletenessWish {
  /** A day other than today. */
  readonly on?: string
  /** Changes what is known of the case before the rules are asked. */
  readonly change?: (data: CaseData) => CaseData
}

/**
 * The one answer to what a case needs, what it has, why and what that blocks. Checks the rights and the visibility of the
 * owner; the right to documents is the caller's to check. `blocksStage` reads the answer.
 */
export async function completenessOf(
  reader: Reader,
  parts: RuleParts,
  owner: DocumentOwner,
  { on, change = (data) => data }: CompletenessWish = {},
): Promise<Completeness> {
  const today = on ?? bankDay(parts.clock)
  sourceOf(owner.ownerType)
  const documents = await caseDocuments(reader, parts, owner)
  const data = change(await requireCase(reader, parts, owner))
  const rules = await rulesOn(reader.db, parts.references, today)
  const names = await namesFor(reader, parts, rules, [data])
  const horizon = await documentHorizon(parts, today)
  return { ...owner, ...assess({ rules: rules.set, data, documents, horizon, names }) }
}
