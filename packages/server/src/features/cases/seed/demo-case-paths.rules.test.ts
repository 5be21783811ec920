import { type CaseType, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { describe, expect, it } from 'vitest'
import { type Step, type WayGround, walk, walkTo } from './demo-case-paths.ts'
import { demoTypes } from './demo-types.ts'
import { Chance } from '#db/seed/generator.ts'

const hour = 3_600_000
const week = Array.from({ length: 168 }, (_, at) => new Date(Date.UTC(2026, 10, 16) + at * hour))
/** Starts that end in every part of a way; the long ones lead past the term of an approval. */
const daysAgo = [0.01, 0.2, 1, 3, 10, 40, ...Array.from({ length: 80 }, (_, at) => 100 + at * 5)]
const calendar = { offsetMinutes: 180, special: new Map() }
const types = Object.keys(machines) as CaseType[]

const groundAt = (type: CaseType, now: Date, isClean: boolean): WayGround => ({
  ...{ type, now, calendar, isClean, isStrained: false },
  fixed: type === 'LOAN_APPLICATION' ? { SIGNED: 48 * hour } : {},
})

/** What is wrong with a way: stages that overlap, leave a gap or end after now. */
function faultsOf(steps: readonly Step[], now: Date): string[] {
  return steps.flatMap((step, at) => {
    const next = steps[at + 1]
    const end = step.to ?? now
    return [
      ...(step.from > end ? [`${step.stage} is left before it is entered`] : []),
      ...(end > now ? [`${step.stage} is left in the future`] : []),
      ...((step.to === null) === (next === undefined) ? [] : [`${step.stage} is open in the middle`]),
      ...(next !== undefined && step.to?.getTime() !== next.from.getTime()
        ? [`a gap after ${step.stage}`]
        : []),
    ]
  })
}

describe.each(types)('made-up ways of %s, started at any hour of a week', (type) => {
  const chance = new Chance(7)
  const stages = Object.keys(machines[type].states).filter(
    (stage) => !demoTypes[type]?.passing.includes(stage),
  )

  it('stand in each stage without a moment out of order', () => {
    const faults = week.flatMap((now) =>
      stages.flatMap((stage) =>
        [false, true].flatMap((isLate) =>
          faultsOf(walkTo(chance, groundAt(type, now, isLate), stage, isLate), now).map(
            (f) => `${stage}: ${f}`,
          ),
        ),
      ),
    )
    expect(new Set(faults)).toEqual(new Set())
  }, 30_000)

  it('lead up to now without a moment out of order', () => {
    const faults = week.flatMap((now) =>
      daysAgo.flatMap((days) =>
        faultsOf(
          walk(
            chance,
            groundAt(type, now, days > 20),
            new Date(now.getTime() - days * 24 * hour),
            demoTypes[type]?.passing ?? [],
          ),
          now,
        ),
      ),
    )
    expect(new Set(faults)).toEqual(new Set())
  }, 30_000)
})
