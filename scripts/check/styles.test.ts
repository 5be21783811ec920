import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const web = resolve(import.meta.dirname, '../../packages/web/src')
const textOf = (path: string) => readFileSync(join(web, path), 'utf8')
const modules = globSync('**/*.module.css', { cwd: web }).map((path) => path.replaceAll('\\', '/'))
const classesOf = (css: string) =>
  new Set(
    [...css.replace(/\/\*[^]*?\*\//g, '').matchAll(/\.([A-Za-z_][\w-]*)/g)].flatMap(([, name]) => name ?? []),
  )

/** What a file takes from a module of styles. */
interface Use {
  readonly file: string
  readonly module: string
  readonly names: ReadonlySet<string>
  /** Some names are put together where they are used. */
  readonly isComputed: boolean
}

const uses: Use[] = globSync('**/*.{ts,tsx}', { cwd: web }).flatMap((path) => {
  const file = path.replaceAll('\\', '/')
  const text = textOf(file)
  return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, as = '', from = '']) => ({
    file,
    module: from.startsWith('#') ? from.slice(1) : join(dirname(file), from).replaceAll('\\', '/'),
    names: new Set(
      [...text.matchAll(new RegExp(`(?<![/'-\\w])${as}\\.(\\w+)`, 'g'))].flatMap(([, name]) => name ?? []),
    ),
    isComputed: text.includes(`${as}[`),
  }))
})

test('a class that is used is in the module that it is taken from', () => {
  const absent = uses.flatMap(({ file, module, names }) => {
    const known = existsSync(join(web, module)) ? classesOf(textOf(module)) : new Set<string>()
    return [...names].filter((name) => !known.has(name)).map((name) => `${file}: ${module} has no .${name}`)
  })
  expect(uses.length).toBeGreaterThan(200)
  expect(absent).toEqual([])
})

test('a class that nobody uses is gone', () => {
  const idle = modules.flatMap((module) => {
    const users = uses.filter((use) => use.module === module)
    if (users.some(({ isComputed }) => isComputed)) return []
    return [...classesOf(textOf(module))]
      .filter((name) => !users.some(({ names }) => names.has(name)))
      .map((name) => `${module}: .${name}`)
  })
  expect(idle).toEqual([])
})

/** Lines of a module of styles: beyond these it is one component's no more. */
const mostLines = 200
/** Longer ones that parts of one picture share; they only get shorter. */
const longer: Readonly<Record<string, number>> = {
  'widgets/case/case.module.css': 400,
  'features/underwriting/mortgage/mortgage.module.css': 315,
  'features/underwriting/fraud/graph.module.css': 265,
  'features/document-rules/document-rules.module.css': 285,
  'features/roles/roles.module.css': 250,
  'ui/table/data-table.module.css': 245,
  'widgets/documents/documents.module.css': 370,
  'widgets/recognition/recognition.module.css': 355,
  'app/layout/rail.module.css': 220,
  'app/layout/top-bar.module.css': 215,
}

test('a module of styles belongs to a component', () => {
  const long = modules.filter((module) => textOf(module).split('\n').length > (longer[module] ?? mostLines))
  expect(long).toEqual([])
})
