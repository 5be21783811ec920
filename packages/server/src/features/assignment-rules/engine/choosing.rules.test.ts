import { RuleInput, ruleIssues } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { compile } from '#features/document-rules/condition.rules.ts'
import { knownFacts } from '#features/document-rules/fact-values.rules.ts'
import {
  type Candidate,
  firstTurn,
  fittingRules,
  isOnTime,
  pickBy,
  type ReadyRule,
  type Turn,
} from './choosing.rules.ts'

const ready = (input: z.input<typeof RuleInput>, id = 1): ReadyRule => {
  const rule = { ...RuleInput.parse(input), id, version: 1 }
  return { rule, when: compile(rule.condition) }
}
const person = (id: number, change: Partial<Candidate> = {}): Candidate => ({
  id,
  fullName: `Сотрудник ${id}`,
  isActive: true,
  mayLead: true,
  isOfBank: false,
  partnerId: 2,
  isAbsent: false,
  load: 0,
  targets: [`EMPLOYEE:${id}`],
  ...change,
})
const place = { partnerPath: [2] }
const known = { authorId: null, leadersBefore: [] }
const employee = (id: number, weight: number | null = null) => ({ kind: 'EMPLOYEE', id, weight }) as const
const wednesday = (time: string) => ({
  day: '2026-11-25',
  weekday: 3,
  minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
})

const round = ready({
  name: 'По кругу',
  strategy: 'ROUND_ROBIN',
  targets: [employee(3), employee(7), employee(9)],
})
const three = [person(3), person(7), person(9)]

describe('the choice of a rule', () => {
  it('goes around, over those who are away, and begins again', () => {
    const given: (number | null)[] = []
    let turn: Turn = firstTurn
    for (let times = 0; times < 4; times += 1) {
      const pick = pickBy(round, [person(3), person(7, { isAbsent: true }), person(9)], place, turn, known)
      given.push(pick.employeeId)
      turn = pick.turn ?? turn
    }
    expect(given).toEqual([3, 9, 3, 9])
  })

  it('says of everybody who fell out why', () => {
    const rule = ready({ name: 'П', strategy: 'LEAST_LOADED', targets: [employee(1)], limit: 5 })
    const pick = pickBy(
      rule,
      [
        person(1, { isActive: false }),
        person(2, { mayLead: false }),
        person(3, { partnerId: 4 }),
        person(4, { isAbsent: true }),
        person(5, { load: 5 }),
        person(6, { load: 4 }),
        person(7, { partnerId: 1, isOfBank: true, load: 2 }),
      ],
      place,
      firstTurn,
      known,
    )
    expect(pick.employeeId).toBe(7)
    expect(pick.people.map(({ reason }) => reason)).toEqual([
      'inactive',
      'noRight',
      'otherPartner',
      'absent',
      'limit',
      null,
      null,
    ])
  })

  it('gives to nobody when nobody fits: never to somebody absent', () => {
    const away = three.map((one) => ({ ...one, isAbsent: true }))
    for (const strategy of ['ROUND_ROBIN', 'LEAST_LOADED', 'STICKY'] as const) {
      const rule = ready({ name: 'П', strategy, targets: [employee(3)] })
      expect(pickBy(rule, away, place, firstTurn, { ...known, leadersBefore: [3] }).outcome).toBeNull()
    }
  })

  it('keeps shares exactly after every hundred cases, whoever was away meanwhile', () => {
    const rule = ready({
      name: 'Доли',
      strategy: 'SHARES',
      targets: [employee(3, 50), employee(7, 33), employee(9, 17)],
    })
    const counts = new Map<number, number>()
    let turn: Turn = firstTurn
    for (let nth = 0; nth < 200; nth += 1) {
      const people = nth < 20 ? [person(3), person(9)] : three
      const pick = pickBy(rule, people, place, turn, known)
      if (pick.turn) turn = pick.turn
      counts.set(pick.employeeId ?? 0, (counts.get(pick.employeeId ?? 0) ?? 0) + 1)
    }
    expect(Object.fromEntries(counts)).toEqual({ 3: 100, 7: 66, 9: 34 })
  })

  it('prefers skill, then the one with less to do', () => {
    const rule = ready({
      name: 'Навык',
      strategy: 'SKILL',
      targets: [employee(3, 1), employee(7, 3), employee(9, 3)],
    })
    const pick = pickBy(
      rule,
      [person(3), person(7, { load: 9 }), person(9, { load: 2 })],
      place,
      firstTurn,
      known,
    )
    expect(pick.employeeId).toBe(9)
    expect(pickBy(rule, [person(3), person(7, { isAbsent: true })], place, firstTurn, known).employeeId).toBe(
      3,
    )
  })

  it('leaves the client with the one who led them, the case with the one who opened it, or a queue', () => {
    const sticky = ready({ name: 'Прежний', strategy: 'STICKY' })
    expect(
      pickBy(sticky, three, place, firstTurn, { authorId: null, leadersBefore: [8, 9, 3] }).employeeId,
    ).toBe(9)
    const author = ready({ name: 'Кто завёл', strategy: 'AUTHOR' })
    expect(pickBy(author, three, place, firstTurn, { authorId: 7, leadersBefore: [] }).employeeId).toBe(7)
    expect(pickBy(author, three, place, firstTurn, known).outcome).toBeNull()
    const queue = ready({ name: 'Очередь', strategy: 'MANUAL', targets: [{ kind: 'WORKGROUP', id: 5 }] })
    expect(pickBy(queue, [], place, firstTurn, known)).toMatchObject({
      outcome: 'QUEUED',
      employeeId: null,
      workgroupId: 5,
    })
  })
})

