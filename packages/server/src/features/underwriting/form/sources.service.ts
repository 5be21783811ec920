import { createHash } from 'node:crypto'
import { recognitionKinds } from '@ipoteka-office/contract/recognition/recognition.ts'
import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { recognisedValues } from '@ipoteka-office/contract/recognised-papers/recognised-values.ts'
import { comparedField } from '@ipoteka-office/contract/underwriting/form/comparison-fields.ts'
import {
  type ComparedFieldKey,
  comparedFieldKeys,
} from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import type { ComparedSource } from '@ipoteka-office/contract/underwriting/form/worksheet-fields.ts'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import type { StoredQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import type { HeldPaper } from '#features/recognised-papers/recognised-papers.rules.ts'
import { heldPapers } from '#features/recognised-papers/recognised-papers.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { consentToday } from '../bureaus/ask-bureau.service.ts'
import { findReports, type StandingReport } from '../bureaus/reports.repo.ts'
import { bureauSayings, type BureauSaying } from './obligations/bureau-sayings.rules.ts'
import { ledgerSourcesOf, readLedgerFacts } from './obligations/ledger-facts.service.ts'
import { type LedgerEntry, ledgerOf } from './obligations/ledger.rules.ts'
import { type IncomeSheet, incomeSheetOf } from './income-sheet.rules.ts'
import { registerChecks, registerSayings, type RegisterRun } from './registers.rules.ts'
import type { IncomeRow, WorksheetRow } from './taken.rules.ts'
import { findIncomes, findRegisterRuns, findWorksheet } from './worksheet.repo.ts'

/** What a source says of a field. */
export interface Saying {
  readonly value: string | null
  /** Words in place of a value. */
  readonly denial: string | null
  readonly note: string
  /** What does not agree within the source; it may quote the number itself. */
  readonly problems?: readonly string[]
  readonly confidence: number | null
}
/** By source, what it says; a source that is absent says nothing. */
export type Sayings = Readonly<Partial<Record<ComparedSource, Saying>>>

/** Everything that is known of a participant beside the agent's words. */
export interface KnownPerson {
  readonly person: QuestionnaireParticipant
  readonly said: ReadonlyMap<ComparedFieldKey, Sayings>
  readonly taken: readonly WorksheetRow[]
  readonly income: IncomeSheet
  /** What was written in the grid; undefined: nothing was. */
  readonly incomeRow: IncomeRow | undefined
  readonly papers: readonly HeldPaper[]
  readonly runs: readonly RegisterRun[]
  /** The ledger of their obligations, and whether a bureau has told anything of them. */
  readonly debts: { readonly entries: readonly LedgerEntry[]; readonly isKnown: boolean }
}

const plainSaying = (value: string, note: string): Saying => ({ value, note, denial: null, confidence: null })

/** Values that the scans of somebody tell, the surest of each field. */
function scanSayings(papers: readonly HeldPaper[]): Map<ComparedFieldKey, Saying> {
  const found = new Map<ComparedFieldKey, Saying>()
  for (const { paper } of papers)
    for (const { field, value, confidence, problems } of recognisedValues(
      paper.kind,
      paper.result.documentFields,
    )) {
      const key = (field === 'incomes' ? 'income' : field) as ComparedFieldKey
      const known = found.get(key)
      if (!comparedFieldKeys.includes(key) || (known?.confidence ?? -1) >= confidence) continue
      found.set(key, { value, denial: null, note: recognitionKinds[paper.kind], problems, confidence })
    }
  return found
}

const averageIn = ({ lines }: IncomeSheet, source: string): string | null =>
  lines.find((line) => line.source === source)?.average ?? null

/** Means of the grid stand in the row of the income: what does not count there does not count here. */
function incomeSayings(income: IncomeSheet, scanned: Saying | undefined): Sayings {
  const [certificate, fund] = [averageIn(income, 'CERTIFICATE'), averageIn(income, 'REGISTER')]
  return {
    ...(certificate === null
      ? scanned !== undefined && { SCAN: scanned }
      : {
          SCAN: {
            ...plainSaying(certificate, 'Среднее по справке, после налога'),
            confidence: scanned?.confidence ?? null,
          },
        }),
    ...(fund !== null && { REGISTER: plainSaying(fund, 'Среднее по сведениям СФР, после налога') }),
  }
}

function sayingsOf(
  { papers, runs }: Pick<KnownPerson, 'papers' | 'runs'>,
  income: IncomeSheet,
  ofBureaus: ReadonlyMap<ComparedFieldKey, BureauSaying>,
): Map<ComparedFieldKey, Sayings> {
  const scanned = scanSayings(papers)
  const registered = registerSayings(runs)
  return new Map(
    comparedFieldKeys.map((field) => {
      if (field === 'income') return [field, incomeSayings(income, scanned.get(field))]
      const scan = scanned.get(field)
      const register = registered.find((one) => one.field === field)
      const bureau = ofBureaus.get(field)
      return [
        field,
        {
          ...(scan !== undefined && { SCAN: scan }),
          ...(bureau !== undefined && { BUREAU: plainSaying(bureau.value, bureau.note) }),
          ...(register !== undefined && { REGISTER: { ...register, confidence: null } }),
        },
      ]
    }),
  )
}

/** Reports by which a person may be compared: none while no consent is in force. */
async function reportsUnderConsent(
  engine: Engine,
  person: QuestionnaireParticipant,
  reports: readonly StandingReport[],
): Promise<readonly StandingReport[]> {
  const own = reports.filter(({ participantId }) => participantId === person.id)
  return own.length > 0 && (await consentToday(engine, person)).refusal === null ? own : []
}

/** What everybody who knows something of the people of a case says of them; each source is read once for all. */
export async function knownPeople(
  engine: Engine,
  db: Db,
  row: Pick<CaseRow, 'id' | 'type' | 'regionCode'>,
  stored: StoredQuestionnaire,
): Promise<KnownPerson[]> {
  const today = bankDay(engine.clock)
  const figures = await engine.parameters.figuresOn(today)
  const papers = await heldPapers(db, row, stored.participants)
  const runs = await findRegisterRuns(db, row.id, registerChecks)
  const worksheet = await findWorksheet(db, row.id)
  const incomes = await findIncomes(db, row.id)
  const reports = await findReports(db, [row.id])
  const facts = await readLedgerFacts(db, [row.id])
  const people: KnownPerson[] = []
  for (const person of stored.participants) {
    const isTheirs = ({ participantId }: { readonly participantId: number }) => participantId === person.id
    const own = { papers: papers.filter(isTheirs), runs: runs.filter(isTheirs) }
    const typed = incomes.find(isTheirs)
    const income = incomeSheetOf(person, { ...own, row: typed, region: row.regionCode, figures })
    const told = bureauSayings(person, await reportsUnderConsent(engine, person, reports), today)
    people.push({
      ...own,
      person,
      income,
      said: sayingsOf(own, income, told),
      incomeRow: typed,
      taken: worksheet.filter(isTheirs),
      debts: {
        entries: ledgerOf(ledgerSourcesOf(person, facts)).entries,
        isKnown: facts.get(person.id)?.isKnown ?? false,
      },
    })
  }
  return people
}

/** What the agent says of a field. */
export const writtenValue = (
  { person }: Pick<KnownPerson, 'person'>,
  field: ComparedFieldKey,
  today: string,
) => comparedField(field).read(person.sections, today)

/**
 * A mark of what the sources say of a field; while it stays the same a choice stands. An earlier application proves
 * nothing of today, so it has no part in it.
 */
export function seenMark(
  known: Pick<KnownPerson, 'person' | 'said'>,
  field: ComparedFieldKey,
  today: string,
): string {
  const { EARLIER: _, ...sayings } = known.said.get(field) ?? {}
  const said = Object.entries(sayings)
    .map(([source, { value, denial }]) => [source, value, denial] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const text = JSON.stringify([writtenValue(known, field, today), said])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
