import { expect, it } from 'vitest'
import { heldWithin, stepIn } from './chart-steps.ts'

it.each([
  ['ArrowRight', [1, 1]],
  ['ArrowLeft', [0, 1]],
  ['ArrowUp', [0, 0]],
  ['ArrowDown', [0, 2]],
  ['Home', [0, 1]],
  ['End', [13, 1]],
  ['Enter', null],
  ['toString', null],
] as const)('%s leads to %j', (key, place) => {
  expect(stepIn(key, [0, 1], 14, 3)).toEqual(place)
})

it('holds on to a bar that is there when the chart becomes smaller', () => {
  expect(heldWithin([29, 2], 7, 1)).toEqual([6, 0])
  expect(heldWithin([3, 0], 7, 1)).toEqual([3, 0])
  expect(heldWithin([3, 0], 0, 1)).toEqual([0, 0])
})

it('stops at the last bar', () => {
  expect(stepIn('ArrowRight', [13, 2], 14, 3)).toEqual([13, 2])
  expect(stepIn('ArrowDown', [13, 2], 14, 3)).toEqual([13, 2])
})
