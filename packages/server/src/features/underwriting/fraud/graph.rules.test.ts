import { describe, expect, it } from 'vitest'
import type { HolderRow, Place, TieRow } from './graph-facts.ts'
import { type GraphFacts, graphOf } from './graph.rules.ts'
import { humanKey, humansOf } from './humans.rules.ts'

const place = (participantId: number, caseId: number, more: Partial<Place> = {}): Place => ({
  ...{ participantId, caseId, personId: participantId, name: `Человек ${participantId}`, isMain: true },
  ...more,
})
const tie = (participantId: number, value: string, kind: TieRow['kind'] = 'PHONE'): TieRow => ({
  ...{ kind, value, label: value, role: 'телефон', participantId },
})
const holder = (participantId: number, value: string, more: Partial<HolderRow> = {}): HolderRow => ({
  ...place(participantId, participantId * 10),
  ...{ kind: 'PHONE', value, label: value, role: 'телефон', people: 2, counted: 2 },
  ...more,
})
const facts = (more: Partial<GraphFacts> = {}): GraphFacts => ({
  own: [place(1, 100)],
  ownTies: [tie(1, 'a')],
  holders: [],
  furtherTies: [],
  keyOf: ({ personId, participantId }) => `${personId ?? `p${participantId}`}`,
  marks: { listed: [], confirmed: [] },
  caseId: 100,
  counted: 1_000,
  ...more,
})

describe('the graph', () => {
  it('has the people of the application, what they have, and who else has it', () => {
    const { nodes, edges, cut } = graphOf(facts({ holders: [holder(2, 'a')] }), 200)
    expect(nodes.map(({ kind, depth, own }) => [kind, depth, own])).toEqual([
      ['PERSON', 0, true],
      ['PHONE', 1, true],
      ['PERSON', 2, false],
    ])
    expect(edges).toHaveLength(2)
    expect(nodes.find(({ kind }) => kind === 'PHONE')?.caseIds).toEqual([100, 20])
    expect(cut).toBe(false)
  })

  it('says how many are folded, and that they are more where the counting ended', () => {
    const few = graphOf(facts({ holders: [holder(2, 'a', { people: 341, counted: 341 })] }), 200)
    expect(few.nodes[1]?.folded).toEqual({ people: 340, more: false })
    const many = graphOf(facts({ holders: [holder(2, 'a', { people: 900, counted: 1_000 })] }), 200)
    expect(many.nodes[1]?.folded).toEqual({ people: 899, more: true })
  })

  it('has no more nodes than it may, those of the application first, and says what was left out', () => {
    const holders = Array.from({ length: 300 }, (_, at) => holder(at + 2, 'a', { people: 300 }))
    const { nodes, edges, cut } = graphOf(facts({ holders }), 50)
    expect(nodes).toHaveLength(50)
    expect(nodes[0]?.own).toBe(true)
    expect(cut).toBe(true)
    const known = new Set(nodes.map(({ key }) => key))
    expect(edges.every(({ from, to }) => known.has(from) && known.has(to))).toBe(true)
  })

  it('draws a further thing only where it ties two who are drawn', () => {
    const holders = [holder(2, 'a'), holder(3, 'a')]
    const furtherTies = [tie(2, 'b'), tie(3, 'b'), tie(3, 'alone')]
    const { nodes } = graphOf(facts({ holders, furtherTies }), 200)
    expect(
      nodes.filter(({ kind, depth }) => kind === 'PHONE' && depth === 2).map(({ label }) => label),
    ).toEqual(['b'])
  })

  it('marks whom a blacklist knows and whose fraud was confirmed', () => {
    const marks = { listed: [{ participantId: 2, level: 'STOP' }], confirmed: [20] }
    const { nodes } = graphOf(facts({ holders: [holder(2, 'a')], marks }), 200)
    expect(nodes[2]).toMatchObject({ listed: 'СТОП', confirmed: true })
    expect(nodes[0]).toMatchObject({ listed: null, confirmed: false })
  })

  it('names things by no number that somebody could read', () => {
    const { nodes } = graphOf(facts({ ownTies: [tie(1, '79171234567')] }), 200)
    expect(nodes[1]?.key).not.toContain('79171234567')
  })
})

const row = (id: number, more: object = {}) => ({
  ...{ id, fullName: 'Сомова Анна', birthDate: '1990-04-12', passports: [], snils: null, inn: null },
  ...more,
})

describe('rows of one human being', () => {
  it.each([
    [
      'by a passport, present or past',
      row(1, { passports: ['1', '2'], birthDate: null }),
      row(2, { passports: ['2'], birthDate: null }),
      true,
    ],
    ['by СНИЛС', row(1, { snils: '5', birthDate: null }), row(2, { snils: '5', birthDate: null }), true],
    ['by ИНН', row(1, { inn: '5', fullName: 'А' }), row(2, { inn: '5', fullName: 'Б' }), true],
    [
      'by name and birth date',
      row(1, { fullName: 'Семёнова Анна' }),
      row(2, { fullName: 'СЕМЕНОВА АННА' }),
      true,
    ],
    ['not namesakes with other numbers', row(1, { snils: '5' }), row(2, { snils: '6' }), false],
    ['not strangers', row(1, { fullName: 'А' }), row(2, { fullName: 'Б' }), false],
  ])('%s', (_, one, other, same) => {
    const humans = humansOf([one, other])
    expect(humans.get(1) === humans.get(2)).toBe(same)
  })

  it('join through a third', () => {
    const humans = humansOf([
      row(7, { passports: ['1'], birthDate: null }),
      row(9, { snils: '5', birthDate: null }),
      row(8, { passports: ['1'], snils: '5', birthDate: null }),
    ])
    expect([...humans.values()]).toEqual([7, 7, 7])
    expect(humanKey(humans, { personId: 9, participantId: 1 })).toBe('person 7')
    expect(humanKey(humans, { personId: null, participantId: 1 })).toBe('participant 1')
  })
})
