import {
  qualityGuards,
  qualityMachine,
} from '@ipoteka-office/contract/underwriting/quality/quality-machine.ts'
import { isAnyOf } from '#db/same-person.ts'
import { type RecordAsk, type RecordKind, recordKind } from '#features/machines/record-kind.ts'
import { type StoredQuality, writeState } from './quality.repo.ts'

type Ask = RecordAsk<StoredQuality>
const dayMs = 86_400_000

/** Sampled decisions: graded by neither who decided nor who prepared, answered by neither of them nor the checker. */
export const qualityKind = (disputeDays: number): RecordKind<StoredQuality> =>
  recordKind<StoredQuality>()(qualityMachine, {
    code: 'quality_check',
    object: 'Underwriting',
    bankOnly: true,
    ofWhat: 'проверки качества',
    guardNames: qualityGuards,
    keyOf: ({ id }) => ({ id }),
    stateOf: ({ state }) => state,
    createdAt: ({ drawnAt }) => drawnAt,
    authors: (_, { barredIds }) => Promise.resolve(barredIds),
    guards: {
      own: async ({ db, actor, record: { subjectId } }: Ask) =>
        subjectId !== null && actor !== null && (await isAnyOf(db, actor.employeeId, [subjectId]))
          ? null
          : 'Возражает тот, кто принял решение',
      inTime: ({ record: { gradedAt }, clock }: Ask) =>
        gradedAt !== null && clock.now().getTime() <= Date.parse(gradedAt) + disputeDays * dayMs
          ? null
          : 'Срок возражения прошёл',
    },
    // What else changes with the state is written beside the move, with the words that it was asked with.
    write: ({ db, record: { id }, to }) => writeState(db, id, to),
  })
