import { describe, expect, it } from 'vitest'
import { createFullApplication } from '#full-applications/full-applications.ts'
import { createLead } from '#leads/leads.ts'
import { createLoanApplication } from '#loan-applications/loan-applications.ts'
import { createShortApplication } from '#short-applications/short-applications.ts'
import { CaseType, caseLists, caseTypes } from './case-types.ts'

describe('a type of cases', () => {
  it.each([
    ['LEAD', createLead],
    ['SHORT_APPLICATION', createShortApplication],
    ['FULL_APPLICATION', createFullApplication],
    ['LOAN_APPLICATION', createLoanApplication],
  ] as const)('%s is begun by whoever may call what begins it', (type, { access }) => {
    const { create, object } = caseTypes[type]
    expect(access).toEqual({ kind: 'can', object, operations: create?.operations })
  })

  it('has a prefix, an address and an owner of documents that no other has', () => {
    const all = CaseType.options.map((type) => caseTypes[type])
    for (const of of [
      all.map(({ prefix }) => prefix),
      all.map(({ path }) => path),
      all.map(({ documents }) => documents.owner),
    ])
      expect(new Set(of).size).toBe(all.length)
  })

  it('stands in a list whose tabs name its own types alone', () => {
    for (const { types, tabs = {} } of Object.values(caseLists))
      for (const { types: named = types } of Object.values(tabs))
        expect(types).toEqual(expect.arrayContaining([...named]))
  })
})
