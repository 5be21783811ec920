import { expect, it } from 'vitest'
import { canBeRead } from './use-paper-types.ts'

it.each([
  ['IMG_2034.JPG', 2_000_000, true],
  ['scan1.pdf', 15 * 1_048_576, true],
  ['scan1.pdf', 15 * 1_048_576 + 1, false],
  ['значок.png', 900, false],
  ['договор.docx', 20_000, false],
  ['подпись.sig', 2_000, false],
])('of the file %s with %i bytes the paper can be read: %s', (name, size, can) => {
  expect(canBeRead({ name, size })).toBe(can)
})
