import { randomUUID } from 'node:crypto'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import {
  choiceIssue,
  paymentTaken,
} from '@ipoteka-office/contract/underwriting/form/obligations/choice-rules.ts'
import type * as api from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import type {
  ObligationLedger,
  OwnObligation,
} from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import { ownObligationFields } from '@ipoteka-office/contract/underwriting/form/obligations/own-fields.ts'
import { noteSeen, type SectionParts } from '#features/cases/sections/save-section.service.ts'
import { answerDebtLoadAgain } from '#features/full-applications/check-answers.service.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { refuseUnknownIn } from '#features/references/known-codes.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { holdForm, requireForm } from '../access.service.ts'
import type { LedgerEntry } from './ledger.rules.ts'
import { obligationLabels } from './obligation-labels.ts'
import { writeOwn, writeSaying } from './obligations.repo.ts'
import { type Ledger, readLedger, toLedger } from './shown-ledger.service.ts'

interface OfDebtor {
  readonly id: number
  readonly participantId: number
}
type OfRow = OfDebtor & { readonly key: string }

/** The ledger of obligations of a debtor, for whoever decides. */
export async function obligationLedger(
  parts: SectionParts,
  context: Context,
  { id, participantId }: OfDebtor,
): Promise<ObligationLedger> {
  const row = await requireForm(context, id)
  const ledger = await readLedger(context, row, participantId)
  await noteSeen(context, row, 'Реестр обязательств', 1)
  return toLedger(parts, context, ledger)
}

function entryOf({ entries }: Ledger, key: string): LedgerEntry {
  const entry = entries.find(({ names }) => names.includes(key))
  if (entry === undefined) throw notFound('Такой строки в реестре больше нет: обновите страницу')
  return entry
}

/** 409 with the ledger as it stands where somebody has chosen otherwise meanwhile. */
async function refuseStale(
  parts: SectionParts,
  context: Context,
  ledger: Ledger,
  { entry, version }: { readonly entry: LedgerEntry; readonly version: number },
): Promise<void> {
  const { kept } = entry
  if ((kept?.version ?? 0) === version) return
  throw stale(
    await toLedger(parts, context, ledger),
    kept === null
      ? undefined
      : await findLastChangeOf(context.db, { objectType: 'underwritingObligation', objectId: kept.id }),
  )
}

/** The ledger after a change: every ПДН of the bank is that of it at once. */
async function settled(
  parts: SectionParts,
  context: Context,
  { row, person }: Ledger,
): Promise<ObligationLedger> {
  await answerDebtLoadAgain(parts.engine, context.db, row.id)
  return toLedger(parts, context, await readLedger(context, row, person.id))
}

const placeOf = ({ row, person }: Ledger, key: string) => ({
  caseId: row.id,
  participantId: person.id,
  key,
})
const writer = ({ engine }: SectionParts, { actor }: Context) => ({
  by: actor.employeeId,
  at: engine.clock.now(),
})

/** Says what an obligation counts for. */
export async function takeObligation(
  parts: SectionParts,
  context: Context,
  { id, participantId, key }: OfRow,
  { version, ...input }: ParsedRequest<typeof api.takeObligation>['body'],
): Promise<ObligationLedger> {
  const ledger = await readLedger(context, await holdForm(context, id), participantId)
  const entry = entryOf(ledger, key)
  await refuseStale(parts, context, ledger, { entry, version })
  const issue = choiceIssue(entry, input, ledger.papers)
  if (issue !== null) throw invalid([issue])
  const { state, reason, words, documentId } = input
  await writeSaying(
    context.db,
    placeOf(ledger, entry.key),
    {
      ...{ state, reason, words, documentId, seen: entry.seen },
      source: state === 'COUNTS' ? input.source : null,
      payment: state === 'COUNTS' ? paymentTaken(entry, input) : null,
    },
    writer(parts, context),
  )
  return settled(parts, context, ledger)
}

/** Takes a choice back; what was chosen stays in the history. */
export async function dropObligation(
  parts: SectionParts,
  context: Context,
  { id, participantId, key }: OfRow,
  version: number,
): Promise<ObligationLedger> {
  const ledger = await readLedger(context, await holdForm(context, id), participantId)
  const entry = entryOf(ledger, key)
  await refuseStale(parts, context, ledger, { entry, version })
  if ((entry.kept?.state ?? null) === null)
    throw conflict('По обязательству ничего не выбрано: отменять нечего')
  await writeSaying(context.db, placeOf(ledger, entry.key), null, writer(parts, context))
  return settled(parts, context, ledger)
}

/** 400 where a kind is not of the dictionary or a paper not of the application. */
async function requireWhole(
  { db }: Context,
  { papers }: Ledger,
  { own, before }: { readonly own: OwnObligation; readonly before: OwnObligation | null },
): Promise<void> {
  await refuseUnknownIn(db, ownObligationFields, own, before)
  if (!papers.some(({ id }) => id === own.documentId))
    throw invalid([{ path: 'documentId', message: 'Выберите документ этой заявки' }])
}

/** So many may be written down by hand for one debtor. */
const mostOwn = 50

/** Writes down a credit that nobody has told of. */
export async function addObligation(
  parts: SectionParts,
  context: Context,
  { id, participantId }: OfDebtor,
  own: OwnObligation,
): Promise<ObligationLedger> {
  const ledger = await readLedger(context, await holdForm(context, id), participantId)
  await requireWhole(context, ledger, { own, before: null })
  if (ledger.entries.filter((entry) => entry.own !== null).length >= mostOwn)
    throw conflict(`Вручную вносят не более ${mostOwn} обязательств одного участника`)
  const key = `own.${randomUUID()}`
  await writeOwn(context.db, placeOf(ledger, key), own, writer(parts, context))
  return settled(parts, context, ledger)
}

/** Corrects what was written down. */
export async function editObligation(
  parts: SectionParts,
  context: Context,
  { id, participantId, key }: OfRow,
  { version, ...own }: ParsedRequest<typeof api.editObligation>['body'],
): Promise<ObligationLedger> {
  const ledger = await readLedger(context, await holdForm(context, id), participantId)
  const entry = entryOf(ledger, key)
  if (entry.own === null)
    throw conflict('Изменить можно только внесённое вручную: по остальным выберите, что учесть')
  await refuseStale(parts, context, ledger, { entry, version })
  await requireWhole(context, ledger, { own, before: entry.own })
  await writeOwn(context.db, placeOf(ledger, entry.key), own, writer(parts, context))
  return settled(parts, context, ledger)
}

/** Who said what of an obligation, and when. */
export async function obligationHistory(
  context: Context,
  { id, participantId, key }: OfRow,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const { kept } = entryOf(await readLedger(context, await requireForm(context, id), participantId), key)
  if (kept === null) throw notFound('По этому обязательству ещё ничего не выбирали')
  return listCardHistory(
    context,
    { objectType: 'underwritingObligation', objectId: kept.id },
    obligationLabels,
    query,
  )
}
