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
    })
  })

  test.each([[undefined], [[]]])('are those of the page while nothing was chosen (%j)', (visible) => {
    expect(prefsOf(visible, columns)).toBeNull()
  })
})
