import { createHash } from 'node:crypto'
import { obligationOf } from '@ipoteka-office/contract/cases/monthly-means.ts'
import { fromKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { sameCompared } from '@ipoteka-office/contract/underwriting/form/compared.ts'
import type { OwnObligation } from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import {
  askingMarks,
  type LedgerMark,
  type ObligationReason,
  type ObligationState,
  type PaymentSource,
} from '@ipoteka-office/contract/underwriting/form/obligations/obligation-choices.ts'
import { monthlyPayment } from '#features/calculator/limits.rules.ts'
import { type BureauAccount, isOpen, kopecksOf, mergeAccounts } from '../../bureaus/matching.rules.ts'
import { computedPayment } from '../../bureaus/payments.rules.ts'
import { type DeclaredRow, matchDeclared } from './match-declared.rules.ts'

/** What the underwriter has said of an obligation, as it is stored. */
export interface KeptObligation {
  readonly id: number
  readonly participantId: number
  readonly key: string
  readonly own: OwnObligation | null
  /** Null: the choice was taken back. */
  readonly state: ObligationState | null
  readonly source: PaymentSource | null
  readonly payment: string | null
  readonly reason: ObligationReason | null
  readonly words: string
  readonly documentId: number | null
  readonly seen: string
  readonly by: { readonly id: number; readonly fullName: string }
  readonly at: string
  readonly version: number
}

/** Everything that a ledger of one debtor is made of. */
export interface LedgerSources {
  readonly obligations: SectionValues | undefined
  readonly accounts: readonly BureauAccount[]
  readonly kept: readonly KeptObligation[]
  /** Whether a bureau has told anything of the person. */
  readonly isKnown: boolean
  /** Credits that an offer supposes to be paid off, by any of their names. */
  readonly repaid?: ReadonlySet<string>
}

/** The figures of an obligation, by the newest of those who tell of it. */
interface Figures {
  readonly creditor: string
  readonly type: string
  readonly contractNumber: string | null
  readonly limit: string | null
  readonly balance: string | null
  readonly rate: string | null
  readonly monthsLeft: number | null
  readonly overdue: string
  readonly overdueDays: number
}

/** One credit of a debtor. */
export interface LedgerEntry extends Figures {
  /** Under which a choice is written, and all that it is known by. */
  readonly key: string
  readonly names: readonly string[]
  readonly declaredRow: SectionValues | null
  readonly accounts: readonly BureauAccount[]
  readonly own: OwnObligation | null
  readonly declared: string | null
  readonly reported: string | null
  readonly computed: string | null
  /** What counts while nobody has said otherwise. */
  readonly proposed: string
  /** What counts; nothing of what this deal repays or what does not count. */
  readonly taken: string
  readonly state: ObligationState
  readonly marks: readonly LedgerMark[]
  readonly asks: boolean
  readonly seen: string
  readonly kept: KeptObligation | null
  readonly isCurrent: boolean
}

const zero = '0'
const noNames: ReadonlySet<string> = new Set()
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const moneyOf = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(value) ? value : null
const whole = (sum: string) => fromKopecks(kopecksOf(sum))
const most = 999_999_999_999_999n
/** A sum of many, never longer than money is written. */
export const sumOf = (amounts: readonly (string | null)[]): string => {
  const total = amounts.reduce((sum, one) => sum + kopecksOf(one ?? '0'), 0n)
  return fromKopecks(total > most ? most : total)
}
const greater = (one: string, other: string) => (kopecksOf(one) >= kopecksOf(other) ? one : other)

/** Where a questionnaire that an offer supposes carries the names of the credits that are paid off in it; nobody saves it. */
export const repaidByOffer = 'repaidByOffer'

/** The name in the ledger of a row of the questionnaire. */
export const toldName = (key: string): string => `told.${key}`

function declaredRows(obligations: SectionValues | undefined): DeclaredRow[] {
  const rows: unknown = obligations?.['obligations']
  if (obligations?.['noObligations'] === true || !Array.isArray(rows)) return []
  return (rows as readonly SectionValues[]).map((values, at) => ({
    key: toldName(textOf(values['key']) ?? String(at)),
    values,
  }))
}

const figuresTold = (values: SectionValues): Figures => ({
  creditor: textOf(values['creditor']) ?? 'Кредитор не назван',
  type: textOf(values['type']) ?? 'OTHER',
  contractNumber: textOf(values['contractNumber']),
  limit: moneyOf(values['limit']),
  balance: moneyOf(values['balance']),
  rate: textOf(values['rate']),
  monthsLeft: typeof values['monthsLeft'] === 'number' ? values['monthsLeft'] : null,
  overdue: moneyOf(values['overdue']) ?? zero,
  overdueDays: 0,
})

/** The newest word, and where it says nothing the agent's. */
function figuresReported([newest]: readonly BureauAccount[], told: Figures | null): Figures | null {
  if (newest === undefined) return told
  return {
    creditor: newest.creditor,
    type: newest.type,
    contractNumber: newest.contractNumber ?? told?.contractNumber ?? null,
    limit: newest.limit,
    balance: newest.balance,
    rate: newest.cost ?? told?.rate ?? null,
    monthsLeft: newest.monthsLeft ?? told?.monthsLeft ?? null,
    overdue: newest.overdue,
    overdueDays: newest.overdueDays,
  }
}

/** The payment by the formula of what only the agent has told, as every ПДН counted it before a bureau was asked. */
const computedTold = (row: SectionValues): string | null => {
  const [input] = obligationOf(row)
  return input === undefined || input.kind === 'PAYMENT' ? null : monthlyPayment(input)
}

interface Payments {
  readonly declared: string | null
  readonly reported: string | null
  readonly computed: string | null
  readonly proposed: string
}

function paymentsOf(
  row: SectionValues | null,
  accounts: readonly BureauAccount[],
  figures: Figures,
): Payments {
  const declared = moneyOf(row?.['payment'])
  const reported = accounts.find(({ payment }) => payment !== null)?.payment ?? null
  const computed =
    accounts.length > 0
      ? computedPayment({ ...figures, cost: figures.rate })
      : row === null
        ? null
        : computedTold(row)
  const late = sumOf([declared, figures.overdue])
  const proposed = accounts.length > 0 ? (reported ?? computed ?? declared ?? zero) : (computed ?? late)
  return { declared, reported, computed, proposed: whole(proposed) }
}

/** A mark of what the sources say; while it stays the same a choice stands. */
function seenOf(row: SectionValues | null, accounts: readonly BureauAccount[]): string {
  const { key: _, repaidByDeal: __, ...told } = row ?? {}
  const said = accounts
    .map(({ bureau, id, balance, limit, payment, overdue, closedOn, cost, monthsLeft }) =>
      JSON.stringify([bureau, id, balance, limit, payment, overdue, closedOn, cost, monthsLeft]),
    )
    .toSorted()
  const rows = Object.entries(told).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const hash = createHash('sha256')
    .update(JSON.stringify([rows, said]))
    .digest('hex')
    .slice(0, 16)
  return `${hash}${row?.['repaidByDeal'] === true ? repaidMark : ''}`
}
/** Whether the agent says that this deal repays it is kept apart: an offer supposes it too. */
const repaidMark = '.r'
const saidOf = (seen: string) => seen.replace(repaidMark, '')

const newestOf = (kept: readonly KeptObligation[]): KeptObligation | null =>
  kept.toSorted((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1))[0] ?? null

type Counted = Pick<LedgerEntry, 'state' | 'taken' | 'isCurrent'>
interface Standing {
  readonly proposed: string
  readonly seen: string
  readonly isRepaid: boolean
}

/** A choice made of other words of the sources lowers nothing until somebody looks again. */
function chosenOf(
  { state, payment, seen: then }: KeptObligation,
  { proposed, seen, isRepaid }: Standing,
): Counted {
  const isCurrent = saidOf(then) === saidOf(seen)
  if (state !== 'COUNTS')
    return isCurrent
      ? { state: state ?? 'COUNTS', taken: zero, isCurrent }
      : { state: 'COUNTS', taken: proposed, isCurrent }
  // The deal repays it by a word later than the choice.
  if (isRepaid && !then.endsWith(repaidMark)) return { state: 'REPAID', taken: zero, isCurrent }
  const sum = whole(payment ?? proposed)
  return { state, taken: isCurrent ? sum : greater(sum, proposed), isCurrent }
}

/** What counts of an obligation. */
function countedOf(kept: KeptObligation | null, standing: Standing): Counted {
  if (kept !== null && kept.state !== null) return chosenOf(kept, standing)
  const { proposed, isRepaid } = standing
  return { state: isRepaid ? 'REPAID' : 'COUNTS', taken: isRepaid ? zero : proposed, isCurrent: false }
}

function marksOf(
  row: SectionValues | null,
  accounts: readonly BureauAccount[],
  {
    isKnown,
    figures,
    payments,
  }: { readonly isKnown: boolean; readonly figures: Figures; readonly payments: Payments },
): LedgerMark[] {
  const { declared, reported } = payments
  const isClosed = accounts.some((one) => !isOpen(one))
  const differs =
    declared !== null && reported !== null && !isClosed && !sameCompared('MONEY', declared, reported)
  return [
    ...(row === null ? (['UNDECLARED'] as const) : []),
    ...(row !== null && accounts.length === 0 && isKnown ? (['UNKNOWN'] as const) : []),
    ...(isClosed ? (['CLOSED'] as const) : []),
    ...(differs ? (['DIFFERS'] as const) : []),
    ...(new Set(accounts.map(({ bureau }) => bureau)).size > 1 ? (['TWICE'] as const) : []),
    ...(kopecksOf(figures.overdue) > 0n ? (['LATE'] as const) : []),
  ]
}

interface Told {
  readonly names: readonly string[]
  readonly row: SectionValues | null
  readonly accounts: readonly BureauAccount[]
}

/** What an offer supposes stands over what anybody has said. */
const supposed = (counted: Counted): Counted =>
  counted.state === 'COUNTS' ? { ...counted, state: 'REPAID', taken: zero } : counted

function entryOf(
  { names, row, accounts }: Told,
  { kept: all, isKnown, repaid = noNames }: LedgerSources,
): LedgerEntry {
  const told = row === null ? null : figuresTold(row)
  // A credit that a bureau knows to be closed counts as the agent says, until somebody sees the paper.
  const live = accounts.every(isOpen) ? accounts : []
  const figures = figuresReported(live, told) ?? figuresTold({})
  const payments = paymentsOf(row, live, figures)
  const kept = newestOf(all.filter(({ key }) => names.includes(key)))
  const seen = seenOf(row, accounts)
  const counts = countedOf(kept, {
    ...{ proposed: payments.proposed, seen },
    isRepaid: row?.['repaidByDeal'] === true,
  })
  const counted = names.some((name) => repaid.has(name)) ? supposed(counts) : counts
  const marks = marksOf(row, accounts, { isKnown, figures, payments })
  return {
    ...figures,
    ...payments,
    ...counted,
    key: kept?.key ?? names[0] ?? '',
    names,
    declaredRow: row,
    accounts,
    own: null,
    marks,
    asks: marks.some((mark) => askingMarks.includes(mark)) && !counted.isCurrent,
    seen,
    kept,
  }
}

/** A credit that the underwriter has written down: its payment counts until they say otherwise. */
function ownEntry(
  kept: KeptObligation,
  own: OwnObligation,
  { repaid = noNames }: LedgerSources,
): LedgerEntry {
  const row: SectionValues = { ...own, documentId: null }
  const proposed = whole(own.payment)
  const seen = seenOf({ ...row }, [])
  const said = countedOf(kept, { proposed, seen, isRepaid: false })
  const counted = repaid.has(kept.key) ? supposed(said) : said
  return {
    ...figuresTold(row),
    ...{ declared: null, reported: null, computed: computedTold(row), proposed },
    ...counted,
    key: kept.key,
    names: [kept.key],
    declaredRow: null,
    accounts: [],
    own,
    marks: ['OWN', ...(kopecksOf(own.overdue) > 0n ? (['LATE'] as const) : [])],
    asks: false,
    seen,
    kept,
  }
}

/** The ledger of one debtor: each credit once, whoever tells of it. What the bureaus know to be closed and nobody declared is counted apart. */
export function ledgerOf(sources: LedgerSources): {
  readonly entries: LedgerEntry[]
  readonly closed: number
} {
  const credits = mergeAccounts(sources.accounts)
  const declared = declaredRows(sources.obligations)
  const matched = matchDeclared(declared, credits)
  const known = new Set(matched.values())
  const others = credits.filter((credit) => !known.has(credit))
  const open = others.filter(({ accounts }) => accounts.every(isOpen))
  const told: Told[] = [
    // What nobody has declared stands first: it is what the underwriter looks for.
    ...open.map(({ keys, accounts }): Told => ({ names: keys, row: null, accounts })),
    ...declared.map(({ key, values }): Told => {
      const credit = matched.get(key)
      return { names: [...(credit?.keys ?? []), key], row: values, accounts: credit?.accounts ?? [] }
    }),
  ]
  return {
    entries: [
      ...told.map((one) => entryOf(one, sources)),
      ...sources.kept.flatMap((kept) => (kept.own === null ? [] : [ownEntry(kept, kept.own, sources)])),
    ],
    closed: others.length - open.length,
  }
}

/** What all of them come to a month. */
export const takenOfLedger = (entries: readonly Pick<LedgerEntry, 'taken'>[]): string =>
  sumOf(entries.map(({ taken }) => taken))

/** The section of the questionnaire with the ledger in place of the agent's words: what ПДН is counted by. */
export function withLedger(sources: LedgerSources): SectionValues | undefined {
  const { obligations, accounts, kept } = sources
  if (accounts.length === 0 && kept.length === 0) return obligations
  const payment = takenOfLedger(ledgerOf(sources).entries)
  return {
    ...obligations,
    noObligations: false,
    obligations: kopecksOf(payment) === 0n ? [] : [{ key: 'ledger', payment }],
  }
}
