import type { RejectionReason } from '@ipoteka-office/contract/queue/queue.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candidateOf as candidate, waitingOf as waiting } from '#testing/assignments.ts'
import { assign, survey, type Waiting } from './distribution.rules.ts'
import { type Asking, type Candidate, whyNot } from './eligibility.rules.ts'

const noon = 12 * 60

const oneOf = (candidates: Candidate[], application = waiting(1), minute = noon) =>
  assign([application], candidates, { type: 'nis', minuteOfDay: minute })[0]

describe('who is shut out', () => {
  const cases: [string, Partial<Candidate>, RejectionReason][] = [
    ['is on pause', { workStatus: 'PAUSE' }, 'status'],
    ['is inactive', { workStatus: 'INACTIVE' }, 'status'],
    ['has a shift later today', { shiftFrom: 13 * 60, shiftBy: 20 * 60 }, 'shift'],
    ['has a shift that ends at this minute', { shiftFrom: 6 * 60, shiftBy: noon }, 'shift'],
    ['has a night shift', { shiftFrom: 22 * 60, shiftBy: 6 * 60 }, 'shift'],
    ['has no shift', { shiftFrom: null, shiftBy: null }, 'shift'],
    ['takes another level', { levels: ['LEVEL_1', 'LEVEL_3'] }, 'level'],
    ['takes another status', { statuses: ['CONTROL'] }, 'applicationStatus'],
    ['takes other partners', { allPartners: false, partnerIds: [8, 9] }, 'partner'],
    ['takes other regions', { allRegions: false, regions: ['78'] }, 'region'],
    ['has reached the limit', { open: 10 }, 'limit'],
    ['has a limit lowered below what is open', { open: 12 }, 'limit'],
    ['has the limit 0', { limit: 0 }, 'limit'],
    ['prepared the case', { employeeId: 70 }, 'ownWork'],
  ]

  it.each(cases)('an approver who %s receives nothing', (_, changes, reason) => {
    expect(oneOf([candidate(1, changes)], waiting(1, { barredEmployees: [70] }))).toEqual({
      applicationId: 1,
      approverId: null,
      rule: null,
      considered: 1,
      candidates: 0,
      rejected: { [reason]: 1 },
    })
  })

  it('counts an approver under the first reason in the order of the rules', () => {
    const all = candidate(1, {
      workStatus: 'PAUSE',
      levels: [],
      allPartners: false,
      allRegions: false,
      limit: 0,
    })
    expect(
      oneOf([all, candidate(2, { levels: [], limit: 0 }), candidate(3, { open: 10 })])?.rejected,
    ).toEqual({
      status: 1,
      level: 1,
      limit: 1,
    })
  })

  it('does not ask for the status of the application in the department ОИК', () => {
    const [decision] = assign([waiting(1)], [candidate(1, { statuses: [] })], {
      type: 'oic',
      minuteOfDay: noon,
    })
    expect(decision?.approverId).toBe(1)
  })
})

describe('who is let in', () => {
  it.each([
    ['at the first minute of the shift', 9 * 60, 18 * 60, 9 * 60, true],
    ['at its last minute', 9 * 60, 18 * 60, 18 * 60 - 1, true],
    ['after midnight of a night shift', 22 * 60, 6 * 60, 30, true],
    ['before midnight of a night shift', 22 * 60, 6 * 60, 23 * 60 + 59, true],
    ['in the morning after a night shift', 22 * 60, 6 * 60, 6 * 60, false],
    ['round the clock when both ends are equal', 8 * 60, 8 * 60, 3 * 60, true],
  ])('%s', (_, shiftFrom, shiftBy, minute, expected) => {
    const decision = oneOf([candidate(1, { shiftFrom, shiftBy })], waiting(1), minute)
    expect(decision?.approverId === 1).toBe(expected)
  })

  it('a partner and a region that are named', () => {
    const named = candidate(1, { allPartners: false, partnerIds: [7], allRegions: false, regions: ['77'] })
    expect(oneOf([named])?.approverId).toBe(1)
  })
})

