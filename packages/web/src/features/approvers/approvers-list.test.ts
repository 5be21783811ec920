import { describe, expect, test } from 'vitest'
import { askedAt } from '#widgets/list/server-list.ts'
import { approversList } from './approvers-list.ts'

const asked = (search: Record<string, unknown>) => askedAt(approversList('nis'), search)

describe('the list of approvers in the URL', () => {
  test('the plain address asks for everybody, by name, 20 rows from the first', () => {
    expect(asked({})).toEqual({
      params: { type: 'nis' },
      query: { page: 0, size: 20, sort: 'fullName,asc' },
      body: {},
    })
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
      onShift: '1',
      sort: '-load',
      page: 3,
      size: 50,
    }
    expect(asked(search)).toEqual({
      params: { type: 'nis' },
      query: { page: 2, size: 50, sort: 'load,desc' },
      body: {
        workStatus: 'PAUSE',
        ids: [15, 16],
        mortgageApplicationLevels: ['2', '3'],
        regions: ['77'],
        partners: [4],
        workingShiftFrom: '09:00',
        workingShiftBy: '18:30',
        onShift: true,
      },
    })
  })

  test.each([
    [{ employees: 'x,-1,0,1.5,99999999999' }],
    [{ from: '25:00', by: '9:00' }],
    [{ partners: "1' or 1=1" }],
    [{ tab: 'ACTIVE', sort: 'password,asc' }],
  ])('a broken part %j does not reach the server', (search) => {
    expect(asked(search)).toEqual(asked({}))
  })
})
