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
import { unknownCodes } from './rule-codes.rules.ts'
import { loadNames } from './rule-names.service.ts'
import { toRevisions, toRow, toRule } from './rule-texts.rules.ts'
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

async function present(db: Db, { references, clock }: RuleParts, rule: StoredRule): Promise<DocumentRule> {
  const revisions = await repo.findRevisions(db, rule.id)
  const contents = [...revisions.map(({ content }) => content), ...(rule.draft === null ? [] : [rule.draft])]
  return toRule(rule, revisions, bankDay(clock), await loadNames(db, references, { contents }))
}

export async function getRule(db: Db, parts: RuleParts, id: number): Promise<DocumentRule> {
  const rule = await repo.findRule(db, id)
  if (rule === undefined) throw noRule()
  return present(db, parts, rule)
}

export async function listRevisions(db: Db, parts: RuleParts, id: number): Promise<RuleRevision[]> {
  if ((await repo.findRule(db, id)) === undefined) throw noRule()
  const revisions = await repo.findRevisions(db, id)
  const names = await loadNames(db, parts.references, { contents: revisions.map(({ content }) => content) })
  return toRevisions(revisions, bankDay(parts.clock), names)
}

/** What saving would refuse: paths are within the content. */
export async function contentErrors(
  db: Db,
  { references }: RuleParts,
  content: RuleContent,
): Promise<FieldError[]> {
  const names = await loadNames(db, references, { contents: [content] })
  return [...ruleContentIssues(content), ...unknownCodes(content, names)]
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
  return getRule(db, parts, await repo.insertRule(db, draft, authorOf(context, parts)))
}

/** Held until the transaction ends; 409 with the rule as it is when the version is old. */
export async function takeRule(db: Db, parts: RuleParts, id: number, version: number): Promise<StoredRule> {
  const rule = await repo.lockRule(db, id)
  if (rule === undefined) throw noRule()
  if (rule.version !== version)
    throw stale(await present(db, parts, rule), await findLastChangeOf(db, { objectType, objectId: id }))
  return rule
}

export async function saveRule(
  context: Context,
  parts: RuleParts,
  id: number,
  { version, ...input }: DraftInput & { version: number },
): Promise<DocumentRule> {
  const { db } = context
  const rule = await takeRule(db, parts, id, version)
  if (rule.deletedAt !== null) throw isDeleted()
  if (input.content.ruleType !== rule.ruleType)
    throw invalid([{ path: 'content.ruleType', message: 'Тип правила не меняется: создайте другое правило' }])
  const draft = await readDraft(db, parts, input)
  const before = { content: rule.draft, validFrom: rule.draftFrom, validTo: rule.draftTo }
  if (!isDeepStrictEqual(before, draft)) await repo.writeDraft(db, id, draft, authorOf(context, parts))
  return getRule(db, parts, id)
}

export async function copyRule(context: Context, parts: RuleParts, id: number): Promise<DocumentRule> {
  const { db } = context
  const { draft, current, planned } = await getRule(db, parts, id)
  const last = (await repo.findRevisions(db, id)).find(({ withdrawnAt }) => withdrawnAt === null)
  const content = draft?.content ?? current?.content ?? planned?.content ?? last?.content
  if (content === undefined) throw conflict('В правиле нечего копировать')
  const name = `${content.name.slice(0, 190)} (копия)`
  const copy = { content: { ...content, name }, validFrom: null, validTo: null }
  return getRule(db, parts, await repo.insertRule(db, copy, authorOf(context, parts)))
}

export async function publishRule(
  context: Context,
  parts: RuleParts,
  id: number,
  { version, comment }: { version: number; comment: string },
): Promise<DocumentRule> {
  const { db, actor } = context
  const { clock } = parts
  const { draft, draftFrom, draftTo, deletedAt } = await takeRule(db, parts, id, version)
  if (deletedAt !== null) throw isDeleted()
  if (draft === null) throw noDraft()
  const today = bankDay(clock)
  const validFrom = draftFrom ?? today
  if (validFrom < today)
    throw conflict(
      'Первый день версии уже прошёл: укажите сегодняшний или более поздний, прошлое не переписывается',
    )
  if (draftTo !== null && draftTo < validFrom) throw conflict('Последний день версии раньше первого')
  // Codes may have been switched off or renamed since the draft was saved.
  const errors = await contentErrors(db, parts, draft)
  if (errors.length > 0)
    throw conflict(`Исправьте черновик: ${errors.map(({ message }) => message).join('; ')}`)
  const now = clock.now()
  await repo.insertRevision(db, id, {
    content: draft,
    validFrom,
    validTo: draftTo,
    comment,
    employeeId: actor.employeeId,
    now,
  })
  await repo.clearDraft(db, id)
  return getRule(db, parts, id)
}

export async function discardDraft(
  { db }: Context,
  parts: RuleParts,
  id: number,
  version: number,
): Promise<DocumentRule> {
  const { draft } = await takeRule(db, parts, id, version)
  if (draft === null) throw noDraft()
  if ((await repo.findRevisions(db, id)).length === 0)
    throw conflict('Правило ещё не публиковалось: удалите его целиком')
  await repo.clearDraft(db, id)
  return getRule(db, parts, id)
}

async function requireRevision(db: Db, id: number, number: number): Promise<StoredRevision> {
  const revision = (await repo.findRevisions(db, id)).find((one) => one.number === number)
  if (revision === undefined) throw notFound('Версия правила не найдена')
  return revision
}

export async function draftFrom(
  context: Context,
  parts: RuleParts,
  { id, number }: { id: number; number: number },
  version: number,
): Promise<DocumentRule> {
  const { db } = context
  const rule = await takeRule(db, parts, id, version)
  if (rule.deletedAt !== null) throw isDeleted()
  if (rule.draft !== null)
    throw conflict('У правила уже есть черновик: опубликуйте его или откажитесь от него')
  const { content } = await requireRevision(db, id, number)
  await repo.writeDraft(db, id, { content, validFrom: null, validTo: null }, authorOf(context, parts))
  return getRule(db, parts, id)
}

export async function withdraw(
  { db }: Context,
  parts: RuleParts,
  { id, number }: { id: number; number: number },
  version: number,
): Promise<DocumentRule> {
  await takeRule(db, parts, id, version)
  const { validFrom, withdrawnAt } = await requireRevision(db, id, number)
  if (withdrawnAt !== null) throw conflict('Эта версия уже отозвана')
  if (validFrom <= bankDay(parts.clock))
    throw conflict('Версия уже вступила в силу: опубликуйте новую или удалите правило')
  await repo.withdrawRevision(db, id, number, parts.clock.now())
  return getRule(db, parts, id)
}

export async function deleteRule(
  { db }: Context,
  parts: RuleParts,
  id: number,
  version: number,
): Promise<DocumentRule> {
  const { deletedAt } = await takeRule(db, parts, id, version)
  if (deletedAt === null) await repo.markDeleted(db, id, bankDay(parts.clock), parts.clock.now())
  return getRule(db, parts, id)
}

export async function restoreRule(
  { db }: Context,
  parts: RuleParts,
  id: number,
  version: number,
): Promise<DocumentRule> {
  const { deletedAt } = await takeRule(db, parts, id, version)
  if (deletedAt !== null) await repo.clearDeleted(db, id, bankDay(parts.clock))
  return getRule(db, parts, id)
}
