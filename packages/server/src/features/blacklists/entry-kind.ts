import type { BlacklistObject } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { entryGuards, entryMachine } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import { type RecordAsk, type RecordKind, recordKind } from '#features/machines/record-kind.ts'
import { bankDay } from '#lib/bank-time.ts'
import { decideAppeal, findOpenAppeal } from './appeals.repo.ts'
import { writeState } from './entries.repo.ts'
import { gapsOf } from './entry.rules.ts'
import type { StoredEntry } from './stored-entry.ts'

type Ask = RecordAsk<StoredEntry>

const ends: ReadonlySet<string> = new Set(['DECLINED', 'EXPIRED', 'REMOVED'])
const outcomes: Readonly<Record<string, 'SATISFIED' | 'REJECTED'>> = {
  satisfy: 'SATISFIED',
  keep: 'REJECTED',
}

const isOver = ({ record: { validTo }, clock }: Ask) => validTo !== null && validTo < bankDay(clock)

/** Entries of blacklists: moved by their machine alone, each by the rights of its list. */
const kindOf = (object: BlacklistObject): RecordKind<StoredEntry> =>
  recordKind<StoredEntry>()(entryMachine, {
    code: 'blacklist_entry',
    object,
    bankOnly: true,
    ofWhat: 'записи чёрного списка',
    guardNames: entryGuards,
    keyOf: ({ id }) => ({ id }),
    stateOf: ({ state }) => state,
    createdAt: ({ createdAt }) => createdAt,
    async authors(db, { id, contributors }) {
      const appeal = await findOpenAppeal(db, id)
      return appeal === null ? contributors : [...contributors, appeal.registeredById]
    },
    guards: {
      whole: ({ record }: Ask) => {
        const gaps = gapsOf(record)
        return gaps.length === 0 ? null : `Заполните: ${gaps.join(', ')}`
      },
      notOver: (ask: Ask) => (isOver(ask) ? 'Последний день записи уже прошёл: укажите другой срок' : null),
      over: (ask: Ask) => (isOver(ask) ? null : 'Последний день записи ещё не прошёл'),
    },
    async write({ db, record: { id }, action, to, actor, clock, comment }) {
      const at = clock.now()
      const outcome = outcomes[action]
      if (outcome !== undefined && actor !== null)
        await decideAppeal(db, id, { outcome, decidedBy: actor.employeeId, at, decision: comment ?? '' })
      await writeState(db, id, {
        state: to,
        at,
        endedOn: ends.has(to) ? bankDay(clock) : null,
        ...(action === 'approve' && actor !== null && { approverId: actor.employeeId }),
      })
    },
  })

/** The kind of records by whose rights it lives. */
export const entryKinds: Readonly<Record<BlacklistObject, RecordKind<StoredEntry>>> = {
  IndividualBlacklist: kindOf('IndividualBlacklist'),
  LegalPersonBlacklist: kindOf('LegalPersonBlacklist'),
}
