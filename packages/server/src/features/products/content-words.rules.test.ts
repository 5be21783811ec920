import { expect, test } from 'vitest'
import { productContent } from '#testing/products.ts'
import { contentFields } from './content-words.rules.ts'

const rateOf = (cells: (string | null)[]) => {
  const { rate } = productContent()
  return contentFields['rate']?.text?.({ ...rate, matrix: { ...rate.matrix, cells } })
}

test('two cells of a large matrix that change places are told in the history', () => {
  const cells = Array.from({ length: 100 }, (_, at) => `20.${at + 100}`)
  const [first = '', second = '', ...others] = cells
  expect(rateOf([second, first, ...others])).not.toBe(rateOf(cells))
})
