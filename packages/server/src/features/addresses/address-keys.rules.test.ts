import { describe, expect, it } from 'vitest'
import { bestOf, groupsOf, type KnownWord } from './address-keys.rules.ts'

const kinds = { places: true, streets: true }
const word = (typed: string, rest: Partial<KnownWord> = {}): KnownWord => ({
  typed,
  exact: null,
  beginning: null,
  begun: [],
  near: [],
  nearBegun: [],
  ...rest,
})

describe('groups of keys', () => {
  it('of one word are its own names alone', () => {
    expect(groupsOf([{ word: word('казань', { exact: 5 }), tolerance: 'exact' }], kinds)).toEqual([
      [21, 22, 23],
    ])
    expect(
      groupsOf([{ word: word('казань', { exact: 5 }), tolerance: 'exact' }], {
        places: true,
        streets: false,
      }),
    ).toEqual([[21, 23]])
  })

  it('of several words want each somewhere on the path and one in the own name', () => {
    const wanted = [
      { word: word('казань', { exact: 5 }), tolerance: 'exact' },
      { word: word('баум', { begun: [7, 8] }), tolerance: 'begun' },
    ] as const
    expect(groupsOf(wanted, kinds)).toEqual([[20], [28, 32], [21, 22, 23, 29, 30, 31, 33, 34, 35]])
  })

  it('are none when a word means nothing', () => {
    expect(groupsOf([{ word: word('йцукен'), tolerance: 'near' }], kinds)).toBeNull()
    const known = { word: word('казань', { exact: 5 }), tolerance: 'exact' } as const
    expect(groupsOf([known, { word: word('йцукен'), tolerance: 'exact' }], kinds)).toBeNull()
  })

  it('of a beginning are its keys, and no words above it stand in its own name', () => {
    const begun = { word: word('ка', { beginning: 4, begun: [7] }), tolerance: 'begun' } as const
    expect(groupsOf([begun], kinds)).toEqual([[-8, -9]])
    expect(groupsOf([begun], { places: true, streets: false })).toEqual([[-8]])
    const known = { word: word('казань', { exact: 5 }), tolerance: 'exact' } as const
    expect(groupsOf([known, begun], kinds)).toEqual([[20], [28, -8, -9], [21, 22, 23, -8, -9]])
  })
})

describe('the best candidate', () => {
  const kazan = { word: word('казань', { exact: 5, begun: [6] }), tolerance: 'begun' } as const
  const order = (candidates: { pos: number; type: string; keys: number[] }[], types: string[] = []) =>
    bestOf(candidates, [kazan], { types, open: true, most: 10 }).map(({ pos }) => pos)

  it('has the word itself, then its beginning, then a former name', () => {
    expect(
      order([
        { pos: 100, type: 'г', keys: [20, 23] },
        { pos: 101, type: 'г', keys: [24, 25] },
        { pos: 102, type: 'г', keys: [20, 21] },
      ]),
    ).toEqual([102, 101, 100])
  })

  it('has no other words, is of the type that was typed, and is the more important', () => {
    expect(
      order([
        { pos: 1_000, type: 'ул', keys: [20, 22, 26] },
        { pos: 1_001, type: 'ул', keys: [20, 22] },
      ]),
    ).toEqual([1_001, 1_000])
    expect(
      order(
        [
          { pos: 1_000, type: 'пер', keys: [20, 22] },
          { pos: 1_001, type: 'ул.', keys: [20, 22] },
        ],
        ['ул'],
      ),
    ).toEqual([1_001, 1_000])
    expect(
      order([
        { pos: 9, type: 'г', keys: [20, 21] },
        { pos: 2, type: 'г', keys: [20, 21] },
      ]),
    ).toEqual([2, 9])
  })

  it('may be a big place that is only begun before a tiny one with the very name', () => {
    expect(
      order([
        { pos: 90_000, type: 'п', keys: [20, 21] },
        { pos: 1, type: 'г', keys: [24, 25] },
      ]),
    ).toEqual([1, 90_000])
  })
})
