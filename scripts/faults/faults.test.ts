import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../lib/node.mjs'
import { faults, projectOf, withFault } from './faults.mjs'
import { verdictOf, without } from './run-tests.mjs'

const sample = { name: 'проба', file: 'a.ts', find: 'a < b', put: 'a > b', tests: [] }

test('there are forty planted faults and more, each under a name of its own', () => {
  expect(faults.length).toBeGreaterThanOrEqual(40)
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
})

// Whoever rewrites the code of a fault renews the fault: one that is not planted proves nothing.
test.each(faults)('$name: can still be planted, and its tests are there', (fault) => {
  const source = readFileSync(join(root, fault.file), 'utf8')
  expect(withFault(source, fault)).not.toBe(source)
  expect(fault.tests).not.toEqual([])
  expect(fault.tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

describe('a fault whose text', () => {
  test('is gone, stands twice or changes nothing is an error', () => {
    expect(() => withFault('a <= b', sample)).toThrow('0')
    expect(() => withFault('a < b && a < b', sample)).toThrow('2')
    expect(() => withFault('a < b', { ...sample, put: 'a < b' })).toThrow('ничего не меняет')
  })

  test('stands once is replaced as it is, signs of patterns too', () => {
    expect(withFault('if (a < b) {}', { ...sample, put: "$& $1 $'" })).toBe("if ($& $1 $') {}")
  })
})

test('a fault is found by a test that fails, not by a run that comes to no test', () => {
  const report = (success: boolean, statuses: string[]) => ({
    success,
    numPassedTests: statuses.filter((status) => status === 'passed').length,
    testResults: [{ assertionResults: statuses.map((status, at) => ({ status, fullName: `test ${at}` })) }],
  })
  expect(verdictOf(report(false, ['passed', 'failed']))).toEqual({ outcome: 'red', failed: ['test 1'] })
  expect(verdictOf(report(true, ['passed'])).outcome).toBe('green')
  expect(verdictOf(report(true, [])).outcome).toBe('broken')
  expect(verdictOf(report(false, ['passed'])).outcome).toBe('broken')
  expect(verdictOf(null).outcome).toBe('broken')
})

test('a test that fails without any fault finds none', () => {
  const red = { outcome: 'red', failed: ['shaky', 'sound'] } as const
  expect(without(red, new Set(['shaky']))).toEqual({ outcome: 'red', failed: ['sound'] })
  expect(without(red, new Set(['shaky', 'sound'])).outcome).toBe('green')
})

test('a file of tests is run in the project that has it', () => {
  expect(projectOf('packages/server/src/features/qr/qr.rules.test.ts')).toBe('unit')
  expect(projectOf('packages/server/src/features/qr/qr.routes.test.ts')).toBe('server')
  expect(projectOf('packages/web/src/ui/table/list-state.test.ts')).toBe('unit')
  expect(projectOf('packages/e2e/kits/record.kit.ts')).toBe('kits')
  expect(projectOf('packages/e2e/tests/lists.e2e.ts')).toBe('e2e')
})
