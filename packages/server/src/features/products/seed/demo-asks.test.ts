import { expect, it } from 'vitest'
import { demoAsks } from './demo-terms.ts'

/** Which fields each programme asked for while that stood in the form, by the code of the programme. */
const before: Readonly<Record<string, readonly string[]>> = {
  '5': ['EMPLOYMENT.savingsParticipant'],
  '6': [
    'CREDIT.preferentialLoanUsed',
    'CREDIT.secondaryPlace',
    'CREDIT.smallTownPlace',
    'EMPLOYMENT.savingsParticipant',
  ],
  '7': ['EMPLOYMENT.savingsParticipant'],
  '105': ['CREDIT.preferentialLoanUsed', 'CREDIT.secondaryPlace', 'CREDIT.smallTownPlace'],
  '106': ['CREDIT.preferentialLoanUsed', 'EMPLOYMENT.itAccredited'],
  '107': [
    'CREDIT.arcticPlace',
    'CREDIT.farEastBasis',
    'CREDIT.preferentialLoanUsed',
    'CREDIT.propertyArea',
    'CREDIT.secondaryPlace',
  ],
  '108': ['CREDIT.ruralPlace'],
}

it('every programme asks for the same fields as before, and no other asks for any', () => {
  const now = Object.fromEntries(
    Object.entries(demoAsks()).map(([programme, fields]) => [
      programme,
      fields.map(({ field }) => field).toSorted(),
    ]),
  )
  expect(now).toEqual(before)
})

it('the part of a region is asked of the regions that are in the programme by parts', () => {
  const arctic = demoAsks()['107']?.find(({ field }) => field === 'CREDIT.arcticPlace')
  expect(arctic?.regions?.toSorted()).toEqual(['10', '11', '24', '29', '86'])
})
