import { describe, expect, test } from 'vitest'
import { overflowing } from './fitting.ts'

const room = (width: number) => ({ width, gap: 10, more: 50 })
const thing = (key: string, rank = 2, width = 90) => ({ key, rank, width })

describe('what a row has no room for', () => {
  const three = [thing('a', 0), thing('b'), thing('c')]

  test('is nothing while all of it fits exactly, and the button takes no room then', () => {
    expect(overflowing(three, room(290))).toEqual([])
  })

  test('goes from the end, and makes room for the button', () => {
    expect(overflowing(three, room(289))).toEqual(['c'])
    expect(overflowing(three, room(249))).toEqual(['b', 'c'])
  })

  test('is the less wanted first, wherever it stands', () => {
    expect(overflowing([thing('a', 0), thing('b', 3), thing('c', 1), thing('d')], room(350))).toEqual(['b'])
  })

  test('is never what must stay', () => {
    expect(overflowing(three, room(20))).toEqual(['b', 'c'])
  })

  test('is everything after the first that does not fit, even what would be narrow enough', () => {
    expect(overflowing([thing('a', 0), thing('b', 2, 200), thing('c', 2, 20)], room(300))).toEqual(['b', 'c'])
  })
})