describe('who is chosen', () => {
  it('the only one who fits', () => {
    expect(oneOf([candidate(1), candidate(2, { workStatus: 'PAUSE' })])).toMatchObject({
      approverId: 1,
      rule: 'only',
      candidates: 1,
      considered: 2,
    })
  })

  it('the least loaded by share of the limit, not by count', () => {
    const busy = candidate(1, { open: 3, limit: 5 })
    const free = candidate(2, { open: 8, limit: 40 })
    expect(oneOf([busy, free])).toMatchObject({ approverId: 2, rule: 'leastLoaded', candidates: 2 })
  })

  it('of equally loaded ones the one who has waited longest, and first who never had any', () => {
    const early = candidate(1, { lastAssignedAt: 1_000 })
    const late = candidate(2, { lastAssignedAt: 2_000 })
    expect(oneOf([late, early])).toMatchObject({ approverId: 1, rule: 'longestIdle' })
    expect(oneOf([early, late, candidate(3)])).toMatchObject({ approverId: 3, rule: 'longestIdle' })
  })

  it('with all else equal the lowest id', () => {
    expect(oneOf([candidate(5), candidate(4), candidate(6)])).toMatchObject({
      approverId: 4,
      rule: 'lowestId',
    })
  })

  it('who has seen the application before, however loaded, the latest first', () => {
    const candidates = [candidate(1), candidate(2, { open: 9 }), candidate(3, { open: 8 })]
    expect(oneOf(candidates, waiting(1, { seenBy: [2, 3] }))).toMatchObject({ approverId: 2, rule: 'sticky' })
  })

  it('somebody else when the one who has seen it is not available', () => {
    const candidates = [
      candidate(1),
      candidate(2, { workStatus: 'PAUSE' }),
      candidate(3, { open: 10 }),
      candidate(4),
    ]
    const seen = waiting(1, { seenBy: [4, 2, 3, 99], barredEmployees: [104] })
    expect(oneOf(candidates, seen)).toMatchObject({
      approverId: 1,
      rule: 'only',
    })
  })
})

