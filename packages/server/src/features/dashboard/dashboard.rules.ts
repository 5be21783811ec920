import type { CaseFilter } from '@ipoteka-office/contract/cases/case-lists.ts'
import type { DayChart } from '@ipoteka-office/contract/dashboard/dashboard.ts'
import { caseListPath } from '@ipoteka-office/contract/cases/list-links.ts'
import { CaseList, CaseTab, caseLists, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { OperationsMap } from '@ipoteka-office/contract/operations.ts'

/** Days of the charts, today among them. */
export const chartDays = 14
/** Hours within which a deadline is at risk. */
export const riskHours = 2

/** Lists that the person may open. */
export const openLists = (operations: OperationsMap): CaseList[] =>
  CaseList.options.filter((list) => operations[caseLists[list].object]?.includes('List'))

/** Work of the one who is responsible; the rest is given out by queues. */
const managed = new Set(['Send', 'Update'])

/** Stages of a list in which a case waits for the one who is responsible for it. */
export const managedStages = (list: CaseList): string[] => [
  ...new Set(
    caseLists[list].types.flatMap((type) =>
      Object.entries(machines[type].states).flatMap(([stage, { task }]) =>
        task !== undefined && managed.has(task.operation) ? [stage] : [],
      ),
    ),
  ),
]

/** The days of the charts, the last one is today. */
export function daysUntil(today: string): string[] {
  const last = Temporal.PlainDate.from(today)
  return Array.from({ length: chartDays }, (_, index) =>
    last.subtract({ days: chartDays - 1 - index }).toString(),
  )
}

/** Every day with its count, and the list that has those rows. */
export const dayFigures = (
  days: readonly string[],
  counts: readonly { readonly day: string; readonly count: number }[],
  list: CaseList,
  filterOf: (day: string) => Partial<CaseFilter>,
): DayChart['series'][number]['days'] => {
  const byDay = new Map(counts.map(({ day, count }) => [day, count]))
  return days.map((day) => ({ day, count: byDay.get(day) ?? 0, link: caseListPath(list, filterOf(day)) }))
}

export const createdOn = (day: string): Partial<CaseFilter> => ({ createdFrom: day, createdTo: day })

/** Cases of the list that are decided on. */
export function decided(list: CaseList): Partial<CaseFilter> {
  const tab = CaseTab.safeParse(caseLists[list].decidedTab)
  return tab.success ? { tab: tab.data } : {}
}

export const reachedOn = (list: CaseList, stage: string, day: string): Partial<CaseFilter> => ({
  ...decided(list),
  reached: [stage],
  reachedFrom: day,
  reachedTo: day,
})
