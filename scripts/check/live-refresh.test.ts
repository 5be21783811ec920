import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const web = resolve(import.meta.dirname, '../../packages/web/src')

/** A query that is asked under a condition. */
const conditional = /useQuery\(\{(?:(?!\n {2}\}\)|\}\)\n)[^])*\benabled:/
/** News that ask again whatever the condition says: `refetch` does not look at it; a record listens once it has come. */
const unconditional = /\buse(?!Record)\w*Refresh\((?:(?!\bnull\b)[^,])*,[^\n]*\.refetch\(\)/

const asksAnyway = (text: string) => conditional.test(text) && unconditional.test(text)

test('what a person may not ask for is not asked for by news either', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: web })
  expect(
    files.filter((path) => conditional.test(readFileSync(join(web, path), 'utf8'))).length,
  ).toBeGreaterThan(10)
  const asking = files.filter((path) => asksAnyway(readFileSync(join(web, path), 'utf8')))
  expect(asking, 'mount what asks under the condition, or listen to null without it').toEqual([])
})

test('the rule finds what it is for', () => {
  const asked = 'const answer = useQuery({ ...query(list, { params }), enabled: isAhml })\n'
  expect(asksAnyway(`${asked}useCaseRefresh(caseId, ['head'], () => void answer.refetch())`)).toBe(true)
  expect(asksAnyway(`${asked}useLiveRefresh(isAhml ? topic : null, () => void answer.refetch())`)).toBe(false)
})
