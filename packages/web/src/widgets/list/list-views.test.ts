import { describe, expect, test } from 'vitest'
import { prefsOf } from './list-columns.tsx'
import { searchOfView, viewStateOf } from './saved-views-menu.tsx'

describe('a saved view of a list', () => {
  test('keeps the whole search but the page, in one order', () => {
    expect(viewStateOf({ tab: 'pause', page: '3', levels: '2,3' })).toBe('levels=2%2C3&tab=pause')
    expect(viewStateOf({ levels: '2,3', tab: 'pause' })).toBe(viewStateOf({ tab: 'pause', levels: '2,3' }))
  })

  test('opens as it was kept', () => {
    const search = { levels: '2,3', from: '09:00', sort: '-load' }
    expect(searchOfView(viewStateOf(search))).toEqual(search)
  })

  test('of the plain list is empty', () => {
    expect(viewStateOf({ page: 2, tab: undefined })).toBe('')
  })
})

describe('the columns that a person chose', () => {
  const columns = ['name', 'status', 'load'].map((key) => ({ key, title: key }))

  test('stand in their order, the others are hidden', () => {
    expect(prefsOf(['load', 'name'], columns)).toEqual({
      order: ['load', 'name', 'status'],
      hidden: ['status'],
      widths: {},
    })
  })

  test('keep their own order and choice where only a width was changed', () => {
    const own = [
      { key: 'name', title: 'name' },
      { key: 'role', title: 'role', optional: true },
    ]
    expect(prefsOf(undefined, own, { name: 300 })).toEqual({
      order: ['name', 'role'],
      hidden: ['role'],
      widths: { name: 300 },
    })
  })

  test('leave what is always shown where the page puts it', () => {
    const own = [{ key: 'move', title: '№', always: true }, ...columns]
    expect(prefsOf(['load'], own)?.order).toEqual(['load', 'name', 'status'])
  })

  test.each([[undefined], [[]]])('are those of the page while nothing was chosen (%j)', (visible) => {
    expect(prefsOf(visible, columns)).toBeNull()
  })
})
