import { type RejectionReason, rejectionReasons } from '@ipoteka-office/contract/queue/queue.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candidateOf, waitingOf } from '#testing/assignments.ts'
import { assign } from './distribution/distribution.rules.ts'
import { type Candidate, whyNot } from './distribution/eligibility.rules.ts'
import { fitnessFor, type GivenByHand, refusalByHand } from './manual-assignment.rules.ts'

const noon = { type: 'nis', minuteOfDay: 12 * 60 } as const

const checking = (changes: Partial<Candidate> = {}): Candidate => candidateOf(1, changes)

const { seenBy: _, ...application } = waitingOf(1)
const given = (changes: Partial<GivenByHand> = {}): GivenByHand => ({
  ...application,
  version: 3,
  holder: null,
  ...changes,
})

describe('why somebody may not take an application by hand', () => {
  const cases: [string, Partial<Candidate>, Partial<GivenByHand>, RejectionReason[]][] = [
    ['fits', {}, {}, []],
    ['is on pause', { workStatus: 'PAUSE' }, {}, ['status']],
    ['works at night', { shiftFrom: 22 * 60, shiftBy: 6 * 60 }, {}, ['shift']],
    ['takes another level', {}, { level: 'LEVEL_5' }, ['level']],
    ['takes another status', {}, { status: 'CONTROL' }, ['applicationStatus']],
    ['takes other partners', { allPartners: false, partnerIds: [8] }, {}, ['partner']],
    ['takes other regions', { allRegions: false, regions: ['78'] }, {}, ['region']],
    ['is at the limit', { open: 10 }, {}, ['limit']],
    ['prepared the case', {}, { barredEmployees: [5, 101] }, ['ownWork']],
    [
      'fails everything',
      {
        workStatus: 'INACTIVE',
        shiftFrom: null,
        levels: [],
        statuses: [],
        allPartners: false,
        allRegions: false,
        limit: 0,
      },
      { barredEmployees: [101] },
      (Object.keys(rejectionReasons) as RejectionReason[]).filter((reason) => reason !== 'authority'),
    ],
  ]
  const asked = { type: 'uw', minuteOfDay: 12 * 60 } as const
  const loan = { product: 'MORTGAGE', amount: '5000000.00', region: '77' } as const
  const may = (maxExposure: string | null, regions: string[] = []) => ({
    authorities: [{ product: 'MORTGAGE' as const, regions, maxExposure }],
  })
  it.each([
    ['may approve it', may('5000000.00'), true, []],
    ['may approve any sum', may(null), true, []],
    ['may approve less', may('4999999.99'), true, ['authority']],
    ['may approve elsewhere', may(null, ['16']), true, ['authority']],
    ['may approve nothing', {}, true, ['authority']],
    ['may approve nothing where nobody may', {}, false, []],
  ] as const)('an underwriter who %s', (_, candidate, covered, reasons) => {
    const asking = { ...asked, isCovered: () => covered }
    expect(whyNot(given(loan), checking(candidate), asking)).toEqual(reasons)
  })

  it.each(cases)('who %s', (_, candidate, application, reasons) => {
    expect(whyNot(given(application), checking(candidate), noon)).toEqual(reasons)
  })

  it('says the same as the distribution for every rule of it', () => {
    const one = fc.record({
      workStatus: fc.constantFrom('ACTIVE' as const, 'PAUSE' as const),
      shiftFrom: fc.constantFrom(null, 0, 540, 1320),
      shiftBy: fc.constantFrom(0, 360, 1080),
      levels: fc.subarray(['LEVEL_1', 'LEVEL_2']),
      statuses: fc.subarray(['UNDERWRITING', 'CONTROL']),
      partnerIds: fc.subarray([7, 8]),
      allPartners: fc.boolean(),
      regions: fc.subarray(['77', '78']),
      allRegions: fc.boolean(),
      open: fc.integer({ min: 0, max: 3 }),
      limit: fc.integer({ min: 0, max: 3 }),
    })
    fc.assert(
      fc.property(one, fc.constantFrom('oic' as const, 'nis' as const), (changes, type) => {
        const candidate = checking(changes)
        const [decision] = assign([{ ...given(), seenBy: [] }], [candidate], { ...noon, type })
        const [first] = whyNot(given(), candidate, { ...noon, type })
        expect(decision?.rejected).toEqual(first === undefined ? {} : { [first]: 1 })
      }),
    )
  })
})

describe('many applications', () => {
  it('are counted together: room for two of three, and what a person holds already is not counted', () => {
    const three = [given({ id: 1 }), given({ id: 2 }), given({ id: 3 }), given({ id: 4, holder: 1 })]
    expect(fitnessFor(three, checking({ open: 8 }), noon)).toEqual({ fits: 2, reasons: { limit: 1 } })
  })
})

describe('an item', () => {
  const cases: [string, GivenByHand | undefined, RegExp | null][] = [
    ['that fits is given', given(), null],
    ['that left the queue', undefined, /нет в очереди/],
    ['that was changed meanwhile', given({ version: 4 }), /тем временем/],
    ['that the person has', given({ holder: 1 }), /уже у этого сотрудника/],
    [
      'that the rules forbid',
      given({ level: 'LEVEL_5', barredEmployees: [101] }),
      /не тот уровень, готовил эту заявку/,
    ],
  ]
  it.each(cases)('%s', (_, application, words) => {
    const refusal = refusalByHand(application, 3, checking(), noon)
    if (words === null) expect(refusal).toBeNull()
    else expect(refusal).toMatch(words)
  })
})
