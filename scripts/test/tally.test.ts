import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Tally } from './tally.mjs'

const place = mkdtempSync(join(tmpdir(), 'tally-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const zeros = {
  numTotalTests: 0,
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  success: true,
}

function reported(counts: object, code: number): string {
  const path = join(place, 'report.json')
  writeFileSync(path, JSON.stringify({ ...zeros, ...counts }))
  const tally = new Tally()
  tally.addReport(path, code)
  return tally.toString()
}

test('the closing line adds up steps and reports', () => {
  expect(reported({ numPassedTests: 7 }, 0)).toBe('7 passed, 0 failed')
  expect(reported({ numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, success: false }, 1)).toBe(
    '7 passed, 2 failed, 1 skipped',
  )
})

test('a run that breaks without a failed test is a failure', () => {
  expect(reported({ numPassedTests: 7 }, 1)).toBe('7 passed, 1 failed')
  expect(reported({ success: false }, 0)).toBe('0 passed, 1 failed')
})

test('a missing report is a failure', () => {
  const tally = new Tally()
  tally.add(true, 'Типы')
  tally.addReport(join(place, 'nothing.json'), 0)
  expect(tally.toString()).toBe('1 passed, 1 failed')
})

test('tests are counted apart from steps, so that a run without any is noticed', () => {
  const path = join(place, 'counted.json')
  const tally = new Tally()
  tally.add(true, 'Типы')
  writeFileSync(path, JSON.stringify(zeros))
  tally.addReport(path, 0)
  expect(tally.tests).toBe(0)
  writeFileSync(path, JSON.stringify({ ...zeros, numTotalTests: 3, numPassedTests: 3 }))
  tally.addReport(path, 0)
  expect(tally.tests).toBe(3)
})

test('what failed is named at the end with its reason, without the stack', () => {
  const path = join(place, 'failed.json')
  const tally = new Tally()
  tally.add(false, 'Типы')
  const fullName = 'an object is found'
  const failed = { status: 'failed', fullName, failureMessages: ['Error: expected 1\n\n    at here.ts:1:1'] }
  const testResults = [
    {
      name: '/tests/one.test.ts',
      status: 'failed',
      assertionResults: [failed, { status: 'passed', fullName: 'other' }],
    },
    { name: '/tests/two.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ]
  writeFileSync(
    path,
    JSON.stringify({ ...zeros, numTotalTests: 2, numFailedTests: 1, success: false, testResults }),
  )
  tally.addReport(path, 1)
  tally.addReport(join(place, 'nothing.json'), 137)
  expect(
    tally
      .summary()
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    'Не прошло:',
    '✗ Типы',
    '✗ one.test.ts › an object is found: Error: expected 1',
    '✗ two.test.ts: Cannot find module',
    '✗ nothing.json: отчёта о тестах нет (код 137)',
  ])
  expect(new Tally().summary()).toBe('')
})
