import type {
  AssignmentContent,
  ErrorTarget,
  RuleInput,
  StoredRule,
} from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import type { AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import {
  issuesOfErrorTarget,
  ruleIssues,
} from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import type {
  AssignmentRule,
  Reached,
  WholeRuleSet,
} from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import type { Db } from '#db/database.ts'
import { takeRuleId } from './engine/active-sets.repo.ts'
import { contentBefore } from './engine/active-sets.service.ts'
import { holdScope } from './engine/turns.repo.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { requireScope } from './assignment-access.rules.ts'
import { reachedBy } from './reached.service.ts'
import { findCurrent, findSet, findSetsWith, insertSet, writeContent } from './sets.repo.ts'
import { editableOf, type RuleParts, showRules, showSet } from './show-set.service.ts'
import type { StoredSet } from './stored-set.ts'
import { findTargetNames } from './target-names.repo.ts'

export const setType = 'assignmentSet'
const noRule = () => notFound('Такого правила назначения нет')

/** Rules of the default list get numbers of their own where a draft takes them over. */
async function startingContent(db: Db): Promise<AssignmentContent> {
  const rules: StoredRule[] = []
  for (const rule of contentBefore.rules) rules.push({ ...rule, id: await takeRuleId(db) })
  return { ...contentBefore, rules }
}

/** The draft of a scope, held; begun as a copy where there is none. */
async function takeDraft(
  context: Context,
  parts: RuleParts,
  scope: AssignmentScope,
  from: StoredSet | null = null,
): Promise<StoredSet> {
  const { db, actor } = context
  requireScope(actor, scope, 'update')
  await holdScope(db, `draft ${scope}`)
  const { active, draft } = await findCurrent(db, scope, { lock: true })
  if (draft !== null) {
    const { enabled, reasonDisabled } = editableOf(context, draft)
    if (!enabled) throw conflict(reasonDisabled ?? '')
    return draft
  }
  const content = from?.content ?? active?.content ?? (await startingContent(db))
  const id = await insertSet(db, { scope, content, authorId: actor.employeeId, at: parts.clock.now() })
  const made = id === undefined ? undefined : await findSet(db, id, { lock: true })
  if (made === undefined)
    throw conflict('Черновик этих правил уже готовит другой сотрудник: обновите страницу')
  return made
}

export async function createDraft(
  context: Context,
  parts: RuleParts,
  scope: AssignmentScope,
  fromId: number | null,
): Promise<WholeRuleSet> {
  requireScope(context.actor, scope, 'update')
  const from = fromId === null ? null : ((await findSet(context.db, fromId)) ?? null)
  if (fromId !== null && from?.scope !== scope) throw notFound('Такой версии правил назначения нет')
  if ((await findCurrent(context.db, scope)).draft !== null)
    throw conflict('Черновик этих правил уже есть: откройте его')
  return showSet(context, parts, await takeDraft(context, parts, scope, from))
}

async function write({ db, actor }: Context, { clock }: RuleParts, id: number, content: AssignmentContent) {
  await writeContent(db, id, { content, by: actor.employeeId, at: clock.now() })
}

/** What saving refuses: mistakes of the rule, and people or groups that are not there. */
async function checkRule(db: Db, rule: RuleInput): Promise<void> {
  const issues = ruleIssues(rule)
  const known = await findTargetNames(db, rule.targets)
  const unknown = rule.targets.find(
    ({ kind, id }) => !known.some((one) => one.kind === kind && one.id === id),
  )
  if (unknown !== undefined)
    issues.push({ path: 'targets', message: 'Такого адресата нет: выберите из списка' })
  await checkErrorTarget(db, rule.errorTarget, issues)
  if (issues.length > 0) throw invalid(issues.map(({ path, message }) => ({ path: `rule.${path}`, message })))
}

async function checkErrorTarget(
  db: Db,
  target: ErrorTarget | null,
  issues: { path: string; message: string }[],
): Promise<void> {
  if (target === null) return
  const { workgroupId, alertIds, escalateToId } = target
  const named = [
    ...(workgroupId === null ? [] : [{ kind: 'WORKGROUP', id: workgroupId } as const]),
    ...[...alertIds, ...(escalateToId === null ? [] : [escalateToId])].map(
      (id) => ({ kind: 'EMPLOYEE', id }) as const,
    ),
  ]
  const known = await findTargetNames(db, named)
  if (named.some(({ kind, id }) => !known.some((one) => one.kind === kind && one.id === id)))
    issues.push({ path: 'errorTarget', message: 'Такого сотрудника или группы нет: выберите из списка' })
}

async function shownRule(db: Db, parts: RuleParts, set: StoredSet, ruleId: number): Promise<AssignmentRule> {
  const found = (await showRules(db, parts, set)).find(({ id }) => id === ruleId)
  if (found === undefined) throw noRule()
  return found
}

/** A rule by its number: of the draft, else of the version in force. */
export async function getRule({ db, actor }: Context, parts: RuleParts, id: number): Promise<AssignmentRule> {
  const sets = await findSetsWith(db, id)
  const set = sets.find(({ state }) => state !== 'ACTIVE') ?? sets[0]
  if (set === undefined || !actor.isAhml) throw noRule()
  requireScope(actor, set.scope, 'read')
  return shownRule(db, parts, set, id)
}

export async function createRule(
  context: Context,
  parts: RuleParts,
  { scope, rule, order }: { scope: AssignmentScope; rule: RuleInput; order: number | null },
): Promise<AssignmentRule> {
  const { db } = context
  requireScope(context.actor, scope, 'update')
  await checkRule(db, rule)
  const draft = await takeDraft(context, parts, scope)
  const { rules, errorTarget } = draft.content
  if (rules.length >= 500) throw conflict('В списке уже 500 правил: уберите лишние')
  const id = await takeRuleId(db)
  const next = rules.toSpliced(order === null ? rules.length : order - 1, 0, { ...rule, id, version: 1 })
  await write(context, parts, draft.id, { errorTarget, rules: next })
  return shownRule(db, parts, { ...draft, content: { errorTarget, rules: next } }, id)
}

/** The draft that holds the rule, as the caller means to change it; begun where only the version in force has it. */
async function draftWith(context: Context, parts: RuleParts, ruleId: number) {
  const [some] = await findSetsWith(context.db, ruleId)
  if (some === undefined || !context.actor.isAhml) throw noRule()
  const draft = await takeDraft(context, parts, some.scope)
  const rule = draft.content.rules.find(({ id }) => id === ruleId)
  if (rule === undefined) throw conflict('Правило убрано из черновика: обновите страницу')
  return { draft, rule }
}

export async function updateRule(
  context: Context,
  parts: RuleParts,
  ruleId: number,
  { rule: input, version }: { rule: RuleInput; version: number },
): Promise<AssignmentRule> {
  const { db } = context
  const { draft, rule } = await draftWith(context, parts, ruleId)
  if (rule.version !== version)
    throw stale(
      await shownRule(db, parts, draft, ruleId),
      await findLastChangeOf(db, { objectType: setType, objectId: draft.id }),
    )
  await checkRule(db, input)
  const { rules, errorTarget } = draft.content
  const next = rules.map((one) => (one.id === ruleId ? { ...input, id: ruleId, version: version + 1 } : one))
  await write(context, parts, draft.id, { errorTarget, rules: next })
  return shownRule(db, parts, { ...draft, content: { errorTarget, rules: next } }, ruleId)
}

export async function deleteRule(
  context: Context,
  parts: RuleParts,
  ruleId: number,
  version: number,
): Promise<void> {
  const { draft, rule } = await draftWith(context, parts, ruleId)
  if (rule.version !== version)
    throw stale(
      await shownRule(context.db, parts, draft, ruleId),
      await findLastChangeOf(context.db, { objectType: setType, objectId: draft.id }),
    )
  const { rules, errorTarget } = draft.content
  await write(context, parts, draft.id, { errorTarget, rules: rules.filter(({ id }) => id !== ruleId) })
}

export async function orderRules(
  context: Context,
  parts: RuleParts,
  scope: AssignmentScope,
  { ruleIds, version }: { ruleIds: readonly number[]; version: number },
): Promise<WholeRuleSet> {
  const { db } = context
  requireScope(context.actor, scope, 'update')
  const draft = await takeDraft(context, parts, scope)
  if (draft.version !== version)
    throw stale(
      await showSet(context, parts, draft),
      await findLastChangeOf(db, { objectType: setType, objectId: draft.id }),
    )
  const { rules, errorTarget } = draft.content
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const next = [...new Set(ruleIds)].flatMap((id) => byId.get(id) ?? [])
  if (next.length !== rules.length)
    throw invalid([{ path: 'ruleIds', message: 'Назовите все правила черновика по одному разу' }])
  await write(context, parts, draft.id, { errorTarget, rules: next })
  return showSet(context, parts, (await findSet(db, draft.id)) ?? draft)
}

/** Sets whom a case without takers reaches, for the list or one rule of it, and answers whom that is now. */
export async function setErrorTarget(
  context: Context,
  parts: RuleParts,
  asked: { scope: AssignmentScope; ruleId: number | null; errorTarget: ErrorTarget | null },
): Promise<Reached> {
  const { scope, ruleId, errorTarget } = asked
  requireScope(context.actor, scope, 'update')
  const issues = issuesOfErrorTarget(errorTarget)
  await checkErrorTarget(context.db, errorTarget, issues)
  if (issues.length > 0) throw invalid(issues)
  const draft = await takeDraft(context, parts, scope)
  const { content } = draft
  if (ruleId === null) await write(context, parts, draft.id, { ...content, errorTarget })
  else {
    if (!content.rules.some(({ id }) => id === ruleId)) throw noRule()
    const rules = content.rules.map((rule) =>
      rule.id === ruleId ? { ...rule, errorTarget, version: rule.version + 1 } : rule,
    )
    await write(context, parts, draft.id, { ...content, rules })
  }
  return reachedBy(context.db, errorTarget)
}
