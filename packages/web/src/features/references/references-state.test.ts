import { describe, expect, test } from 'vitest'
import { askedAt } from '#widgets/list/server-list.ts'
import { catalogueSearch, itemsList, parseCatalogue } from './references-state.ts'

describe('the address of the dictionaries', () => {
  test('says which dictionary is chosen and how the catalogue is searched', () => {
    const search = { dictionary: 'region', find: 'рег', kind: 'ENUM', load: '12' }
    expect(parseCatalogue(search)).toEqual({ dictionary: 'region', find: 'рег', kind: 'ENUM', load: '12' })
  })

  test('takes what it does not know for nothing', () => {
    expect(parseCatalogue({ kind: 'X', load: '-1', dictionary: 7 })).toEqual({
      dictionary: '',
      find: '',
      kind: 'ALL',
      load: '',
    })
  })

  test('begins another dictionary anew and keeps the catalogue and the size of a page', () => {
    const search = { dictionary: 'region', find: 'рег', text: 'моск', page: '3', size: '50', load: 'new' }
    expect(catalogueSearch(search, { dictionary: 'okopf', load: '' })).toEqual({
      dictionary: 'okopf',
      find: 'рег',
      size: 50,
    })
  })

  test('keeps the items while only the catalogue is searched', () => {
    const search = { dictionary: 'region', text: 'моск', page: '3' }
    expect(catalogueSearch(search, { find: 'о' })).toEqual({ ...search, find: 'о' })
  })
})

describe('the request for items', () => {
  const asked = (search: Record<string, unknown>, hierarchical = false) =>
    askedAt(itemsList({ id: 7, hierarchical, activeCount: 0, itemsCount: 0 }), search).query

  test('counts pages from 0 and leaves out what does not restrict', () => {
    expect(asked({ page: '2' })).toEqual({ page: 1, size: 20, state: 'active', sort: 'order,asc' })
  })

  test('of a tree asks for the top only, unless something is searched, sorted or a branch is open', () => {
    expect(asked({}, true)).toMatchObject({ roots: 'true' })
    expect(asked({ text: 'а' }, true)).not.toHaveProperty('roots')
    expect(asked({ sort: 'name' }, true)).not.toHaveProperty('roots')
    expect(asked({ parent: '1' }, true)).toMatchObject({ parent: '1' })
    expect(asked({ parent: '1' }, true)).not.toHaveProperty('roots')
  })
})
