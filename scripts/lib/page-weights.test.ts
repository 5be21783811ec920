import { expect, test } from 'vitest'
import { outgrown, weightLine, weightsOf } from './page-weights.mjs'

const page = (name: string) => `src/features/x/${name}.page.tsx?tsr-split=component`
const sizes: Record<string, number> = {
  'index.js': 10,
  'shell.js': 20,
  'shell.css': 5,
  'list.js': 3,
  'kit.js': 7,
  'card.js': 4,
  'form.js': 90_000,
  'form.css': 2,
}
const manifest = {
  'src/app/show-app.tsx': { file: 'shell.js', css: ['shell.css'] },
  [page('approvers-list')]: { file: 'list.js', imports: ['kit'] },
  [page('card')]: { file: 'card.js', imports: ['kit', 'form'] },
  [page('other')]: { file: 'list.js', imports: ['kit'] },
  kit: { file: 'kit.js', imports: ['src/app/show-app.tsx'] },
  form: { file: 'form.js', css: ['form.css'], imports: ['kit'] },
}

test('a page weighs what it brings beside the first one, each file once', () => {
  const weights = weightsOf(manifest, ['index.js'], (file) => sizes[file] ?? Number.NaN)
  expect(weights).toEqual({
    first: 10 + 20 + 5 + 3 + 7,
    others: [
      { name: 'card', bytes: 4 + 90_000 + 2 },
      { name: 'other', bytes: 0 },
    ],
  })
  expect(weightLine(weights)).toContain(
    'самая тяжёлая следующая, card, +90 кБ; больше 60 кБ добавляют 1 из 2',
  )
})

test('a page that has outgrown its ceiling is named, by its own ceiling where it has one', () => {
  const weights = {
    first: 100,
    others: [
      { name: 'card', bytes: 90 },
      { name: 'list', bytes: 61 },
      { name: 'other', bytes: 60 },
    ],
  }
  const names = (most: number) =>
    outgrown(weights, { first: most, other: 60, heavier: { card: 90 } }).map(
      (text) => /«(.+?)»/.exec(text)?.[1],
    )
  expect(names(100)).toEqual(['list'])
  expect(names(99)).toEqual(['первая', 'list'])
})
