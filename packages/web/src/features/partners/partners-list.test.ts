import { describe, expect, test } from 'vitest'
import { askedAt } from '#widgets/list/server-list.ts'
import { partnersList } from './partners-list.ts'

const bodyOf = (search: Record<string, unknown>) => askedAt(partnersList, search).body

describe('the list of partners in the URL', () => {
  test('the plain address asks for the active ones by name', () => {
    expect(askedAt(partnersList, {})).toEqual({
      query: { page: 0, size: 20, sort: 'shortName,asc' },
      body: { notActive: false },
    })
  })

  test('a full address becomes the filter', () => {
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
    expect(askedAt(partnersList, search)).toEqual({
      query: { page: 1, size: 20, sort: 'inn,desc' },
      body: {
        search: 'дом',
        roles: ['Appraiser', 'Insurer'],
        regions: ['77'],
        accreditation: ['EXPIRING', 'NONE'],
        parentId: 12,
        level: 'HEAD',
        notActive: true,
      },
    })
  })

  test.each([[{ parent: '0' }], [{ parent: "1' or 1=1" }], [{ accreditation: 'BAD' }], [{ tab: 'ALL' }]])(
    'a broken part %j does not reach the server',
    (search) => {
      expect(bodyOf(search)).toEqual({ notActive: false })
    },
  )
})
