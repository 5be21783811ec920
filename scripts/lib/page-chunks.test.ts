import { expect, test } from 'vitest'
import { cut, type Graph, reach } from '../../packages/web/chunks.ts'

/** A graph written as «module: what it imports»; every module weighs a thousand bytes. */
function graph(written: Readonly<Record<string, string>>, roots: string): Graph {
  return {
    ids: Object.keys(written),
    imports: (id) => written[id]?.split(' ').filter(Boolean) ?? [],
    sizeOf: () => 1000,
    roots: roots.split(' ').map((id) => ({ id, weight: 1 })),
  }
}

const listed = (parts: readonly (readonly string[])[]) =>
  parts.map((ids) => ids.toSorted().join(' ')).toSorted((a, b) => a.localeCompare(b))

test('what the same pages need comes together, what one page alone needs goes with it', () => {
  const of = graph({ one: 'a b', two: 'a b', three: 'c', a: '', b: '', c: '' }, 'one two three')
  expect(listed(cut(of, 0))).toEqual(['a b'])
})

test('a page brings nothing in vain while files cost nothing', () => {
  const of = graph({ one: 'a', two: 'a b', three: 'b', a: '', b: '' }, 'one two three')
  expect(listed(cut(of, 0))).toEqual(['a', 'b'])
})

test('parts are joined once the files saved are worth the bytes', () => {
  const of = graph({ one: 'a b', two: 'a b', three: 'a', a: '', b: '' }, 'one two three')
  expect(listed(cut(of, 400))).toEqual(['a', 'b'])
  expect(listed(cut(of, 600))).toEqual(['a b'])
})

test('what comes along with the joined part counts too', () => {
  const alone = { one: 'a b', two: 'a b', three: 'a', a: '', c: '', four: 'c', five: 'c', six: 'c' }
  const roots = 'one two three four five six'
  expect(listed(cut(graph({ ...alone, b: '' }, roots), 600))).toContain('a b')
  // By b the third page would bring c as well.
  expect(listed(cut(graph({ ...alone, b: 'c' }, roots), 600))).not.toContain('a b')
})

test('no part is got to from itself, whatever is joined', () => {
  for (let seed = 1; seed <= 40; seed++) {
    let state = seed * 7919
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    const some = (from: number, to: number) =>
      Array.from({ length: 3 }, () => from + random(Math.max(1, to - from)))
        .filter((one) => one < to)
        .map((one) => `m${one}`)
        .join(' ')
    const modules = Array.from({ length: 40 }, (_, index) => [`m${index}`, some(index + 1, 40)] as const)
    const roots = Array.from({ length: 12 }, (_, index) => [`root${index}`, some(0, 40)] as const)
    const of = graph(Object.fromEntries([...modules, ...roots]), roots.map(([root]) => root).join(' '))
    const parts = cut(of, 300 * (seed % 5))
    const partOf = new Map(parts.flatMap((ids, number) => ids.map((id) => [id, number] as const)))
    const next = (number: number) =>
      (parts[number] ?? [])
        .flatMap((id) => of.imports(id))
        .flatMap((id) => partOf.get(id) ?? [])
        .filter((one) => one !== number)
    for (const number of parts.keys()) expect(reach(next(number), next).has(number)).toBe(false)
  }
})
