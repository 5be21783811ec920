import { codeIssues } from '#features/references/known-codes.service.ts'
import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { type Page, toPage } from '@ipoteka-office/contract/common/page.ts'
import {
  type RuleContent,
  type RuleType,
  ruleContentIssues,
  ruleTypes,
  tidyRuleContent,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type {
  DocumentRule,
  DraftInput,
  RuleFilter,
  RuleListQuery,
  RuleRevision,
  RuleRow,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import type { Db } from '#db/database.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import type { DatedFigures } from '#features/parameters/parameter-reader.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import * as repo from './document-rules.repo.ts'
import { codesInRule, unknownPartners } from './rule-codes.rules.ts'
import { loadNames } from './rule-names.service.ts'
import { allowedActions, moveRecord, processOf } from '#features/machines/move-record.service.ts'
import { type ShownRevision, toRevisions, toRow, toRule } from './rule-texts.rules.ts'
import { type RuleVersion, ruleVersionKind } from './rule-version-kind.ts'
import { countByType, findListed } from './rules-list.repo.ts'
import type { StoredRevision, StoredRule } from './stored-rules.ts'

/** What the area needs beside the database. */
export interface RuleParts {
  readonly parameters: DatedFigures
  readonly references: ReferenceReader
  readonly clock: BankClock
}

export const objectType = 'document_rule'
const noRule = () => notFound('Правило не найдено')
const noRevision = () => notFound('Версия правила не найдена')
const noDraft = () => conflict('У правила нет черновика')
const isDeleted = () => conflict('Правило удалено: сначала восстановите его')

export async function listRules(
  db: Db,
  { references, clock }: RuleParts,
  filter: RuleFilter,
  query: RuleListQuery,
): Promise<Page<RuleRow> & { counts: Record<RuleType, number> }> {
  refuseDeepPage(query)
  const today = bankDay(clock)
  const { page, size } = query
  const rows = await findListed(db, filter, query.sort, today, { limit: size, offset: page * size })
  const counted = await countByType(db, filter, today)
  const types = Object.keys(ruleTypes) as RuleType[]
  const counts = Object.fromEntries(types.map((type) => [type, counted.get(type) ?? 0]))
  const wanted = filter.ruleTypes.length > 0 ? filter.ruleTypes : types
  const total = [...new Set(wanted)].reduce((sum, type) => sum + (counted.get(type) ?? 0), 0)
  const names = await loadNames(db, references, { contents: rows.map(({ content }) => content) })
  return {
    ...toPage(
      rows.map((row) => toRow(row, names)),
      total,
      query,
    ),
    counts: counts as Record<RuleType, number>,
  }
}

/** Who reads a rule: what they may do with it is part of the answer. */
export type Reader = Pick<Context, 'db' | 'actor' | 'requestId'>

const kindOf = (parts: RuleParts) => ruleVersionKind((db, content) => contentErrors(db, parts, content))

const moverOf = ({ db, actor, requestId }: Reader, { clock }: RuleParts) => ({ db, actor, requestId, clock })

/** The draft of a rule as the version that it will be. */
const draftVersion = (rule: StoredRule, revisions: readonly StoredRevision[]): RuleVersion => ({
  rule,
  revision: null,
  number: (revisions[0]?.number ?? 0) + 1,
})

async function present(reader: Reader, parts: RuleParts, rule: StoredRule): Promise<DocumentRule> {
  const { db } = reader
  const revisions = await repo.findRevisions(db, rule.id)
  const contents = [...revisions.map(({ content }) => content), ...(rule.draft === null ? [] : [rule.draft])]
  const names = await loadNames(db, parts.references, { contents })
  const { draft, current, planned, ...shown } = toRule(rule, revisions, bankDay(parts.clock), names)
  const actionsOf = (version: RuleVersion) => allowedActions(kindOf(parts), moverOf(reader, parts), version)
  const withActions = async (one: ShownRevision | null): Promise<RuleRevision | null> => {
    const revision = revisions.find(({ number }) => number === one?.number)
    if (one === null || revision === undefined) return null
    return { ...one, actions: await actionsOf({ rule, revision, number: one.number }) }
  }
  return {
    ...shown,
    draft: draft && { ...draft, actions: await actionsOf(draftVersion(rule, revisions)) },
    current: await withActions(current),
    planned: await withActions(planned),
  }
}

export async function getRule(reader: Reader, parts: RuleParts, id: number): Promise<DocumentRule> {
  const rule = await repo.findRule(reader.db, id)
  if (rule === undefined) throw noRule()
  return present(reader, parts, rule)
}

export async function listRevisions(reader: Reader, parts: RuleParts, id: number): Promise<RuleRevision[]> {
  const { db } = reader
  const rule = await repo.findRule(db, id)
  if (rule === undefined) throw noRule()
  const revisions = await repo.findRevisions(db, id)
  const names = await loadNames(db, parts.references, { contents: revisions.map(({ content }) => content) })
  const shown = toRevisions(revisions, bankDay(parts.clock), names)
  const kind = kindOf(parts)
  return Promise.all(
    revisions.map(async (revision, index): Promise<RuleRevision> => {
      const version = { rule, revision, number: revision.number }
      return {
        ...(shown[index] as ShownRevision),
        actions: await allowedActions(kind, moverOf(reader, parts), version),
      }
    }),
  )
}

/** The process of a version, or of the draft by the number that it will have. */
export async function ruleProcess(
  reader: Reader,
  parts: RuleParts,
  { id, number }: { id: number; number: number },
) {
  const { db } = reader
  const rule = await repo.findRule(db, id)
  if (rule === undefined) throw noRule()
  const revisions = await repo.findRevisions(db, id)
  const revision = revisions.find((one) => one.number === number) ?? null
  const draft = draftVersion(rule, revisions)
  if (revision === null && (rule.draft === null || draft.number !== number)) throw noRevision()
  return processOf(
    kindOf(parts),
    { ...moverOf(reader, parts), terms: await parts.parameters.figuresOn(bankDay(parts.clock)) },
    revision === null ? draft : { rule, revision, number },
  )
}

/** What saving would refuse: paths are within the content. */
export async function contentErrors(
  db: Db,
  { references }: RuleParts,
  content: RuleContent,
): Promise<FieldError[]> {
  const names = await loadNames(db, references, { contents: [content] })
  return [
    ...ruleContentIssues(content),
    ...(await codeIssues(db, codesInRule(content), { alsoOff: true })),
    ...unknownPartners(content, names.hasPartner),
  ]
}

async function readDraft(
  db: Db,
  parts: RuleParts,
  { content, validFrom, validTo }: DraftInput,
): Promise<repo.Draft> {
  const errors = (await contentErrors(db, parts, content)).map(({ path, message }) => ({
    path: `content.${path}`,
    message,
  }))
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    errors.push({ path: 'validTo', message: 'Последний день раньше первого' })
  if (errors.length > 0) throw invalid(errors)
  return { content: tidyRuleContent(content), validFrom, validTo }
}

const authorOf = ({ actor }: Context, { clock }: RuleParts): repo.DraftAuthor => ({
  employeeId: actor.employeeId,
  now: clock.now(),
})

export async function createRule(
  context: Context,
  parts: RuleParts,
  input: DraftInput,
): Promise<DocumentRule> {
  const { db } = context
  const draft = await readDraft(db, parts, input)
  return getRule(context, parts, await repo.insertRule(db, draft, authorOf(context, parts)))
}

/** Held until the transaction ends; 409 with the rule as it is when the version is old. */
async function takeRule(reader: Reader, parts: RuleParts, id: number, version: number): Promise<StoredRule> {
  const { db } = reader
  const rule = await repo.lockRule(db, id)
  if (rule === undefined) throw noRule()
  if (rule.version !== version)
    throw stale(await present(reader, parts, rule), await findLastChangeOf(db, { objectType, objectId: id }))
  return rule
}

export async function saveRule(
  context: Context,
  parts: RuleParts,
  id: number,
  { version, ...input }: DraftInput & { version: number },
): Promise<DocumentRule> {
  const { db } = context
  const rule = await takeRule(context, parts, id, version)
  if (rule.deletedAt !== null) throw isDeleted()
  if (input.content.ruleType !== rule.ruleType)
    throw invalid([{ path: 'content.ruleType', message: 'Тип правила не меняется: создайте другое правило' }])
  const draft = await readDraft(db, parts, input)
  const before = { content: rule.draft, validFrom: rule.draftFrom, validTo: rule.draftTo }
  if (!isDeepStrictEqual(before, draft)) await repo.writeDraft(db, id, draft, authorOf(context, parts))
  return getRule(context, parts, id)
}

export async function copyRule(context: Context, parts: RuleParts, id: number): Promise<DocumentRule> {
  const { db } = context
  const { draft, current, planned } = await getRule(context, parts, id)
  const last = (await repo.findRevisions(db, id)).find(({ withdrawnAt }) => withdrawnAt === null)
  const content = draft?.content ?? current?.content ?? planned?.content ?? last?.content
  if (content === undefined) throw conflict('В правиле нечего копировать')
  const name = `${content.name.slice(0, 190)} (копия)`
  const copy = { content: { ...content, name }, validFrom: null, validTo: null }
  return getRule(context, parts, await repo.insertRule(db, copy, authorOf(context, parts)))
}

export async function publishRule(
  context: Context,
  parts: RuleParts,
  id: number,
  { version, comment }: { version: number; comment: string },
): Promise<DocumentRule> {
  const rule = await takeRule(context, parts, id, version)
  if (rule.draft === null && rule.deletedAt === null) throw noDraft()
  const draft = draftVersion(rule, await repo.findRevisions(context.db, id))
  await moveRecord(kindOf(parts), moverOf(context, parts), draft, { action: 'publish', comment })
  return getRule(context, parts, id)
}

export async function discardDraft(
  context: Context,
  parts: RuleParts,
  id: number,
  version: number,
): Promise<DocumentRule> {
  const rule = await takeRule(context, parts, id, version)
  if (rule.draft === null) throw noDraft()
  const draft = draftVersion(rule, await repo.findRevisions(context.db, id))
  await moveRecord(kindOf(parts), moverOf(context, parts), draft, { action: 'discard' })
  return getRule(context, parts, id)
}

async function requireRevision(db: Db, id: number, number: number): Promise<StoredRevision> {
  const revision = (await repo.findRevisions(db, id)).find((one) => one.number === number)
  if (revision === undefined) throw noRevision()
  return revision
}

export async function draftFrom(
  context: Context,
  parts: RuleParts,
  { id, number }: { id: number; number: number },
  version: number,
): Promise<DocumentRule> {
  const { db } = context
  const rule = await takeRule(context, parts, id, version)
  if (rule.deletedAt !== null) throw isDeleted()
  if (rule.draft !== null)
    throw conflict('У правила уже есть черновик: опубликуйте его или откажитесь от него')
  const { content } = await requireRevision(db, id, number)
  await repo.writeDraft(db, id, { content, validFrom: null, validTo: null }, authorOf(context, parts))
  return getRule(context, parts, id)
}

export async function withdraw(
  context: Context,
  parts: RuleParts,
  { id, number }: { id: number; number: number },
  version: number,
): Promise<DocumentRule> {
  const rule = await takeRule(context, parts, id, version)
  const revision = await requireRevision(context.db, id, number)
  await moveRecord(kindOf(parts), moverOf(context, parts), { rule, revision, number }, { action: 'withdraw' })
  return getRule(context, parts, id)
}

export async function deleteRule(
  context: Context,
  parts: RuleParts,
  id: number,
  version: number,
): Promise<DocumentRule> {
  const { db } = context
  const { deletedAt } = await takeRule(context, parts, id, version)
  if (deletedAt === null) await repo.markDeleted(db, id, bankDay(parts.clock), parts.clock.now())
  return getRule(context, parts, id)
}

export async function restoreRule(
  context: Context,
  parts: RuleParts,
  id: number,
  version: number,
): Promise<DocumentRule> {
  const { db } = context
  const { deletedAt } = await takeRule(context, parts, id, version)
  if (deletedAt !== null) await repo.clearDeleted(db, id, bankDay(parts.clock))
  return getRule(context, parts, id)
}
