import { createHash } from 'node:crypto'
import {
  bureauCodes,
  type CreditBureau,
} from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import type { CreditAccount } from '#integrations/credit-bureaus/credit-report.ts'

/** A credit as one bureau tells of it. */
export interface BureauAccount extends CreditAccount {
  readonly bureau: CreditBureau
}

/** One credit, whoever tells of it: the newest word first. */
export interface MergedCredit {
  /** Every name under which it is known: a word of the underwriter is kept under one of them. */
  readonly keys: readonly string[]
  readonly accounts: readonly [BureauAccount, ...BureauAccount[]]
}

const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 20)
const uidOf = ({ uid }: Pick<CreditAccount, 'uid'>) => uid?.toLowerCase() ?? null
const accountKey = ({ bureau, id }: BureauAccount) => `${bureau}.${short(id)}`
const keysOf = (account: BureauAccount) => {
  const uid = uidOf(account)
  return [...(uid === null ? [] : [`uid.${short(uid)}`]), accountKey(account)]
}

const forms = /(?:^|\s)(?:ПАО|АО|ЗАО|ОАО|ООО|НАО|КБ|АКБ|МКК|МФК|МФО|НКО|БАНК)(?=\s|$)/gu

/** The name of a creditor without its legal form, quotes and the letter ё. */
export function plainCreditor(name: string): string {
  const words = name
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const bare = words.replaceAll(forms, ' ').replaceAll(forms, ' ').replaceAll(/\s+/g, ' ').trim()
  return bare === '' ? words : bare
}

/** The number of a contract without what people write between its signs; null where it tells nothing. */
export const plainContract = (number: string | null | undefined): string | null => {
  const plain = (number ?? '').toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return plain.length < 3 ? null : plain
}

/** Kopecks by the text of a sum: «5» and «5.00» are one. */
export const kopecksOf = (sum: string): bigint => {
  const [roubles = '0', part = ''] = sum.split('.')
  return BigInt(roubles) * 100n + BigInt(part.padEnd(2, '0'))
}

const isSameCreditor = (a: CreditAccount, b: CreditAccount) =>
  a.creditorInn !== null && b.creditorInn !== null
    ? a.creditorInn === b.creditorInn
    : plainCreditor(a.creditor) === plainCreditor(b.creditor)

/** Whether two bureaus speak of one credit where one of them does not name its УИд: creditor, day and sum. */
const isAlike = (a: CreditAccount, b: CreditAccount): boolean => {
  const [one, other] = [uidOf(a), uidOf(b)]
  if (one !== null && other !== null) return one === other
  return a.openedOn === b.openedOn && kopecksOf(a.limit) === kopecksOf(b.limit) && isSameCreditor(a, b)
}

const byWords = (a: BureauAccount, b: BureauAccount) =>
  bureauCodes.indexOf(a.bureau) - bureauCodes.indexOf(b.bureau) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
const newestFirst = (a: BureauAccount, b: BureauAccount) =>
  a.asOf === b.asOf ? byWords(a, b) : a.asOf < b.asOf ? 1 : -1

/** Of two words of one bureau of the same credit, the newer. */
function once(accounts: readonly BureauAccount[]): BureauAccount[] {
  const known = new Map<string, BureauAccount>()
  for (const account of accounts.toSorted(newestFirst)) {
    const key = accountKey(account)
    if (!known.has(key)) known.set(key, account)
  }
  return [...known.values()].toSorted(byWords)
}

/**
 * Credits of all reports, each once. By УИд where it is named; else by creditor, day of issue and sum, and never two of one
 * bureau: it knows its own apart. The answer does not depend on the order of the reports.
 */
export function mergeAccounts(accounts: readonly BureauAccount[]): MergedCredit[] {
  const groups: BureauAccount[][] = []
  const byUid = new Map<string, BureauAccount[]>()
  const all = once(accounts)
  for (const account of all) {
    const uid = uidOf(account)
    if (uid === null) continue
    const group = byUid.get(uid)
    if (group !== undefined) group.push(account)
    else {
      const made = [account]
      byUid.set(uid, made)
      groups.push(made)
    }
  }
  for (const account of all) {
    if (uidOf(account) !== null) continue
    const fitting = groups.find(
      (group) =>
        group.every(({ bureau }) => bureau !== account.bureau) && group.some((one) => isAlike(one, account)),
    )
    if (fitting === undefined) groups.push([account])
    else fitting.push(account)
  }
  return groups.map((group) => {
    const [first, ...rest] = group.toSorted(newestFirst)
    if (first === undefined) throw new Error('A credit nobody tells of')
    return { keys: [...new Set(group.flatMap(keysOf))], accounts: [first, ...rest] }
  })
}

export const isOpen = ({ closedOn }: Pick<CreditAccount, 'closedOn'>): boolean => closedOn === null
