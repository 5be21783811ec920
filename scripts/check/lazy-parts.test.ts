import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const web = resolve(import.meta.dirname, '../../packages/web/src')
/** Here `lazy` of React is wrapped once for everybody. */
const wrapper = 'ui/late/lazy-or.tsx'

const importsLazy = /import \{[^}]*\blazy\b[^}]*\} from 'react'|\bReact\.lazy\(/

test('a part whose code is lost says so: nobody but the wrapper takes `lazy` of React', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: web }).map((path) => path.replaceAll('\\', '/'))
  const plain = files.filter(
    (path) => path !== wrapper && importsLazy.test(readFileSync(join(web, path), 'utf8')),
  )
  expect(files).toContain(wrapper)
  expect(readFileSync(join(web, wrapper), 'utf8')).toMatch(importsLazy)
  expect(plain, 'take latePart, onDemand or lazyOr').toEqual([])
})
