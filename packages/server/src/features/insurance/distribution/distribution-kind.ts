import { distributionIssues } from '@ipoteka-office/contract/insurance/distribution-content.ts'
import {
  distributionGuards,
  distributionMachine,
} from '@ipoteka-office/contract/insurance/distribution-machine.ts'
import { type RecordAsk, type RecordKind, recordKind } from '#features/machines/record-kind.ts'
import { bankDay } from '#lib/bank-time.ts'
import { writeDistributionState } from './distributions.repo.ts'
import type { StoredDistribution } from './stored-distribution.ts'

type Ask = RecordAsk<StoredDistribution>

/** Versions of the distribution: moved by their machine alone, and agreed to by nobody who has written them. */
export const distributionKind: RecordKind<StoredDistribution> = recordKind<StoredDistribution>()(
  distributionMachine,
  {
    code: 'insurance_distribution',
    object: 'Insurance',
    bankOnly: true,
    ofWhat: 'версии распределения',
    guardNames: distributionGuards,
    keyOf: ({ id }) => ({ id }),
    stateOf: ({ state }) => state,
    createdAt: ({ createdAt }) => createdAt,
    authors: (_, { contributors }) => Promise.resolve(contributors),
    guards: {
      whole({ record: { content, lending } }: Ask) {
        const [issue, ...more] = distributionIssues(content, lending)
        if (issue === undefined) return null
        const at = /^rows\.(\d+)/.exec(issue.path)?.[1]
        const place = at === undefined ? '' : `Строка ${Number(at) + 1}. `
        return `${place}${issue.message}${more.length > 0 ? ` (и ещё ошибок: ${more.length})` : ''}`
      },
      future: ({ clock, record }: Ask) =>
        record.validFrom >= bankDay(clock)
          ? null
          : 'День начала уже прошёл: поставьте сегодняшний или более поздний',
      notBegun: ({ clock, record }: Ask) =>
        record.validFrom > bankDay(clock)
          ? null
          : 'Версия уже действует: подтвердите новую, она сменит эту со своего первого дня',
    },
    write: ({ db, record: { id }, action, to, clock, actor }) =>
      writeDistributionState(db, id, {
        to,
        at: clock.now(),
        approverId: action === 'approve' ? (actor?.employeeId ?? null) : null,
      }),
  },
)
