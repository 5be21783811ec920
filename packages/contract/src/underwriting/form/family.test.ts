import { expect, it } from 'vitest'
import { familySize } from './family.ts'

const today = '2026-11-24'
const person = (role: string, PERSONAL: Record<string, unknown> = {}) => ({ role, sections: { PERSONAL } })
const child = (birthDate: string) => ({ key: birthDate, birthDate })
const two = { hasChildren: true, children: [child('2015-01-01'), child('2019-05-05')] }

it.each([
  ['one who lives alone', [person('MAIN_BORROWER', { maritalStatus: 'SINGLE', hasChildren: false })], 1],
  ['a spouse who does not borrow', [person('MAIN_BORROWER', { maritalStatus: 'MARRIED' })], 2],
  ['a couple that borrows', [person('MAIN_BORROWER', { maritalStatus: 'MARRIED' }), person('SPOUSE')], 2],
  ['children once', [person('MAIN_BORROWER', two), person('CO_BORROWER', two)], 4],
  ['who came of age', [person('MAIN_BORROWER', { hasChildren: true, children: [child('2008-11-24')] })], 1],
  ['who does tomorrow', [person('MAIN_BORROWER', { hasChildren: true, children: [child('2008-11-25')] })], 2],
  ['whoever else is kept', [person('MAIN_BORROWER', { dependants: 2 })], 3],
  ['a pledger is no mouth', [person('MAIN_BORROWER'), person('PLEDGER', two)], 1],
  ['nobody', [], 1],
])('%s', (_, people, size) => {
  expect(familySize(people, today)).toBe(size)
})
