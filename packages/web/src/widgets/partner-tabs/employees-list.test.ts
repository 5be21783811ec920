import { describe, expect, it } from 'vitest'
import { askedAt } from '../list/server-list.ts'
import { employeesList } from './employees-list.ts'

const filterOf = (search: Record<string, unknown>) => askedAt(employeesList('2'), search).body

describe('the list of employees', () => {
  it('begins with those who work', () => {
    expect(filterOf({})).toEqual({ notActive: false })
  })

  it('asks for the absent, the switched off or everybody by its tab', () => {
    expect(filterOf({ tab: 'absent' })).toEqual({ absentNow: true })
    expect(filterOf({ tab: 'inactive' })).toEqual({ notActive: true })
    expect(filterOf({ tab: 'all' })).toEqual({})
  })

  it('hands the filters of its address to the server and drops what is no id', () => {
    const search = { tab: 'all', text: 'ива', roles: '3,x,7', expiring: '1', branches: '1', title: 'агент' }
    expect(filterOf(search)).toEqual({
      text: 'ива',
      jobTitle: 'агент',
      userRoleIds: [3, 7],
      procuracyExpiring: true,
      includeBranches: true,
    })
  })
})
