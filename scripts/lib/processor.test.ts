import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ProcessorMeter, processorSeconds, secondsOfStat } from './processor.mjs'

test('own seconds and those of ended children are added, whatever the name of the process', () => {
  const stat = '42 (a) (b c) S 1 42 42 0 -1 4194560 1 2 3 4 150 50 700 100 20 0 11 0 9 1 2'
  expect(secondsOfStat(stat)).toBe(10)
})

test('a line of another shape is an error and not a figure', () => {
  expect(() => secondsOfStat('42 (node) S 1')).toThrow('/proc')
})

test('stages share the total out, with what processes outside have used', () => {
  let now = 3
  const meter = new ProcessorMeter(() => now)
  meter.begin('подготовка')
  now = 10
  meter.begin('вызовы')
  now = 30
  meter.add(5)
  expect(meter.toString()).toBe('Процессор: 35 с (подготовка 10 с; вызовы 25 с)')
})

test('a system that does not tell is said so', () => {
  expect(processorSeconds('self', 'darwin')).toBeUndefined()
  const meter = new ProcessorMeter(() => processorSeconds('self', 'win32'))
  meter.begin('подготовка')
  expect(meter.toString()).toBe('Процессор: не измерено')
})

test.runIf(process.platform === 'linux')('work of a grandchild is counted once it has ended', () => {
  const work = 'for (const end = Date.now() + 300; Date.now() < end;);'
  const child = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(work)}])`
  const before = processorSeconds('self') ?? 0
  spawnSync(process.execPath, ['-e', child])
  // The machine may be busy: the grandchild then has less of the processor than time went by.
  expect((processorSeconds('self') ?? 0) - before).toBeGreaterThan(0.05)
})
