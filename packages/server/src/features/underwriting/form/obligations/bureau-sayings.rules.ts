import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import {
  type CreditBureau,
  creditBureaus,
} from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { sameCompared } from '@ipoteka-office/contract/underwriting/form/compared.ts'
import { comparedField } from '@ipoteka-office/contract/underwriting/form/comparison-fields.ts'
import type { ComparedFieldKey } from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import type { CreditReportData } from '#integrations/credit-bureaus/credit-report.ts'
import { isOpen, mergeAccounts } from '../../bureaus/matching.rules.ts'
import { paymentOf } from '../../bureaus/reports.rules.ts'
import { sumOf } from './ledger.rules.ts'

/** What the bureaus say of a field, and which of them, of which day. */
export interface BureauSaying {
  readonly value: string
  readonly note: string
}

interface Report {
  readonly bureau: CreditBureau
  readonly receivedAt: string
  readonly content: CreditReportData
}

const noteOf = (reports: readonly Report[]) =>
  reports.map(({ bureau, content }) => `${creditBureaus[bureau]} от ${dayText(content.date)}`).join(', ')

const newestFirst = (a: Report, b: Report) =>
  a.content.date === b.content.date
    ? b.receivedAt.localeCompare(a.receivedAt)
    : b.content.date.localeCompare(a.content.date)

/** Of several values the one that agrees with the agent, else the first: a bureau keeps every phone that it was ever told. */
function agreeing(field: ComparedFieldKey, values: readonly string[], written: string | null): string | null {
  const { kind } = comparedField(field)
  const same = values.find((value) => written !== null && sameCompared(kind, written, value))
  return same ?? values[0] ?? null
}

const registered = ({ content: { addresses } }: Report): string | null =>
  addresses
    .filter(({ kind }) => kind === 'REGISTRATION')
    .toSorted((a, b) => (b.since ?? '').localeCompare(a.since ?? ''))[0]?.text ?? null

type Read = (report: Report, written: string | null) => string | null

const readers: Partial<Record<ComparedFieldKey, Read>> = {
  lastName: ({ content }) => content.subject.lastName,
  firstName: ({ content }) => content.subject.firstName,
  middleName: ({ content }) => content.subject.middleName,
  birthDate: ({ content }) => content.subject.birthDate,
  passport: ({ content }) => content.subject.passport,
  inn: ({ content }) => content.subject.inn,
  snils: ({ content }) => content.subject.snils,
  phone: ({ content }, written) => agreeing('phone', content.phones, written),
  registrationAddress: registered,
}

/** Credits that no bureau knows to be closed and what is paid for them, each once however many bureaus tell of it. */
function debtsOf(reports: readonly Report[]): [ComparedFieldKey, BureauSaying][] {
  const open = mergeAccounts(
    reports.flatMap(({ bureau, content }) => content.accounts.map((one) => ({ ...one, bureau }))),
  ).filter(({ accounts }) => accounts.every(isOpen))
  const payments = open.map(({ accounts }) =>
    paymentOf(accounts.find(({ payment }) => payment !== null) ?? accounts[0]),
  )
  const note = noteOf(reports)
  return [
    ['debtCount', { value: String(open.length), note }],
    ['debtPayments', { value: sumOf(payments), note }],
  ]
}

/** What the reports of a person say of the fields that are compared, the latest of those that tell of each. */
export function bureauSayings(
  { sections }: Pick<QuestionnaireParticipant, 'sections'>,
  all: readonly Report[],
  today: string,
): ReadonlyMap<ComparedFieldKey, BureauSaying> {
  if (all.length === 0) return new Map()
  const reports = all.toSorted(newestFirst)
  const told = (Object.entries(readers) as [ComparedFieldKey, Read][]).flatMap(([field, read]) => {
    const written = comparedField(field).read(sections, today)
    for (const report of reports) {
      const value = read(report, written)
      if (value !== null) return [[field, { value, note: noteOf([report]) }] as const]
    }
    return []
  })
  return new Map([...told, ...debtsOf(reports)])
}
