import { RuleInput, type StoredRule } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { findingsOf } from './findings.rules.ts'

const rule = (id: number, input: Partial<z.input<typeof RuleInput>>): StoredRule => ({
  ...RuleInput.parse({ name: `Правило ${id}`, strategy: 'LEAST_LOADED', ...input }),
  id,
  version: 1,
})
const asks = (fact: 'region' | 'partner', ...value: string[]) =>
  ({ kind: 'fact', fact, predicate: 'IN', value }) as const
const kinds = (...rules: StoredRule[]) =>
  [...findingsOf(rules)].map(([id, { kind, otherId }]) => [id, kind, otherId])

it('a rule behind a wider one is never reached, an equal one is told of', () => {
  expect(
    kinds(
      rule(1, { condition: asks('region', '16', '77') }),
      rule(2, { condition: { kind: 'all', items: [asks('region', '77'), asks('partner', '2')] } }),
      rule(3, { condition: asks('region', '16', '77') }),
      rule(4, { condition: asks('region', '63') }),
    ),
  ).toEqual([
    [2, 'SHADOWED', 1],
    [3, 'EQUAL', 1],
  ])
})

it('a rule that passes cases on stands before others rightly: a limit, hours, the one who led the client', () => {
  const condition = asks('partner', '2')
  const hours = { days: [1], from: '09:00', to: '18:00' }
  expect(
    kinds(
      rule(1, { condition, strategy: 'STICKY' }),
      rule(2, { condition, schedule: hours }),
      rule(3, { condition, limit: 5 }),
      rule(4, { condition }),
    ),
  ).toEqual([])
})

it('a condition that never holds is told of; a rule that is off is not looked at', () => {
  const never = { kind: 'all', items: [asks('region', '16'), asks('region', '77')] } as const
  const condition = { kind: never.kind, items: [...never.items] }
  expect(
    kinds(rule(1, { condition }), rule(2, { enabled: false }), rule(3, { condition: asks('region', '16') })),
  ).toEqual([[1, 'IMPOSSIBLE', null]])
})

it('five hundred rules are looked through in a second', () => {
  const many = Array.from({ length: 500 }, (_, n) =>
    rule(n + 1, {
      condition: { kind: 'all', items: [asks('region', '16', '77'), asks('partner', String(n + 10))] },
    }),
  )
  const began = performance.now()
  expect(kinds(...many)).toEqual([])
  expect(performance.now() - began).toBeLessThan(5_000)
})