describe('a round', () => {
  it('spreads applications evenly and stops at the limits', () => {
    const candidates = [candidate(1, { limit: 2 }), candidate(2, { limit: 4 })]
    const decisions = assign(
      Array.from({ length: 8 }, (_, index) => waiting(index + 1)),
      candidates,
      { type: 'nis', minuteOfDay: noon },
    )
    expect(decisions.map(({ approverId }) => approverId)).toEqual([1, 2, 2, 1, 2, 2, null, null])
    expect(decisions.at(-1)?.rejected).toEqual({ limit: 2 })
  })

  const ids = fc.constantFrom('A', 'B', 'C')
  const anyCandidate = fc.record({
    workStatus: fc.constantFrom('ACTIVE' as const, 'ACTIVE' as const, 'ACTIVE' as const, 'PAUSE' as const),
    shiftFrom: fc.option(fc.integer({ min: 0, max: 1_439 })),
    shiftBy: fc.option(fc.integer({ min: 0, max: 1_439 })),
    levels: fc.uniqueArray(ids),
    statuses: fc.uniqueArray(ids),
    partnerIds: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
    allPartners: fc.boolean(),
    regions: fc.uniqueArray(ids),
    allRegions: fc.boolean(),
    limit: fc.integer({ min: 0, max: 4 }),
    open: fc.integer({ min: 0, max: 4 }),
    lastAssignedAt: fc.option(fc.integer({ min: 0, max: 5 })),
  })
  const anyWaiting = fc.record({
    level: ids,
    status: ids,
    partnerId: fc.integer({ min: 1, max: 3 }),
    region: ids,
    seenBy: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
    barredEmployees: fc.uniqueArray(fc.integer({ min: 101, max: 140 }), { maxLength: 3 }),
  })

  const covers = (from: number | null, by: number | null, minute: number): boolean => {
    if (from === null || by === null) return false
    const length = (by - from + 1_440) % 1_440 || 1_440
    return (minute - from + 1_440) % 1_440 < length
  }

  /** The rules once more, as the specification tells them and as slow as it likes. */
  const fits = (type: 'oic' | 'nis', a: Candidate, open: number, x: Waiting, minute: number): boolean =>
    [
      a.workStatus === 'ACTIVE',
      covers(a.shiftFrom, a.shiftBy, minute),
      a.levels.includes(x.level),
      type === 'oic' || a.statuses.includes(x.status),
      a.allPartners || a.partnerIds.includes(x.partnerId),
      a.allRegions || a.regions.includes(x.region),
      open < a.limit,
      !x.barredEmployees.includes(a.employeeId),
    ].every(Boolean)

  /** Gives the applications out one by one and says for each who should have it, of how many. */
  function expected(type: 'oic' | 'nis', queue: Waiting[], candidates: Candidate[], minute: number) {
    const state = new Map(candidates.map((c) => [c.id, { open: c.open, last: c.lastAssignedAt ?? -1 }]))
    const of = (c: Candidate) => state.get(c.id) ?? { open: 0, last: 0 }
    return queue.map((application, turn) => {
      const eligible = candidates.filter((c) => fits(type, c, of(c).open, application, minute))
      const [best] = eligible.toSorted(
        (a, b) => of(a).open / a.limit - of(b).open / b.limit || of(a).last - of(b).last || a.id - b.id,
      )
      const sticky = application.seenBy.find((id) => eligible.some((c) => c.id === id))
      const approverId = sticky ?? best?.id ?? null
      if (approverId !== null)
        state.set(approverId, { open: (state.get(approverId)?.open ?? 0) + 1, last: 1_000 + turn })
      return { approverId, candidates: eligible.length, shutOut: candidates.length - eligible.length }
    })
  }

  const byFirstRule = (x: Waiting | undefined, candidates: Candidate[], asking: Asking) => {
    const firsts = candidates.map((c) => (x ? whyNot(x, c, asking)[0] : undefined))
    const rejected: Partial<Record<RejectionReason, number>> = {}
    for (const first of firsts) if (first) rejected[first] = (rejected[first] ?? 0) + 1
    const fitting = firsts.filter((first) => first === undefined)
    return { considered: candidates.length, candidates: fitting.length, rejected }
  }

  it('chooses as the rules say for any approvers and applications', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('oic' as const, 'nis' as const),
        // More than 32 people: more than one word of bits.
        fc.array(anyCandidate, { maxLength: 70 }),
        fc.array(anyWaiting, { maxLength: 12 }),
        fc.integer({ min: 0, max: 1_439 }),
        (type, people, queue, minute) => {
          const candidates: Candidate[] = people.map((person, index) => ({
            ...person,
            id: index + 1,
            employeeId: 101 + index,
          }))
          const applications: Waiting[] = queue.map((application, index) => ({
            ...application,
            id: index + 1,
          }))
          const decisions = assign(applications, candidates, { type, minuteOfDay: minute })
          const told = decisions.map(({ approverId, candidates: fitted, rejected }) => ({
            approverId,
            candidates: fitted,
            shutOut: Object.values(rejected).reduce((sum, n) => sum + n, 0),
          }))
          expect(told).toEqual(expected(type, applications, candidates, minute))
          // As things stand: everybody by the first rule that forbids, as those read it who give by hand.
          for (const [at, found] of survey(applications, candidates, { type, minuteOfDay: minute }).entries())
            expect(found).toEqual(byFirstRule(applications[at], candidates, { type, minuteOfDay: minute }))
        },
      ),
      { numRuns: 300 },
    )
  })
})
