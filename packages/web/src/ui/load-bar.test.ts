import { expect, test } from 'vitest'
import { loadShare, loadTone } from './load-bar.tsx'

test.each([
  [14, 25, 'green', 0.56],
  [19, 25, 'green', 0.76],
  [20, 25, 'amber', 0.8],
  [18, 20, 'amber', 0.9],
  [20, 20, 'red', 1],
  [21, 20, 'red', 1],
  [0, 15, 'green', 0],
  [0, 0, 'green', 0],
  [2, 0, 'red', 1],
  [3, null, 'green', 0],
] as const)('%s of %s is %s', (used, limit, tone, share) => {
  expect(loadTone(used, limit)).toBe(tone)
  expect(loadShare(used, limit)).toBeCloseTo(share)
})
