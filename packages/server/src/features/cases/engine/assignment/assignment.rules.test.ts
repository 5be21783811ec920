import { expect, test } from 'vitest'
import { type AssignmentRule, pickCandidate, pickRule } from './assignment.rules.ts'

const rule = (change: Partial<AssignmentRule> = {}): AssignmentRule => ({
  id: 1,
  name: 'Правило',
  partnerId: null,
  regionCode: null,
  programmeCode: null,
  method: 'ROUND_ROBIN',
  workgroupId: 1,
  employeeId: null,
  lastEmployeeId: null,
  ...change,
})
const ask = { partnerId: 2, regionCode: '16', programmeCode: null }
const people = [
  { id: 3, load: 4 },
  { id: 7, load: 1 },
  { id: 9, load: 1 },
]

test('rules that fit, in their order', () => {
  const rules = [
    rule({ id: 1, regionCode: '77' }),
    rule({ id: 2, partnerId: 2 }),
    rule({ id: 3, programmeCode: 'FAMILY' }),
    rule({ id: 4 }),
  ]
  expect(pickRule(rules, ask).map(({ id }) => id)).toEqual([2, 4])
})

test('a round goes on after the last one and begins again', () => {
  const turns: (number | null)[] = []
  let lastEmployeeId: number | null = null
  for (let turn = 0; turn < 4; turn += 1) {
    lastEmployeeId = pickCandidate(rule({ lastEmployeeId }), people)
    turns.push(lastEmployeeId)
  }
  expect(turns).toEqual([3, 7, 9, 3])
})

test('a round goes on though the last one is not there any more', () => {
  expect(pickCandidate(rule({ lastEmployeeId: 5 }), people)).toBe(7)
})

test('the least loaded, the first of equals; the fixed one or nobody', () => {
  expect(pickCandidate(rule({ method: 'LEAST_LOADED' }), people)).toBe(7)
  expect(pickCandidate(rule({ method: 'FIXED', employeeId: 9 }), people)).toBe(9)
  expect(pickCandidate(rule({ method: 'FIXED', employeeId: 8 }), people)).toBeNull()
  expect(pickCandidate(rule(), [])).toBeNull()
})
