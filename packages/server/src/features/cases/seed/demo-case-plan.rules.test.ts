import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { expect, it } from 'vitest'
import { Chance } from '#db/seed/generator.ts'
import { seedRegions } from '#db/seed/rulebook/regions.ts'
import { actorOf } from '#db/seed/rulebook/staff.ts'
import { reducedLimits } from '#features/underwriting/seed/demo-authorities.ts'
import { planBank } from './demo-case-plan.ts'

/** The demo underwriter, whose authority was made smaller. */
const reduced = 1
const staff = {
  may: {
    Underwrite: [reduced, 2, 3],
    Verify: [4, 5],
    CheckRealty: [6, 7],
    InvestigateFraud: [8, 9],
    ControlDecision: [10, 11],
    DecideInCommittee: [12, 13],
    Check: [14, 15],
  },
  checkers: {
    oic: [{ approverId: 1, employeeId: 14 }],
    nis: [{ approverId: 2, employeeId: 15 }],
  },
}

it('gives nobody an approval beyond the authority that was made smaller, whenever the bank is made up', () => {
  const partners = seedRegions
    .slice(0, 4)
    .map((region, at) => ({ id: at + 1, region, offsetMinutes: 180, agents: [50 + at, 60 + at] }))
  const approvals = ['2026-11-24T00:27:10.923Z', '2026-07-03T09:15:00Z'].flatMap((at) =>
    planBank(
      {
        ...{ chance: new Chance(7), now: new Date(at), special: new Map(), partners, staff },
        shown: { Underwrite: reduced },
      },
      0.5,
    ).flatMap(({ type, deal, steps, team, agentId }) =>
      steps.flatMap(({ left }) =>
        left?.decides?.outcome === 'APPROVE' && actorOf(left, team, agentId) === reduced
          ? [{ type, amount: deal.amount }]
          : [],
      ),
    ),
  )
  expect(approvals.length).toBeGreaterThan(100)
  const beyond = approvals.filter(
    ({ type, amount }) => amount > reducedLimits[caseTypes[type].product ?? 'MORTGAGE'],
  )
  expect(beyond).toEqual([])
}, 60_000)
