import { scorecardIssues } from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import {
  scorecardGuards,
  scorecardMachine,
} from '@ipoteka-office/contract/underwriting/scorecard/scorecard-machine.ts'
import { type RecordAsk, type RecordKind, recordKind } from '#features/machines/record-kind.ts'
import { findActing, writeState } from './scorecards.repo.ts'
import type { StoredScorecard } from './stored-scorecard.ts'

type Ask = RecordAsk<StoredScorecard>

const agrees: readonly string[] = ['approve', 'promote']

/** Versions of the scorecard: moved by their machine alone, and agreed to by nobody who has written them. */
export const scorecardKind: RecordKind<StoredScorecard> = recordKind<StoredScorecard>()(scorecardMachine, {
  code: 'scorecard_version',
  object: 'Underwriting',
  bankOnly: true,
  ofWhat: 'версии скоринговой карты',
  guardNames: scorecardGuards,
  keyOf: ({ id }) => ({ id }),
  stateOf: ({ state }) => state,
  createdAt: ({ createdAt }) => createdAt,
  authors: (_, { contributors }) => Promise.resolve(contributors),
  guards: {
    whole: ({ record }: Ask) => {
      const [issue] = scorecardIssues(record.content)
      return issue === undefined ? null : `Исправьте карту: ${issue.message}`
    },
    async alone({ db, record }: Ask) {
      const other = (await findActing(db)).find(({ id, state }) => id !== record.id && state !== 'CHAMPION')
      return other === undefined
        ? null
        : `Претендент уже есть, версия ${other.number}: сначала отзовите её или сделайте основной`
    },
  },
  write: ({ db, record: { id }, action, to, clock, actor }) =>
    writeState(db, id, {
      to,
      at: clock.now(),
      begins: action === 'approve',
      ends: to === 'WITHDRAWN',
      approverId: agrees.includes(action) ? (actor?.employeeId ?? null) : null,
    }),
})
