import { describe, expect, test } from 'vitest'
import { parseListState, toListSearch } from '#ui/table/list-state.ts'
import { approversListSchema, toApproverFilter, toApproverQuery } from './approvers-list-state.ts'

const stateOf = (search: Record<string, unknown>) => parseListState(approversListSchema, search)

describe('the list of approvers in the URL', () => {
  test('the plain address asks for everybody, by name, 20 rows from the first', () => {
    const state = stateOf({})
    expect(toApproverFilter(state)).toEqual({})
    expect(toApproverQuery(state)).toEqual({ page: 0, size: 20, sort: 'fullName,asc' })
  })

  test('a full address becomes the filter of specification 1 §7', () => {
    const search = {
      tab: 'pause',
      levels: '2,3',
      regions: '77',
      employees: '15,16',
      partners: '4',
      from: '09:00',
      by: '18:30',
      sort: '-load',
      page: 3,
      size: 50,
    }
    const state = stateOf(search)
    expect(toApproverFilter(state)).toEqual({
      workStatus: 'PAUSE',
      ids: [15, 16],
      mortgageApplicationLevels: ['2', '3'],
      regions: ['77'],
      partners: [4],
      workingShiftFrom: '09:00',
      workingShiftBy: '18:30',
    })
    expect(toApproverQuery(state)).toEqual({ page: 2, size: 50, sort: 'load,desc' })
    expect(toListSearch(approversListSchema, state)).toEqual(search)
  })

  test('ids are left out when empty', () => {
    expect(toApproverFilter(stateOf({ employees: '' }))).not.toHaveProperty('ids')
  })

  test.each([
    [{ employees: 'x,-1,0,1.5,99999999999' }],
    [{ from: '25:00', by: '9:00' }],
    [{ partners: "1' or 1=1" }],
    [{ tab: 'ACTIVE', sort: 'password,asc' }],
  ])('a broken part %j does not reach the server', (search) => {
    expect(toApproverFilter(stateOf(search))).toEqual({})
    expect(toApproverQuery(stateOf(search)).sort).toBe('fullName,asc')
  })
})
