import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const contract = resolve(import.meta.dirname, '../../packages/contract/src')

/** Keys in addresses, versions and shapes of one field mean another thing in each area. */
const isAnswer = (shape: string) =>
  !/Param\b|\bVersion\b/.test(shape) && (shape.match(/: /g) ?? []).length > 1

const shapesOf = (source: string): string[] =>
  [...source.matchAll(/z\.object\(\{[^{}]*\}\)/g)]
    .map(([shape]) => shape.replaceAll(/\/\*\*?.*?\*\/|\/\/.*/g, '').replaceAll(/,?\s+/g, ' '))
    .filter(isAnswer)

/** Shape → the areas that write it down. */
function areasByShape(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const path of globSync('*/**/*.ts', { cwd: contract }).filter((name) => !name.endsWith('.test.ts'))) {
    const [area = ''] = path.split('/')
    for (const shape of shapesOf(readFileSync(join(contract, path), 'utf8')))
      found.set(shape, (found.get(shape) ?? new Set()).add(area))
  }
  return found
}

test('a shape that several areas answer with lies in common/, once', () => {
  const copies = [...areasByShape()].filter(([, areas]) => areas.size > 1)
  expect(copies.map(([shape, areas]) => `${shape}: ${[...areas].join(', ')}`)).toEqual([])
})
