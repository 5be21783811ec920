import { expect, test } from 'vitest'
import { runSteps } from './run-steps.mjs'
import { thousandsOfInstantiations, typeBudget } from './type-budget.mjs'

const said = (instantiations: number) => `Files:  12\nInstantiations:  ${instantiations}\nMemory used: 1K\n`
const most = thousandsOfInstantiations.server * 1000

test('a package within its budget passes and says how much it took', () => {
  expect(typeBudget('server')(said(most))).toMatchObject({ ok: true })
  expect(typeBudget('server')(said(1_234_000)).note).toContain('1234 тыс.')
})

test('a package above its budget, or one that says nothing, fails', () => {
  expect(typeBudget('server')(said(most + 1000)).ok).toBe(false)
  expect(typeBudget('server')('').ok).toBe(false)
})

test('a step fails by what it has printed, although its command succeeded', async () => {
  const step = {
    name: 'a command',
    command: process.execPath,
    args: ['-e', `console.log(${JSON.stringify(said(most + 1000))})`],
  }
  expect(await runSteps([step])).toMatchObject([{ ok: true }])
  expect(await runSteps([{ ...step, judge: typeBudget('server') }])).toMatchObject([
    { ok: false, note: `вычислено типов: ${most / 1000 + 1} тыс. из ${most / 1000}` },
  ])
})
