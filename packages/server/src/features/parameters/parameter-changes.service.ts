import { topics } from '@ipoteka-office/contract/live.ts'
import type { ParameterValue } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import type { Db } from '#db/database.ts'
import type { ChangeKind } from '#features/change-requests/change-requests.service.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import type { ParameterReader } from './parameter-reader.service.ts'
import { findHead, findLiveValue, insertValue, lockHead, withdrawValue } from './parameters.repo.ts'

/** What a request asks for. */
export type AskedChange =
  | {
      readonly action: 'set'
      readonly validFrom: string
      readonly value: ParameterValue
      readonly source: string
      readonly reason: string
    }
  | { readonly action: 'withdraw'; readonly valueId: number }

export interface ParameterChangeParts {
  readonly clock: BankClock
  readonly parameters: ParameterReader
}

/** Whether the day of a change has passed: the past is not changed, however long the decision took. */
async function isTooLate(db: Db, parameterId: number, change: AskedChange, today: string): Promise<boolean> {
  if (change.action === 'set') return change.validFrom < today
  const value = await findLiveValue(db, parameterId, change.valueId)
  return value === undefined || value.validFrom <= today
}

/** Changes of parameters, as a second person decides on them. */
export const parameterChanges = ({ clock, parameters }: ParameterChangeParts): ChangeKind => ({
  async isStale(db, { objectId, baseVersion, payload }, { lock }) {
    const head = await (lock ? lockHead : findHead)(db, objectId ?? 0)
    if (head === undefined || head.version !== baseVersion) return true
    return isTooLate(db, head.id, payload as AskedChange, bankDay(clock))
  },
  async apply({ db, request: { id, objectId, payload } }) {
    if (objectId === null) throw new Error('A change of a parameter names none')
    const change = payload as AskedChange
    parameters.expectChange()
    if (change.action === 'withdraw') await withdrawValue(db, objectId, change.valueId)
    else {
      const { action: _, ...value } = change
      await insertValue(db, { ...value, parameterId: objectId, changeRequestId: id })
    }
    return objectId
  },
  decided: (db) => publish(db, topics.parameters),
})
