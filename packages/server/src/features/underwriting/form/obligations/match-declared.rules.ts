import { isRevolving } from '@ipoteka-office/contract/cases/monthly-means.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import {
  isOpen,
  kopecksOf,
  type MergedCredit,
  plainContract,
  plainCreditor,
} from '../../bureaus/matching.rules.ts'

/** A row of the questionnaire with the key that its ledger row has. */
export interface DeclaredRow {
  readonly key: string
  readonly values: SectionValues
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const isMoney = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(value)

/** Numbers so long are no accident whoever lends. */
const tellingNumber = 6

type Account = MergedCredit['accounts'][number]

function numbersSay(declared: string | null, told: string | null): 'SAME' | 'OTHER' | 'NOTHING' {
  if (declared === null || told === null) return 'NOTHING'
  return declared === told ? 'SAME' : 'OTHER'
}

const isSameSum = (declared: unknown, told: string | null) =>
  isMoney(declared) && told !== null && kopecksOf(declared) > 0n && kopecksOf(declared) === kopecksOf(told)

/** How surely a bureau speaks of what the agent has written: the number of the contract, else the creditor and a sum. */
function likenessOf({ values }: DeclaredRow, account: Account): number {
  const number = plainContract(textOf(values['contractNumber']))
  const numbers = numbersSay(number, plainContract(account.contractNumber))
  if (numbers === 'OTHER') return 0
  const isTheirs = plainCreditor(textOf(values['creditor'])) === plainCreditor(account.creditor)
  if (numbers === 'SAME') {
    if (isTheirs) return 4
    return (number ?? '').length >= tellingNumber ? 3 : 0
  }
  if (!isTheirs || isRevolving(values['type']) !== isRevolving(account.type)) return 0
  if (isSameSum(values['limit'], account.limit)) return 2
  return isSameSum(values['balance'], account.balance) || isSameSum(values['payment'], account.payment)
    ? 1
    : 0
}

const wordsOf = ({ keys: [first = ''] }: MergedCredit) => first

/**
 * Which credit of the bureaus each declared one is: the surest pairs first, each credit and each row once. The answer does
 * not depend on the order of either; an open credit is preferred to one that was paid back.
 */
export function matchDeclared(
  declared: readonly DeclaredRow[],
  credits: readonly MergedCredit[],
): ReadonlyMap<string, MergedCredit> {
  const pairs = declared
    .flatMap((row) =>
      credits.map((credit) => ({
        row,
        credit,
        likeness: Math.max(...credit.accounts.map((account) => likenessOf(row, account))),
        isOpen: credit.accounts.every(isOpen),
      })),
    )
    .filter(({ likeness }) => likeness > 0)
    .toSorted(
      (a, b) =>
        b.likeness - a.likeness ||
        Number(b.isOpen) - Number(a.isOpen) ||
        (a.row.key < b.row.key ? -1 : a.row.key > b.row.key ? 1 : 0) ||
        (wordsOf(a.credit) < wordsOf(b.credit) ? -1 : 1),
    )
  const found = new Map<string, MergedCredit>()
  const taken = new Set<MergedCredit>()
  for (const { row, credit } of pairs) {
    if (found.has(row.key) || taken.has(credit)) continue
    found.set(row.key, credit)
    taken.add(credit)
  }
  return found
}
