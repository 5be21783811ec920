import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { filterPartnerEmployees } from '@ipoteka-office/contract/employees/employees.ts'
import type { PartnerTabCounts } from '@ipoteka-office/contract/partners/partner-reads.ts'
import { expect, test } from 'vitest'
import { groupsShown } from './groups-shown.ts'
import { isTab, tabGroups } from './partner-tabs.ts'

const counts: PartnerTabCounts = {
  branches: 1,
  accounts: 2,
  contacts: 3,
  regions: 4,
  roles: 5,
  rates: 6,
  links: 7,
  notifications: 8,
  reassignment: 9,
  documents: 10,
  employees: 11,
  workgroups: 12,
}

test('every tab stands in one group and keeps its address', () => {
  const keys = tabGroups.flatMap(({ tabs }) => tabs.map(({ key }) => key))
  expect(keys).toHaveLength(15)
  expect(new Set(keys).size).toBe(15)
  expect(keys.every(isTab)).toBe(true)
  expect(isTab('constructor')).toBe(false)
})

test('every counted tab shows its own count, and a group what its tabs open together', () => {
  const groups = groupsShown(() => true, counts)
  const shown = groups.flatMap(({ tabs }) => tabs.map(({ key, count }) => [key, count] as const))
  expect(Object.fromEntries(shown.filter(([, count]) => count !== undefined))).toEqual(counts)
  expect(groups.map(({ label, count }) => [label, count])).toEqual([
    ['Карточка', undefined],
    ['Люди', 34],
    ['Условия', 17],
    ['Документы и связи', 27],
  ])
})

test('a tab that the person may not read is absent, and its count with it', () => {
  const mayCall = (endpoint: EndpointSpec) => endpoint !== filterPartnerEmployees
  const people = groupsShown(mayCall, { ...counts, employees: null })[1]
  expect(people?.tabs.map(({ key }) => key)).toEqual(['workgroups', 'contacts', 'notifications'])
  expect(people?.count).toBe(23)
})

test('nothing is counted before the answer', () => {
  for (const { count, tabs } of groupsShown(() => true, undefined))
    expect([count, ...tabs.map((tab) => tab.count)].every((number) => number === undefined)).toBe(true)
})
