import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

interface Node {
  readonly type?: string
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Every node under one, itself included. */
function nodesOf(value: unknown): Node[] {
  const nodes: Node[] = []
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const one = waiting.pop()
    if (Array.isArray(one)) waiting.push(...one)
    else if (isNode(one)) {
      nodes.push(one)
      waiting.push(...Object.values(one))
    }
  }
  return nodes
}

const programs = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(test|gen)\.tsx?$/.test(path))
    .map((path) => ({
      path,
      body: parseSync(readFileSync(join(root, path), 'utf8'), {
        syntax: 'typescript',
        tsx: path.endsWith('x'),
        target: 'es2022',
      }).body,
    }))

/** What is called, by its last name. */
const nameOf = (callee: unknown): string => {
  if (!isNode(callee)) return ''
  return String(callee['value'] ?? (isNode(callee['property']) ? callee['property']['value'] : ''))
}

/** Where the boolean is the very thing that is told, answered or written: the name of what is called says what it means. */
const isValue = new RegExp(
  [
    // Verbs of writing and of conditions: `setMissing(db, keys, true)`, `where('active', '=', true)`.
    '^(?:set|mark|put|with|when|where|on)[A-Z]?',
    // Answers of a rule: «holds» or «does not».
    '^(?:answer|check|own|joined|line|literal|row)$',
    // A state that is looked at.
    '^(?:useDelayed|multiValue)$',
    // Calls of the browser and of libraries.
    '^(?:addEventListener|removeEventListener|parser|fromRawFrame|forBytesWithOptions)$',
  ].join('|'),
)

test('no call passes a bare true or false beside other arguments: a name says what it is', () => {
  const bare = programs('packages/{contract,server,web,e2e}/src/**/*.{ts,tsx}').flatMap(({ path, body }) =>
    nodesOf(body).flatMap((node) => {
      if (node.type !== 'CallExpression') return []
      const given = node['arguments'] as { expression: Node }[]
      const isBare = given.length > 1 && given.some(({ expression }) => expression.type === 'BooleanLiteral')
      const name = nameOf(node['callee'])
      return isBare && !isValue.test(name) ? [`${path}: ${name}`] : []
    }),
  )
  expect(bare).toEqual([])
})

/** Name of the type of a parameter; empty where it is not one name. */
function typeOf(parameter: unknown): string {
  const pattern = isNode(parameter) && isNode(parameter['pat']) ? parameter['pat'] : parameter
  const binding = isNode(pattern) && pattern.type === 'AssignmentPattern' ? pattern['left'] : pattern
  const annotation = isNode(binding) && isNode(binding['typeAnnotation']) ? binding['typeAnnotation'] : {}
  const type = annotation['typeAnnotation']
  return isNode(type) && isNode(type['typeName']) ? String(type['typeName']['value']) : ''
}

test('the engine stands first in a signature, the database first or right after what the area works with', () => {
  const functions = programs('packages/server/src/{features,live,files,jobs}/**/*.ts').flatMap(
    ({ path, body }) =>
      nodesOf(body).flatMap((node) => {
        const isFunction = node.type === 'FunctionDeclaration' || node.type === 'ArrowFunctionExpression'
        return isFunction ? [{ path, types: (node['params'] as unknown[]).map(typeOf) }] : []
      }),
  )
  expect(functions.length).toBeGreaterThan(3_000)
  const places = (name: string) =>
    functions.flatMap(({ path, types }) =>
      types.includes(name) ? [{ path, types, at: types.indexOf(name) }] : [],
    )
  const told = ({ path, types }: { path: string; types: string[] }) => `${path}: ${types.join(', ')}`
  expect(places('Engine').length).toBeGreaterThan(50)
  expect(
    places('Engine')
      .filter(({ at }) => at > 0)
      .map(told),
  ).toEqual([])
  expect(
    places('Db')
      .filter(({ at }) => at > 1)
      .map(told),
  ).toEqual([])
})
