import { isDebtor } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { NamedRef } from '@ipoteka-office/contract/common/refs.ts'
import type {
  BureauWord,
  LedgerRow,
  ObligationLedger,
} from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import { methodVersion } from '#features/calculator/loan.rules.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { burdenOf, meansOf } from '#features/cases/means/case-means.rules.ts'
import { meansDay, worthsOfCase } from '#features/cases/means/case-means.service.ts'
import {
  readQuestionnaire,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { asTaken } from '#features/cases/means/taken-means.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { BureauAccount } from '../../bureaus/matching.rules.ts'
import { findPapers } from '../../conditions/conditions.repo.ts'
import { editableForm } from '../access.service.ts'
import { type LedgerFacts, ledgerSourcesOf, readLedgerFacts } from './ledger-facts.service.ts'
import { type LedgerEntry, ledgerOf, sumOf, takenOfLedger } from './ledger.rules.ts'

/** The ledger of one debtor with what it is made of. */
export interface Ledger {
  readonly row: CaseRow
  readonly person: QuestionnaireParticipant
  readonly stored: StoredQuestionnaire
  readonly facts: LedgerFacts
  readonly entries: readonly LedgerEntry[]
  readonly closed: number
  readonly papers: readonly NamedRef[]
}

const nameless = 'Имя не указано'

/** Reads the ledger of a debtor; who owes nothing has none. */
export async function readLedger({ db }: Context, row: CaseRow, participantId: number): Promise<Ledger> {
  const stored = await readQuestionnaire(db, row.id, row.type)
  const person = stored.participants.find(({ id }) => id === participantId)
  if (person === undefined) throw notFound('Такого участника в заявке нет: обновите страницу')
  if (!isDebtor(person.role)) throw conflict('Обязательства считают только тех, кто отвечает по кредиту')
  const facts = await readLedgerFacts(db, [row.id])
  const papers = await findPapers(db, { ...row, isAhml: true })
  return { row, person, stored, facts, papers, ...ledgerOf(ledgerSourcesOf(person, facts)) }
}

const relations = { BORROWER: null, CO_BORROWER: 'созаёмщик', GUARANTOR: 'поручитель' } as const

const toWord = ({ bureau, ...one }: BureauAccount): BureauWord => ({
  bureau,
  ...{ asOf: one.asOf, openedOn: one.openedOn, closedOn: one.closedOn, creditor: one.creditor },
  ...{ limit: one.limit, balance: one.balance, payment: one.payment },
  ...{ overdue: one.overdue, overdueDays: one.overdueDays, strip: one.strip, worst: one.worst },
})

function toChoice({ kept, isCurrent }: LedgerEntry, papers: readonly NamedRef[]): LedgerRow['choice'] {
  if (kept === null || kept.state === null || kept.reason === null) return null
  const { state, source, payment, reason, words, documentId, by, at } = kept
  const document = papers.find(({ id }) => id === documentId) ?? null
  return { state, source, payment, reason, words, document, by, at, current: isCurrent }
}

function toRow(
  entry: LedgerEntry,
  papers: readonly NamedRef[],
  nameOf: (dictionary: string, code: string) => string,
): LedgerRow {
  const { key, creditor, type, contractNumber, limit, balance, rate, monthsLeft, overdue, overdueDays } =
    entry
  const { declared, reported, computed, proposed, taken, state, marks, asks, own, accounts, kept } = entry
  return {
    ...{ key, creditor, contractNumber, limit, balance, rate, monthsLeft, overdue, overdueDays },
    ...{ declared, reported, computed, proposed, taken, state, asks },
    marks: [...marks],
    typeName: nameOf('creditType', type),
    relation: accounts[0] === undefined ? null : relations[accounts[0].relation],
    bureaus: accounts.map(toWord),
    choice: toChoice(entry, papers),
    own: own && { ...own, document: papers.find(({ id }) => id === own.documentId) ?? null },
    version: kept?.version ?? 0,
  }
}

/** The one ПДН of the bank with what it is made of. */
async function loadOf({ engine }: SectionParts, { db }: Context, { row, stored, facts }: Ledger) {
  const day = await meansDay(db, engine)
  const data = await asTaken(db, row.id, stored)
  const objects = await worthsOfCase(db, row.id)
  const burden = burdenOf(data, objects, day)
  return {
    people: stored.participants
      .filter(({ role }) => isDebtor(role))
      .map((person) => ({
        participantId: person.id,
        name: person.name || nameless,
        payments: takenOfLedger(ledgerOf(ledgerSourcesOf(person, facts)).entries),
      })),
    loan: burden?.loan ?? null,
    payments: burden?.payments ?? null,
    income: burden?.income ?? null,
    debtLoad: meansOf(data, objects, day).debtLoad,
    norm: day.figures['calculator-debt-load'],
    methodVersion,
  }
}

const totalsOf = (entries: readonly LedgerEntry[]): ObligationLedger['totals'] => ({
  declared: sumOf(entries.map(({ declared }) => declared)),
  reported: sumOf(entries.map(({ reported }) => reported)),
  computed: sumOf(entries.map(({ computed }) => computed)),
  taken: takenOfLedger(entries),
  repaid: sumOf(entries.map(({ state, proposed }) => (state === 'REPAID' ? proposed : null))),
  balance: sumOf(entries.map(({ balance }) => balance)),
  overdue: sumOf(entries.map(({ overdue }) => overdue)),
})

/** The ledger as it is shown. */
export async function toLedger(
  parts: SectionParts,
  context: Context,
  ledger: Ledger,
): Promise<ObligationLedger> {
  const { row, person, entries, closed, papers, facts } = ledger
  const nameOf = await codeNames(parts.references, ['creditType'])
  return {
    caseId: row.id,
    participantId: person.id,
    name: person.name || nameless,
    rows: entries.map((entry) => toRow(entry, papers, nameOf)),
    totals: totalsOf(entries),
    isKnown: facts.get(person.id)?.isKnown ?? false,
    closed,
    load: await loadOf(parts, context, ledger),
    papers: [...papers],
    editable: await editableForm(context, row),
  }
}
