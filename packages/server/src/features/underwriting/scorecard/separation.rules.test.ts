import { expect, it } from 'vitest'
import { type ScoredLoans, separationOf } from './separation.rules.ts'

const loans = (...rows: [score: number, good: number, bad: number][]): ScoredLoans[] =>
  rows.map(([score, good, bad]) => ({ score, good, bad }))

it.each<[string, ScoredLoans[], { gini: number; ks: number } | null]>([
  ['there are no bad ones', loans([500, 10, 0]), null],
  ['there are none at all', [], null],
  ['every good one is above', loans([600, 5, 0], [400, 0, 3]), { gini: 100, ks: 100 }],
  ['every good one is below', loans([400, 5, 0], [600, 0, 3]), { gini: -100, ks: 100 }],
  ['all have the same score', loans([500, 7, 2]), { gini: 0, ks: 0 }],
  // Of 4 × 2 pairs the good one is above in 6, and one is a tie: 2 · 6.5 / 8 − 1.
  ['they are mixed', loans([400, 1, 0], [500, 1, 1], [600, 2, 0], [300, 0, 1]), { gini: 62.5, ks: 50 }],
  [
    'half of the good ones are above and half below',
    loans([10, 1, 0], [35, 0, 1], [40, 0, 1], [80, 1, 0]),
    { gini: 0, ks: 50 },
  ],
  ['there are many', loans([1, 100, 300], [2, 300, 100]), { gini: 50, ks: 50 }],
])('Gini and KS when %s', (_, rows, known) => {
  expect(separationOf(rows)).toEqual(known)
})
