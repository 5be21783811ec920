import { expect, test } from 'vitest'
import { reveal } from './reveal.ts'

/** Where a pane of 100 px that is scrolled by 200 comes to for an item of 30 px. */
function scrolledFor(offsetTop: number): number {
  const pane = { scrollTop: 200, clientHeight: 100 } as HTMLElement
  reveal(pane, { offsetTop, offsetHeight: 30 } as HTMLElement)
  return pane.scrollTop
}

test('a pane is scrolled by as little as shows the item whole', () => {
  expect(scrolledFor(50)).toBe(50)
  expect(scrolledFor(230)).toBe(200)
  expect(scrolledFor(280)).toBe(210)
  expect(scrolledFor(500)).toBe(430)
})
