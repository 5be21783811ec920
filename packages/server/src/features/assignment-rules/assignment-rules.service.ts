import {
  type AssignmentScope,
  qrScope,
  typeOfScope,
} from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import { ruleSetFields } from '@ipoteka-office/contract/assignment-rules/assignment-fields.ts'
import { assignmentStates } from '@ipoteka-office/contract/assignment-rules/assignment-machine.ts'
import type * as api from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { RecordProcess } from '@ipoteka-office/contract/common/process.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import type { z } from 'zod'
import type { CardLabels } from '#features/history/card-history.rules.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { moveRecord, processOf } from '#features/machines/move-record.service.ts'
import type { DatedFigures } from '#features/parameters/parameter-reader.service.ts'
import { conflict, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { mayDo, requireScope } from './assignment-access.rules.ts'
import { assignmentSetKind } from './assignment-set-kind.ts'
import { setType } from './drafts.service.ts'
import { countWaiting } from './engine/asks.repo.ts'
import { forgetShares, holdScope } from './engine/turns.repo.ts'
import { contentWords } from './set-words.rules.ts'
import { findCurrent, findSet, findSets, writeState } from './sets.repo.ts'
import { type RuleParts, showRules, showSet, toRuleSet } from './show-set.service.ts'
import type { StoredSet } from './stored-set.ts'
import { searchTargets } from './target-names.repo.ts'

type Board = ReplyOf<typeof api.getRuleBoard>
const noSet = () => notFound('Такой версии правил назначения нет')

/** What the page of a list of rules opens with. */
export async function getBoard(context: Context, parts: RuleParts, scope: AssignmentScope): Promise<Board> {
  const { db, actor } = context
  requireScope(actor, scope, 'read')
  const { active, draft } = await findCurrent(db, scope)
  const refusal = mayDo(actor, scope, 'update') ? null : 'Нет права менять правила назначения'
  return {
    scope,
    active: active === null ? null : await showSet(context, parts, active),
    draft: draft === null ? null : await showSet(context, parts, draft),
    waiting: await countWaiting(db, typeOfScope(scope), scope === qrScope),
    mayEdit: { enabled: refusal === null, reasonDisabled: refusal },
  }
}

export async function listRules(
  { db, actor }: Context,
  parts: RuleParts,
  { scope, of }: ParsedRequest<typeof api.listAssignmentRules>['query'],
) {
  requireScope(actor, scope, 'read')
  const { active, draft } = await findCurrent(db, scope)
  const set = of === 'DRAFT' ? draft : active
  return set === null ? [] : showRules(db, parts, set)
}

export async function listSets({ db, actor }: Context, scope: AssignmentScope): Promise<api.RuleSet[]> {
  requireScope(actor, scope, 'read')
  return (await findSets(db, scope)).map(toRuleSet)
}

async function readSet({ db, actor }: Context, id: number, lock = {}): Promise<StoredSet> {
  const set = await findSet(db, id, lock)
  if (set === undefined || !actor.isAhml) throw noSet()
  requireScope(actor, set.scope, 'read')
  return set
}

export const getSet = async (context: Context, parts: RuleParts, id: number) =>
  showSet(context, parts, await readSet(context, id))

/** Targets whose shares or rounds are other ones in the new version: they are counted anew. */
const changedShares = (before: StoredSet | null, after: StoredSet): number[] =>
  after.content.rules
    .filter((rule) => {
      const was = before?.content.rules.find(({ id }) => id === rule.id)
      return was === undefined || JSON.stringify(was.targets) !== JSON.stringify(rule.targets)
    })
    .map(({ id }) => id)

/** Leads a version on; the one in force gives way, or comes back, in the same transaction. */
export async function moveSet(
  context: Context,
  parts: RuleParts,
  id: number,
  { version, action, comment }: ParsedRequest<typeof api.moveRuleSet>['body'],
): Promise<api.RuleSet> {
  const { db, actor, requestId } = context
  const { scope } = await readSet(context, id)
  await holdScope(db, `draft ${scope}`)
  const { active } = await findCurrent(db, scope, { lock: true })
  const set = await readSet(context, id, { lock: true })
  if (set.version !== version)
    throw stale(toRuleSet(set), await findLastChangeOf(db, { objectType: setType, objectId: id }))
  const system = { db, actor: null, requestId, clock: parts.clock }
  const now = parts.clock.now()
  if (action === 'activate' && set.state === 'ON_APPROVAL' && active !== null)
    await moveRecord(assignmentSetKind, system, active, { action: 'replace' })
  await moveRecord(assignmentSetKind, { ...system, actor }, set, { action, comment })
  if (action === 'activate') {
    const link = { state: 'ACTIVE', at: now, approverId: null, comment: null } as const
    if (active !== null) await writeState(db, id, { ...link, beforeId: active.id })
    await forgetShares(db, changedShares(active, set))
  }
  if (action === 'rollback') await bringBack(context, parts, set)
  return toRuleSet((await findSet(db, id)) ?? set)
}

/** The version that was in force before: two people agreed to it once already. */
async function bringBack({ db, requestId }: Context, { clock }: RuleParts, set: StoredSet): Promise<void> {
  const before = set.beforeId === null ? undefined : await findSet(db, set.beforeId, { lock: true })
  if (before === undefined) throw conflict('До этой версии правил не было: подготовьте новую')
  await moveRecord(assignmentSetKind, { db, actor: null, requestId, clock }, before, { action: 'restore' })
  await forgetShares(db, changedShares(set, before))
}

export async function setProcess(
  context: Context,
  { clock, parameters }: RuleParts & { readonly parameters: DatedFigures },
  id: number,
): Promise<z.output<typeof RecordProcess>> {
  const set = await readSet(context, id)
  const terms = await parameters.figuresOn(bankDay(clock))
  return processOf(assignmentSetKind, { db: context.db, clock, terms }, set)
}

const labels: CardLabels = {
  [setType]: {
    fields: {
      state: { label: 'Состояние', names: assignmentStates },
      content: { label: ruleSetFields.content.label, text: contentWords },
      comment: { label: ruleSetFields.comment.label },
      approver_id: { label: 'Кто ввёл в действие', table: 'employee' },
    },
  },
}

export async function listHistory(
  context: Context,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  await readSet(context, id)
  return listCardHistory(context, { objectType: setType, objectId: id }, labels, query)
}

export async function findTargets(
  { db, actor }: Context,
  scope: AssignmentScope,
  { kind, search }: ParsedRequest<typeof api.findRuleTargets>['query'],
) {
  requireScope(actor, scope, 'read')
  return searchTargets(db, kind, search)
}
