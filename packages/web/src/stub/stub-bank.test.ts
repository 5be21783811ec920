import { operations } from '@ipoteka-office/contract/operations.ts'
import { expect, it } from 'vitest'
import { stubOperations, stubUser } from './stub-bank.ts'

it('the stub’s administrator has no roles of a partner and may do everything', () => {
  expect(stubUser.partner.roles).toEqual([])
  for (const [object, list] of Object.entries(operations))
    expect(stubOperations[object]).toEqual(Object.keys(list))
})
