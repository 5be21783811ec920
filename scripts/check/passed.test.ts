import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { passedSteps } from './passed.mjs'
import { checkSteps } from './steps.mjs'

const place = mkdtempSync(join(tmpdir(), 'passed-'))
const write = (path: string, content: string) => {
  mkdirSync(join(place, path, '..'), { recursive: true })
  writeFileSync(join(place, path), content)
}
const step = { name: 'a', command: 'tool', args: ['-x'], inputs: ['rules.json', 'packages/one'] }
/** As two runs of the command do: whether the step of the second one is looked at again. */
const memory = () => passedSteps(place, join(place, '.cache/check.json'))
const passedBefore = (one = step) => memory().left(one) === undefined
const finish = (ok: boolean) => {
  const passed = memory()
  passed.left(step)
  passed.add({ step, ok, seconds: 1, output: '' })
}

beforeEach(() => {
  rmSync(place, { recursive: true, force: true })
  write('package-lock.json', '{}')
  write('rules.json', '{}')
  write('packages/one/src/a.ts', 'one')
  write('packages/two/src/b.ts', 'two')
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

describe('a step', () => {
  test('that passed is not run again while all it looks at is as it was', () => {
    expect(passedBefore()).toBe(false)
    finish(true)
    expect(passedBefore()).toBe(true)
    write('packages/two/src/b.ts', 'other')
    write('packages/one/dist/a.js', 'built')
    expect(passedBefore()).toBe(true)
  })

  test('that failed is run again', () => {
    finish(true)
    write('packages/one/src/a.ts', 'wrong')
    finish(false)
    expect(passedBefore()).toBe(false)
    write('packages/one/src/a.ts', 'one')
    expect(passedBefore()).toBe(true)
  })

  test.each([
    ['a changed file', () => write('packages/one/src/a.ts', 'two')],
    ['a new file', () => write('packages/one/src/c.ts', '')],
    ['a file that is gone', () => rmSync(join(place, 'packages/one/src/a.ts'))],
    ['other settings', () => write('rules.json', '{"a":1}')],
    ['other versions of the tools', () => write('package-lock.json', '{"a":1}')],
  ])('is run again after %s', (_what, change) => {
    finish(true)
    change()
    expect(passedBefore()).toBe(false)
  })

  test('with another command is run', () => {
    finish(true)
    expect(passedBefore({ ...step, args: ['-y'] })).toBe(false)
  })
})

describe('a step that can tell what a change matters to', () => {
  const careful = {
    ...step,
    few: ['-some'],
    narrow: (changes: readonly { path: string; how: string }[]) =>
      changes.some(({ path }) => path === 'rules.json')
        ? undefined
        : changes.filter(({ how }) => how !== 'removed').map(({ path, how }) => `${how} ${path}`),
  }
  const leftOf = () => memory().left(careful)?.args

  test('looks at that alone, until it passes', () => {
    expect(leftOf()).toEqual(['-x'])
    finish(true)
    write('packages/one/src/a.ts', 'two')
    write('packages/one/src/c.ts', '')
    expect(leftOf()).toEqual(['-some', 'edited packages/one/src/a.ts', 'added packages/one/src/c.ts'])
    finish(false)
    write('packages/one/src/c.ts', 'more')
    expect(leftOf()).toEqual(['-some', 'edited packages/one/src/a.ts', 'added packages/one/src/c.ts'])
    finish(true)
    expect(leftOf()).toBeUndefined()
  })

  test('looks at nothing when nothing is left, at everything when it cannot tell', () => {
    finish(true)
    rmSync(join(place, 'packages/one/src/a.ts'))
    expect(leftOf()).toBeUndefined()
    write('rules.json', '{"a":1}')
    expect(leftOf()).toEqual(['-x'])
  })

  test('looks at everything after other versions of the tools', () => {
    finish(true)
    write('package-lock.json', '{"a":1}')
    write('packages/one/src/a.ts', 'two')
    expect(leftOf()).toEqual(['-x'])
  })
})

const root = resolve(import.meta.dirname, '../..')
const inputsOf = (name: string) => checkSteps().find((one) => one.name === name)?.inputs ?? []

/** Every file of the repository that the compiler reads for a package, its tests among them. */
function readBy(name: string): string[] {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = [tsc, '--listFilesOnly', '-p', join(root, 'packages', name)]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  return stdout
    .split('\n')
    .filter((path) => path !== '' && !path.includes('/node_modules/'))
    .map((path) => relative(root, path))
}

describe('what a step says it looks at', () => {
  test.each(['contract', 'server', 'web', 'e2e'])('is all that is read for %s', (name) => {
    const files = readBy(name)
    expect(files.length).toBeGreaterThan(20)
    const unsaid = (inputs: readonly string[]) =>
      files.filter((path) => !inputs.some((input) => path.startsWith(`${input}/`)))
    expect(unsaid(inputsOf(`типы: ${name}`))).toEqual([])
    if (name !== 'e2e') expect(unsaid(inputsOf('быстрые тесты'))).toEqual([])
    expect(unsaid(inputsOf('правила импортов'))).toEqual([])
  })

  test('is named by every step', () => {
    for (const one of checkSteps()) expect(one.inputs, one.name).not.toHaveLength(0)
  })
})
