import { describe, expect, test } from 'vitest'
import { parseListState, toListSearch } from '#ui/table/list-state.ts'
import { partnersListSchema, toPartnerFilter, toPartnerQuery } from './partners-list-state.ts'

const stateOf = (search: Record<string, unknown>) => parseListState(partnersListSchema, search)

describe('the list of partners in the URL', () => {
  test('the plain address asks for the active ones by name', () => {
    const state = stateOf({})
    expect(toPartnerFilter(state, state.tab)).toEqual({ notActive: false })
    expect(toPartnerQuery(state)).toEqual({ page: 0, size: 20, sort: 'shortName,asc' })
  })

  test('a full address becomes the filter and is written back as it was', () => {
    const search = {
      tab: 'inactive',
      text: 'дом',
      roles: 'Appraiser,Insurer',
      regions: '77',
      accreditation: 'EXPIRING,NONE',
      parent: '12',
      heads: '1',
      sort: '-inn',
      page: 2,
    }
    const state = stateOf(search)
    expect(toPartnerFilter(state, state.tab)).toEqual({
      search: 'дом',
      roles: ['Appraiser', 'Insurer'],
      regions: ['77'],
      accreditation: ['EXPIRING', 'NONE'],
      parentId: 12,
      level: 'HEAD',
      notActive: true,
    })
    expect(toPartnerQuery(state).sort).toBe('inn,desc')
    expect(toListSearch(partnersListSchema, state)).toEqual(search)
  })

  test('a count of another tab keeps the filters and drops the activity', () => {
    expect(toPartnerFilter(stateOf({ tab: 'inactive', text: 'дом' }), 'all')).toEqual({ search: 'дом' })
  })

  test.each([[{ parent: '0' }], [{ parent: "1' or 1=1" }], [{ accreditation: 'BAD' }], [{ tab: 'ALL' }]])(
    'a broken part %j does not reach the server',
    (search) => {
      const state = stateOf(search)
      expect(toPartnerFilter(state, state.tab)).toEqual({ notActive: false })
    },
  )
})
