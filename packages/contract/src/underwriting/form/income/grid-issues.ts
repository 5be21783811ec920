import { compareDecimals } from '../../../common/number-formats.ts'
import { excludedPart, type IncomeSource, type Payment } from '../income-grid.ts'
import type { ExclusionInput, IncomeGridInput } from './income.ts'

/** What a grid is held to beside its form. */
interface GridFacts {
  /** The month of today. */
  readonly thisMonth: string
  readonly payments: Readonly<Record<IncomeSource, readonly Payment[]>>
  /** What stands in the grid already: it may tell of payments that are gone. */
  readonly before: readonly ExclusionInput[]
}

const isSame = (one: ExclusionInput, other: ExclusionInput): boolean =>
  one.source === other.source &&
  one.month === other.month &&
  one.code === other.code &&
  (one.amount === null) === (other.amount === null)

interface Issue {
  readonly field: 'amount' | 'words' | 'month' | 'code'
  readonly message: string
}

/** What an exclusion is by itself and among the others. */
function formIssue(one: ExclusionInput, others: readonly ExclusionInput[]): Issue | null {
  if (one.code !== null && one.amount !== null)
    return { field: 'amount', message: 'Не учитывается либо выплата целиком, либо сумма' }
  if (one.reason === 'OTHER' && one.words === '')
    return { field: 'words', message: 'Напишите, почему это не учитывается' }
  if (others.some((other) => isSame(one, other))) return { field: 'month', message: 'Это уже не учитывается' }
  const isWhole = ({ source, month, code, amount }: ExclusionInput) =>
    source === one.source && month === one.month && code === null && amount === null
  return others.some(isWhole) ? { field: 'month', message: 'Этот месяц не учитывается целиком' } : null
}

/** What it takes away of what was paid in its month. */
function paidIssue(one: ExclusionInput, inMonth: readonly Payment[]): Issue | null {
  const { code, amount } = one
  if (inMonth.length === 0) return { field: 'month', message: 'За этот месяц источник ничего не говорит' }
  if (code !== null && !inMonth.some((payment) => payment.code === code))
    return { field: 'code', message: 'Такой выплаты в этом месяце нет' }
  if (amount === null) return null
  if (compareDecimals(amount, '0') === 0) return { field: 'amount', message: 'Укажите сумму больше нуля' }
  const all = excludedPart(inMonth, { ...one, amount: null })
  return compareDecimals(amount, all) > 0
    ? { field: 'amount', message: 'Больше, чем поступило за месяц' }
    : null
}

function exclusionIssue(
  one: ExclusionInput,
  others: readonly ExclusionInput[],
  { payments, before }: GridFacts,
): Issue | null {
  const issue = formIssue(one, others)
  if (issue !== null || before.some((old) => isSame(old, one) && old.amount === one.amount)) return issue
  return paidIssue(
    one,
    payments[one.source].filter(({ month }) => month === one.month),
  )
}

/** What is wrong with a grid: months that repeat or have not come, what excludes nothing or twice. */
export function gridIssues(
  { account, exclusions }: IncomeGridInput,
  facts: GridFacts,
): { path: string; message: string }[] {
  const ofAccount = account.flatMap(({ month }, at) => {
    const path = `account.${at}.month`
    if (month > facts.thisMonth) return [{ path, message: 'Этот месяц ещё не наступил' }]
    const isRepeated = account.slice(0, at).some((earlier) => earlier.month === month)
    return isRepeated ? [{ path, message: 'Этот месяц уже записан' }] : []
  })
  const ofExclusions = exclusions.flatMap((one, at) => {
    const issue = exclusionIssue(one, exclusions.toSpliced(at, 1), facts)
    return issue === null ? [] : [{ path: `exclusions.${at}.${issue.field}`, message: issue.message }]
  })
  return [...ofAccount, ...ofExclusions]
}
