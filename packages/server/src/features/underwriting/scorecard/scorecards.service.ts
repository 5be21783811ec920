import { lowered } from '@ipoteka-office/contract/words.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { RecordProcess } from '@ipoteka-office/contract/common/process.ts'
import type { z } from 'zod'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import {
  type ScorecardContent,
  scorecardIssues,
} from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import { scorecardStates } from '@ipoteka-office/contract/underwriting/scorecard/scorecard-machine.ts'
import type * as api from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { scaleOf } from '@ipoteka-office/contract/underwriting/scorecard/scoring.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { allowedActions, moveRecord, processOf } from '#features/machines/move-record.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { contentWords } from './scorecard-words.rules.ts'
import { scorecardKind } from './scorecard-kind.ts'
import {
  findActing,
  findAgreements,
  findScorecard,
  findScorecards,
  insertScorecard,
  writeContent,
} from './scorecards.repo.ts'
import { separations } from './separation.service.ts'
import { startingContent } from './starting-content.rules.ts'
import type { StoredScorecard } from './stored-scorecard.ts'

const objectType = 'scorecardVersion'

type Row = ReplyOf<typeof api.listScorecards>[number]
type Card = ReplyOf<typeof api.getScorecard>

/** How versions are told as rows: what stands beside all of them is read once. */
async function rowsOf(
  parts: BankFigures,
  context: Context,
  stored: readonly StoredScorecard[],
): Promise<Row[]> {
  const agreements = await findAgreements(context.db)
  const separationOf = await separations(parts, context.db)
  const rows: Row[] = []
  for (const one of stored) {
    const { content: _, contributors: __, ...row } = one
    rows.push({
      ...row,
      agreement: agreements.get(row.id) ?? null,
      separation: separationOf(row.id),
      actions: await allowedActions(scorecardKind, moverOf(parts, context), one),
    })
  }
  return rows
}

/** Every version, the latest first, with what the reader may do with it. */
export const listScorecards = async (parts: BankFigures, context: Context): Promise<Row[]> =>
  rowsOf(parts, context, await findScorecards(context.db))

const moverOf = ({ clock }: BankFigures, { db, actor, requestId }: Context) => ({
  db,
  actor,
  requestId,
  clock,
})

const editableOf = ({ actor }: Context, { state }: StoredScorecard): Card['editable'] => {
  const refusal =
    (actor.operations.Underwriting?.includes('UpdateScorecard')
      ? null
      : 'Нет права менять скоринговую карту') ??
    (state === 'DRAFT'
      ? null
      : `Меняют только черновик, а эта версия — «${lowered(scorecardStates[state])}»: создайте новую на её основе`)
  return { enabled: refusal === null, reasonDisabled: refusal }
}

async function present(parts: BankFigures, context: Context, one: StoredScorecard): Promise<Card> {
  const [row] = await rowsOf(parts, context, [one])
  if (row === undefined) throw new Error('A version is a row')
  return {
    ...row,
    content: one.content,
    ...scaleOf(one.content),
    editable: editableOf(context, one),
  }
}

export async function requireScorecard(db: Context['db'], id: number): Promise<StoredScorecard> {
  const one = await findScorecard(db, id)
  if (one === undefined) throw notFound('Такой версии скоринговой карты нет')
  return one
}

export const getScorecard = async (parts: BankFigures, context: Context, id: number): Promise<Card> =>
  present(parts, context, await requireScorecard(context.db, id))

/** The version held until the transaction ends; 409 with it as it is when what was seen is old. */
async function take(
  parts: BankFigures,
  context: Context,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<StoredScorecard> {
  const one = await findScorecard(context.db, id, { lock: true })
  if (one === undefined) throw notFound('Такой версии скоринговой карты нет')
  if (one.version !== version)
    throw stale(
      await present(parts, context, one),
      await findLastChangeOf(context.db, { objectType, objectId: id }),
    )
  return one
}

/** Codes that no dictionary knows are the server's question only where they are used: a card outlives them. */
function checked(content: ScorecardContent): ScorecardContent {
  const issues = scorecardIssues(content)
  if (issues.length > 0)
    throw invalid(issues.map(({ path, message }) => ({ path: `content.${path}`, message })))
  return content
}

/** A draft with what another version says; without one, with what the house begins with. */
export async function createScorecard(
  parts: BankFigures,
  context: Context,
  { title, fromId }: ParsedRequest<typeof api.createScorecard>['body'],
): Promise<Card> {
  const { db, actor } = context
  const content = fromId === null ? startingContent : (await requireScorecard(db, fromId)).content
  const made = { title, content, authorId: actor.employeeId, at: parts.clock.now() }
  return getScorecard(parts, context, await insertScorecard(db, made))
}

export async function saveScorecard(
  parts: BankFigures,
  context: Context,
  id: number,
  { title, content, version }: ParsedRequest<typeof api.saveScorecard>['body'],
): Promise<Card> {
  const one = await take(parts, context, { id, version })
  const { enabled, reasonDisabled } = editableOf(context, one)
  if (!enabled) throw conflict(reasonDisabled ?? '')
  await writeContent(context.db, id, { title, content: checked(content), by: context.actor.employeeId })
  return getScorecard(parts, context, id)
}

/** Leads a version on; the champion gives way to the one that takes its place in the same transaction. */
export async function moveScorecard(
  parts: BankFigures,
  context: Context,
  id: number,
  { version, ...move }: ParsedRequest<typeof api.sendScorecard | typeof api.decideScorecard>['body'],
): Promise<Card> {
  const { db } = context
  // One at a time: of two that take the same place, the second sees that it is taken.
  for (const { id: acting } of (await findActing(db)).toSorted((a, b) => a.id - b.id))
    await findScorecard(db, acting, { lock: true })
  const one = await take(parts, context, { id, version })
  const mover = moverOf(parts, context)
  if (move.action === 'promote' && one.state === 'ON_PROMOTION') {
    const champion = (await findActing(db)).find(({ state }) => state === 'CHAMPION')
    if (champion !== undefined)
      await moveRecord(scorecardKind, { ...mover, actor: null }, champion, { action: 'replace' })
  }
  await moveRecord(scorecardKind, mover, one, move)
  return getScorecard(parts, context, id)
}

export async function scorecardProcess(
  { clock, parameters }: BankFigures,
  { db }: Context,
  id: number,
): Promise<z.output<typeof RecordProcess>> {
  const terms = await parameters.figuresOn(bankDay(clock))
  return processOf(scorecardKind, { db, clock, terms }, await requireScorecard(db, id))
}

const labels: CardLabels = {
  [objectType]: {
    fields: {
      title: { label: 'Карта названа' },
      state: { label: 'Состояние', names: scorecardStates },
      content: { label: 'Карта', text: contentWords },
      approver_id: { label: 'Кто подтвердил', table: 'employee' },
    },
  },
}

export async function listHistory(
  context: Context,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  await requireScorecard(context.db, id)
  return listCardHistory(context, { objectType, objectId: id }, labels, query)
}
