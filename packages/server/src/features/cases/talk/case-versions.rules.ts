import { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { ComparedField } from '@ipoteka-office/contract/history/history.ts'
import { maskAll } from '@ipoteka-office/contract/common/masks.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { noValue } from '@ipoteka-office/contract/common/field-texts.ts'
import { sectionPairs } from '@ipoteka-office/contract/cases/section-texts.ts'
import { type CardLabels, type Names, readableFields } from '#features/history/card-history.rules.ts'
import { bySection, type CaseChange, namesIn, placeOf, type Told } from './case-history.rules.ts'

type Values = Readonly<Record<string, unknown>>

/** A row that belongs to a case, as it is now. */
export interface CaseObject
  extends Pick<CaseChange, 'objectType' | 'objectId' | 'section' | 'participantId' | 'participant'> {
  readonly values: Values
}

/** A change after the earlier of two moments; `later`: after the other one too. */
export type ChangeSince = CaseChange & { readonly later: boolean }

/** A row at two moments; null: there was none. */
export type TwoStates = Told & Pick<CaseChange, 'participantId' | 'participant'>

/** What a row was before a change of it. */
function before(state: Values | null, { action, oldValues }: CaseChange): Values | null {
  if (action === 'INSERT') return null
  return action === 'DELETE' ? oldValues : { ...state, ...oldValues }
}

interface Kept extends Omit<CaseObject, 'values'> {
  after: Values | null
  before: Values | null
}

/** Every row of the case at both moments: changes are taken back from what is now, the newest of them first. */
export function statesOf(now: readonly CaseObject[], newestFirst: readonly ChangeSince[]): TwoStates[] {
  const kept = new Map<string, Kept>()
  const keyOf = ({ objectType, objectId }: Pick<CaseObject, 'objectType' | 'objectId'>) =>
    `${objectType}:${objectId}`
  for (const { values, ...object } of now)
    kept.set(keyOf(object), { ...object, after: values, before: values })
  for (const change of newestFirst) {
    const key = keyOf(change)
    const { objectType, objectId, section, participantId, participant } = change
    const object = kept.get(key) ?? {
      ...{ objectType, objectId, section, participantId, participant },
      after: null,
      before: null,
    }
    const state = before(object.before, change)
    kept.set(key, { ...object, before: state, after: change.later ? state : object.after })
  }
  return [...kept.values()].map(({ after, before: earlier, ...object }) => ({
    ...object,
    oldValues: earlier,
    newValues: after,
    created: null,
  }))
}

const isAbsent = (values: Values | null): boolean =>
  values === null || (values['removed_at'] ?? null) !== null

/** Who was taken out of the case before the first moment and did not come back, by the participant's id. */
const goneOf = (states: readonly TwoStates[]): Set<number | null> =>
  new Set(
    states
      .filter(
        ({ objectType, oldValues, newValues }) =>
          objectType === 'caseParticipant' && isAbsent(oldValues) && isAbsent(newValues),
      )
      .map(({ participantId }) => participantId),
  )

type Pair = Pick<ComparedField, 'field' | 'label' | 'before' | 'after'>

function pairsOf(labels: CardLabels, state: Told, names: Names): Pair[] {
  const { objectType, section, oldValues, newValues } = state
  if (objectType === 'caseSection') {
    const code = SectionCode.safeParse(section)
    return code.success ? sectionPairs(code.data, oldValues ?? {}, newValues ?? {}, namesIn(names)) : []
  }
  return readableFields(labels[objectType] ?? { fields: {} }, state, names).map(
    ({ oldValue, newValue, ...field }) => ({ ...field, before: oldValue, after: newValue }),
  )
}

const hidden = <T extends Told>(state: T): T => ({
  ...state,
  oldValues: maskAll(state.oldValues),
  newValues: maskAll(state.newValues),
})

/** A field at both moments, and how those see it from whom personal numbers are hidden. */
export interface Compared extends ComparedField {
  readonly veiled: Pair
}

/** The fields of the case at both moments, in the order of the questionnaire; what was empty all the time is left out. */
export function comparedFields(
  type: CaseType,
  labels: CardLabels,
  states: readonly TwoStates[],
  names: Names,
): Compared[] {
  const gone = goneOf(states)
  return states
    .filter(
      ({ participantId, oldValues, newValues }) =>
        !(isAbsent(oldValues) && isAbsent(newValues)) && (participantId === null || !gone.has(participantId)),
    )
    .flatMap((state) => {
      const veiled = pairsOf(labels, hidden(state), names)
      return pairsOf(labels, state, names).flatMap((pair, at) => {
        const { field, label, before: was, after } = pair
        if (was === noValue && after === noValue) return []
        const place = { ...placeOf(state, type), participantId: state.participantId }
        const changed = was !== after
        return [{ ...place, field, label, before: was, after, changed, veiled: veiled[at] ?? pair }]
      })
    })
    .toSorted(bySection)
}
