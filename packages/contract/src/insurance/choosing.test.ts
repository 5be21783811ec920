import { describe, expect, it } from 'vitest'
import {
  chooseInsurer,
  normalised,
  rowFor,
  type ShareCell,
  type ShareRow,
  type Tally,
  wholeShare,
} from './choosing.ts'
import { distributionIssues, shareText } from './distribution-content.ts'
import { fromKopecks, toKopecks } from './premium.ts'

const cell = (insurerId: number, share: number, more: Partial<ShareCell> = {}): ShareCell => ({
  insurerId,
  share,
  maxContracts: null,
  maxSum: null,
  ageFrom: null,
  ageTo: null,
  objects: [],
  ...more,
})
const row = (more: Partial<ShareRow> = {}): ShareRow => ({
  type: 'LIFE',
  region: null,
  branchId: null,
  product: null,
  cells: [cell(1, 6_000), cell(2, 4_000)],
  ...more,
})
const facts = { age: 35, object: 'FLAT', sum: '1000000' }
const all = new Set([1, 2, 3])

/** Makes so many offers one after another. */
function offers(cells: readonly ShareCell[], count: number): Map<number, Tally> {
  const tallies = new Map<number, Tally>()
  for (let at = 0; at < count; at += 1) {
    const { insurerId } = chooseInsurer({ cells }, facts, [...tallies.values()], all)
    if (insurerId === null) break
    const before = tallies.get(insurerId)
    tallies.set(insurerId, {
      insurerId,
      offered: (before?.offered ?? 0) + 1,
      sum: fromKopecks(toKopecks(before?.sum ?? '0') + toKopecks(facts.sum)),
      lastAt: String(at).padStart(6, '0'),
    })
  }
  return tallies
}

describe('the choice of an insurer', () => {
  it.each([
    [[5_000, 3_000, 2_000], 100],
    [[3_333, 3_333, 3_334], 999],
    [[9_900, 50, 50], 400],
  ])('keeps to shares %j within one offer at every moment', (shares, count) => {
    const cells = shares.map((share, at) => cell(at + 1, share))
    for (let made = 1; made <= count; made += 37)
      for (const { insurerId, offered } of offers(cells, made).values()) {
        const wanted = ((shares[insurerId - 1] ?? 0) * made) / wholeShare
        expect(Math.abs(offered - wanted)).toBeLessThan(shares.length - 1)
      }
  })

  it('gives a tie to whom was not offered for longest', () => {
    const cells = [cell(1, 5_000), cell(2, 5_000)]
    const tally = (insurerId: number, lastAt: string): Tally => ({ insurerId, offered: 4, sum: '0', lastAt })
    expect(
      chooseInsurer({ cells }, facts, [tally(1, '2026-11-02'), tally(2, '2026-11-01')], all).insurerId,
    ).toBe(2)
    expect(
      chooseInsurer({ cells }, facts, [tally(1, '2026-11-01'), tally(2, '2026-11-02')], all).insurerId,
    ).toBe(1)
    expect(chooseInsurer({ cells }, facts, [], all).insurerId).toBe(1)
  })

  it.each<[string, ShareCell, string]>([
    ['is not accredited', cell(9, 9_000), 'аккредитация не действует'],
    ['takes the young alone', cell(1, 9_000, { ageTo: 30 }), 'не подходит возраст клиента'],
    ['takes houses alone', cell(1, 9_000, { objects: ['HOUSE'] }), 'не принимает такие объекты'],
    ['has a cap of a sum', cell(1, 9_000, { maxSum: '999999.99' }), 'лимит суммы исчерпан'],
    ['has no share', cell(1, 0), 'доля 0 %'],
  ])('passes by whoever %s, and says why', (_, first, reason) => {
    const { insurerId, considered } = chooseInsurer({ cells: [first, cell(2, 1_000)] }, facts, [], all)
    expect([insurerId, considered[0]?.passedBy]).toEqual([2, reason])
  })

  it('never goes above a cap, and finds nobody when all are full', () => {
    const cells = [cell(1, 9_000, { maxContracts: 3 }), cell(2, 1_000, { maxContracts: 2 })]
    const made = offers(cells, 20)
    expect([...made.values()].map(({ insurerId, offered }) => [insurerId, offered])).toEqual([
      [1, 3],
      [2, 2],
    ])
  })
})

it('the closest row speaks: a branch before a region, a region before a programme', () => {
  const rows = [
    row(),
    row({ product: '105' }),
    row({ region: '77' }),
    row({ region: '77', product: '105' }),
    row({ branchId: 5 }),
    row({ branchId: 6 }),
  ]
  const place = { type: 'LIFE' as const, region: '77', branchIds: [6, 5], product: '105' }
  expect(rowFor(rows, place)?.branchId).toBe(6)
  expect(rowFor(rows, { ...place, branchIds: [7] })).toBe(rows[3])
  expect(rowFor(rows, { ...place, branchIds: [], region: '78' })).toBe(rows[1])
  expect(rowFor(rows, { ...place, type: 'OWNERSHIP' })).toBeUndefined()
})

describe('shares of a row', () => {
  it.each([
    [
      [1, 1, 1],
      [3_334, 3_333, 3_333],
    ],
    [
      [0, 0],
      [5_000, 5_000],
    ],
    [
      [5_000, 4_000],
      [5_556, 4_444],
    ],
    [
      [10_000, 10_000, 0],
      [5_000, 5_000, 0],
    ],
  ])('%j are made a whole as %j', (shares, answer) => {
    expect(normalised(shares)).toEqual(answer)
    expect(normalised(shares).reduce((sum, share) => sum + share, 0)).toBe(wholeShare)
  })

  it('have to be a whole exactly', () => {
    const content = (...shares: number[]) => ({
      rows: [{ ...row(), cells: shares.map((share, at) => ({ ...cell(at + 1, share), objects: [] })) }],
    })
    expect(distributionIssues(content(5_000, 5_000), 'MORTGAGE')).toEqual([])
    expect(distributionIssues(content(5_000, 4_999), 'MORTGAGE')[0]?.message).toBe(
      'Доли дают 99,99\u00a0%: не хватает 0,01\u00a0%',
    )
    expect(distributionIssues(content(6_000, 4_050), 'MORTGAGE')[0]?.message).toBe(
      'Доли дают 100,5\u00a0%: лишние 0,5\u00a0%',
    )
  })

  it.each([
    [10_000, '100'],
    [50, '0,5'],
    [1_205, '12,05'],
  ])('%i hundredths read as %s', (share, words) => expect(shareText(share)).toBe(`${words}\u00a0%`))
})
