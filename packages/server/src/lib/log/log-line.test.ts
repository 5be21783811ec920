import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { loggerOptions } from '#http/logger.ts'
import { LogLine, wordless } from './log-line.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const fields = Object.keys(LogLine.shape)

function logged(write: (log: pino.Logger) => void): { line: LogLine; text: string } {
  let text = ''
  write(pino(loggerOptions('trace'), { write: (line) => void (text += line) }))
  return { line: LogLine.parse(JSON.parse(text)), text }
}
const canary = 'Канарейкина'
const refused = () =>
  Object.assign(new pg.DatabaseError(`duplicate key value: Key (name)=(${canary})`, 10, 'error'), {
    code: '23505',
    constraint: 'employee_login',
    detail: `Key (name)=(${canary}) exists`,
  })

it('every line that the product writes has only fields of the schema, and words', () => {
  const calls = globSync('packages/server/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).flatMap(
    (path) =>
      [
        ...readFileSync(join(root, path), 'utf8').matchAll(
          /\blog\.(?:trace|debug|info|warn|error|fatal)\(\s*(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})?/g,
        ),
      ].map(([, given = '{}']) => [path, given] as const),
  )
  expect(calls.length).toBeGreaterThan(15)
  const foreign = calls.flatMap(([path, given]) =>
    [...given.slice(1).matchAll(/(?:^|,)\s*(\w+)\s*(?=[:,}])/g)]
      .map(([, name = '']) => name)
      .filter((name) => !fields.includes(name) && name !== 'error')
      .map((name) => `${path}: ${name}`),
  )
  expect(foreign).toEqual([])
})

it('operations.md tells of the same fields', () => {
  const [, part = ''] =
    /^## Журнал$([\s\S]*?)^## /m.exec(readFileSync(join(root, 'docs/operations.md'), 'utf8')) ?? []
  expect([...part.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(fields)
})

it.each<[string, (log: pino.Logger) => void]>([
  ['alone', (log) => log.error(refused())],
  ['without words', (log) => log.error({ err: refused() })],
  ['with its own text for words', (log) => log.error({ err: refused() }, refused().message)],
  ['as a cause', (log) => log.error({ err: new Error('A job failed', { cause: refused() }) }, 'failed')],
  ['deep below', (log) => log.fatal(new Error('a', { cause: new Error('b', { cause: refused() }) }))],
])('an error of the database given %s names the rule and nobody', (_, write) => {
  const { line, text } = logged(write)
  expect(text).not.toContain(canary)
  expect(text).toContain('employee_login')
  expect(line.err).toBeDefined()
})

it('an error’s other properties, records above all, stay out of the line', () => {
  const error = Object.assign(new TypeError('late save'), {
    details: { current: { name: canary } },
    status: 409,
  })
  const { line, text } = logged((log) => log.info({ err: error }, 'request refused'))
  expect(text).not.toContain(canary)
  expect(line).toMatchObject({
    msg: 'request refused',
    err: { type: 'TypeError', message: 'late save', status: 409 },
  })
})

it('a writer who has no words of its own gets some, and Fastify’s own lines are like the others', () => {
  expect(logged((log) => log.error(new Error('x'))).line.msg).toBe(wordless)
  const { line } = logged((log) =>
    log.info(
      { req: { method: 'GET', routeOptions: { url: '/api/x' } }, res: { statusCode: 200 } },
      'stream closed',
    ),
  )
  expect(line).toMatchObject({ msg: 'stream closed', method: 'GET', route: '/api/x', status: 200 })
})