describe('rules that fit', () => {
  const asks = (fact: 'region' | 'partner', value: string) =>
    ({ kind: 'fact', fact, predicate: 'EQ', value }) as const
  const rules = [
    ready({ name: 'Москва', strategy: 'AUTHOR', condition: asks('region', '77') }, 1),
    ready({ name: 'Выключено', strategy: 'AUTHOR', enabled: false }, 2),
    ready({ name: 'Прошло', strategy: 'AUTHOR', validTo: '2026-11-24' }, 3),
    ready({ name: 'Ночью', strategy: 'AUTHOR', schedule: { days: [2], from: '22:00', to: '06:00' } }, 4),
    ready(
      { name: 'Партнёр', strategy: 'AUTHOR', condition: asks('partner', '2'), validFrom: '2026-11-25' },
      5,
    ),
  ]
  const fit = (facts: object, time: string) =>
    fittingRules(rules, knownFacts(facts), wednesday(time)).map(({ rule }) => rule.id)

  it('hold now, in their order; what is not known holds nothing', () => {
    expect(fit({ region: '77', partner: '2' }, '12:00')).toEqual([1, 5])
    expect(fit({ partner: '2' }, '12:00')).toEqual([5])
    expect(fit({}, '05:59')).toEqual([4])
    expect(fit({}, '06:00')).toEqual([])
  })

  it('keep to their hours, over midnight too', () => {
    const day = { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }
    expect(['08:59', '09:00', '17:59', '18:00'].map((time) => isOnTime(day, wednesday(time)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(isOnTime({ ...day, days: [4] }, wednesday('10:00'))).toBe(false)
  })

  it('five hundred of them are asked in under ten milliseconds', () => {
    const many = Array.from({ length: 500 }, (_, n) =>
      ready(
        {
          name: `Правило ${n}`,
          strategy: 'ROUND_ROBIN',
          targets: [employee(3)],
          condition: { kind: 'all', items: [asks('region', '77'), asks('partner', String(n + 1_000))] },
        },
        n + 1,
      ),
    )
    const facts = knownFacts({ region: '77', partner: '1499' })
    fittingRules(many, facts, wednesday('12:00'))
    const began = performance.now()
    for (let times = 0; times < 20; times += 1) {
      const [one] = fittingRules(many, facts, wednesday('12:00'))
      if (one) pickBy(one, three, place, firstTurn, known)
    }
    expect((performance.now() - began) / 20).toBeLessThan(10)
  })
})

describe('what a rule may not say', () => {
  const of = (change: Partial<z.input<typeof RuleInput>>) =>
    ruleIssues(
      RuleInput.parse({ name: 'П', strategy: 'ROUND_ROBIN', targets: [employee(3)], ...change }),
    ).map(({ path, message }) => `${path}: ${message}`)
  it.each([
    [
      { strategy: 'SHARES', targets: [employee(3, 60), employee(7, 39)] },
      'targets: Доли должны составить 100 %, сейчас 99 %',
    ],
    [
      { strategy: 'SHARES', targets: [employee(3, 100), employee(7, 0)] },
      'targets: Укажите долю каждого: не меньше 1 %',
    ],
    [{ targets: [] }, 'targets: Укажите, кому отдавать'],
    [{ targets: [employee(3), employee(3)] }, 'targets: Один адресат указан дважды'],
    [{ strategy: 'SKILL' }, 'targets: Укажите уровень навыка каждого: от 1 до 3'],
    [{ validFrom: '2026-02-02', validTo: '2026-02-01' }, 'validTo: Последний день раньше первого'],
    [
      { condition: { kind: 'fact', fact: 'age', predicate: 'GT', value: 30 } },
      'condition: «возраст» при назначении ещё не известно: уберите это условие',
    ],
  ] as const)('%j', (change, message) => {
    expect(of(change as Partial<z.input<typeof RuleInput>>)).toEqual([message])
  })
  it('shares of a hundred per cent are taken', () => {
    expect(of({ strategy: 'SHARES', targets: [employee(3, 60), employee(7, 40)] })).toEqual([])
  })
})
