import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const web = resolve(import.meta.dirname, '../../packages/web/src')
const files = globSync('**/*.{ts,tsx}', { cwd: web }).map((file) => file.replaceAll('\\', '/'))
/** Files outside the kit whose imports hold the words. */
const importing = (words: RegExp): string[] =>
  files.filter(
    (file) =>
      !file.startsWith('ui/chart/') &&
      [...readFileSync(join(web, file), 'utf8').matchAll(/(?:from |import\()'([^']+)'/g)].some(([, name]) =>
        words.test(name ?? ''),
      ),
  )

test('what draws charts is asked of the kit alone, which loads it when a chart is seen', () => {
  expect(importing(/^d3-/)).toEqual([])
  expect(importing(/ui\/chart\/(?!chart\.tsx)/)).toEqual([])
  expect(importing(/ui\/chart\/chart\.tsx/).length).toBeGreaterThan(2)
})

test('no other library draws charts', () => {
  const { dependencies } = JSON.parse(readFileSync(join(web, '../package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const others = /^(?:recharts|echarts|chart\.js|uplot|@visx\/|@observablehq\/|@nivo\/|victory)/
  expect(Object.keys(dependencies).filter((name) => others.test(name))).toEqual([])
})
