import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { monthText } from '@ipoteka-office/contract/common/months.ts'
import { decisionLevels } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import { decidedTypes } from '@ipoteka-office/contract/underwriting/journal.ts'
import type {
  DecisionNumbers,
  DecisionStatistics,
  StageTimes,
  StatisticsCut,
  StatisticsFilter,
  StatisticsRow,
} from '@ipoteka-office/contract/underwriting/statistics.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import type { Context } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { isReasonHeld } from '#lib/held-reasons.ts'
import {
  findNumbers,
  findReasonCounts,
  findStageTimes,
  type NumbersRow,
  type StatisticsScope,
} from './statistics.repo.ts'
import { monthsWithin } from './statistics.rules.ts'

type Reader = Pick<Context, 'db' | 'actor'>

const nothing: DecisionNumbers = {
  decided: 0,
  approved: 0,
  rejected: 0,
  automatic: 0,
  returned: 0,
  againstEngine: 0,
  againstScore: 0,
  medianMinutes: null,
  p90Minutes: null,
}

/** Decisions of the filter, of the types whose lists the person reads: those of others are in no list either. */
const scopeOf = ({ timeZone }: BankClock, { actor }: Reader, filter: StatisticsFilter): StatisticsScope => ({
  filter,
  timeZone,
  types: decidedTypes.filter(
    (type) => holds(actor, type, 'List') && (filter.types.length === 0 || filter.types.includes(type)),
  ),
  months: monthsWithin(filter),
})

const unnamed: Readonly<Record<StatisticsCut, string>> = {
  MONTH: '',
  PRODUCT: '',
  PROGRAMME: 'Программа не указана',
  PARTNER: '',
  REGION: 'Регион не указан',
  AUTHOR: '',
}

function nameOf(cut: StatisticsCut, { key, name }: Pick<NumbersRow, 'key' | 'name'>): string {
  if (cut === 'PRODUCT') return caseTypes[key as CaseType].list.title
  if (cut === 'AUTHOR' && (key === 'SYSTEM' || key === 'OUTSIDE')) return decisionLevels[key]
  return name ?? key ?? unnamed[cut]
}

const numbersOf = ({ of: _, month: __, key: ___, name: ____, ...numbers }: NumbersRow): DecisionNumbers =>
  numbers

/** Numbers of the decisions under a filter. */
export async function decisionStatistics(
  clock: BankClock,
  reader: Reader,
  { filter, cut }: { readonly filter: StatisticsFilter; readonly cut: StatisticsCut },
): Promise<DecisionStatistics> {
  const scope = scopeOf(clock, reader, filter)
  const found = await findNumbers(reader.db, scope, cut)
  const months = scope.months.map((day, index): StatisticsRow => {
    const row = found.find(({ of, month }) => of === 'MONTH' && month === index + 1)
    return { key: day.slice(0, 7), name: monthText(day), ...(row === undefined ? nothing : numbersOf(row)) }
  })
  const total = found.find(({ of }) => of === 'ALL')
  return {
    total: total === undefined ? nothing : numbersOf(total),
    months,
    rows:
      cut === 'MONTH'
        ? months
        : found.flatMap((row) =>
            row.of === 'KEY' ? [{ key: row.key, name: nameOf(cut, row), ...numbersOf(row) }] : [],
          ),
    // How often the officer's reasons are named is for those alone who may read them.
    reasons: (await findReasonCounts(reader.db, scope)).filter(
      ({ code }) => !isReasonHeld(reader.actor, code),
    ),
  }
}

/** Times on the stages, in the order of the machines. */
export async function stageTimes(
  clock: BankClock,
  reader: Reader,
  filter: StatisticsFilter,
): Promise<StageTimes> {
  const scope = scopeOf(clock, reader, filter)
  const names = new Map(
    decidedTypes.flatMap((type) =>
      Object.entries(caseTypes[type].machine.states).map(([code, { name }]) => [code, name] as const),
    ),
  )
  const order = [...names.keys()]
  const found = await findStageTimes(reader.db, scope)
  return found
    .map((row) => ({ ...row, name: names.get(row.stage) ?? row.stage }))
    .toSorted((a, b) => order.indexOf(a.stage) - order.indexOf(b.stage))
}
