import { describe, expect, it } from 'vitest'
import { parseRoles, rolesSearch } from './roles-state.ts'

describe('the address of the roles page', () => {
  it('reads back what it wrote', () => {
    const search = rolesSearch({}, { mode: 'why', person: 3, objectType: 'Deal', operation: 'List' })
    expect(search).toEqual({ mode: 'why', person: 3, objectType: 'Deal', operation: 'List' })
    expect(parseRoles(search)).toMatchObject({ mode: 'why', person: 3, objectType: 'Deal', page: 1 })
  })

  it('takes nothing it does not know', () => {
    const broken = { mode: 'toString', role: '-1', state: 'x', objectType: 'a b', person: '1e9', page: 'z' }
    expect(parseRoles(broken)).toEqual(parseRoles({}))
  })

  it('goes back to the first page with every other question', () => {
    expect(rolesSearch({ mode: 'who', page: 4 }, { name: 'анна' })).toEqual({ mode: 'who', name: 'анна' })
    expect(rolesSearch({ mode: 'who' }, { page: 4 })).toEqual({ mode: 'who', page: 4 })
  })
})
