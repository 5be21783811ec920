import { SectionCode, sectionNames, sectionOf } from '@ipoteka-office/contract/case-sections.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history.ts'
import { sectionDifferences } from '@ipoteka-office/contract/section-texts.ts'
import type { SectionField } from '@ipoteka-office/contract/sections/fields.ts'
import {
  type CardLabels,
  mentioned,
  type Names,
  readableChanges,
} from '#features/history/card-history.rules.ts'

type Values = Readonly<Record<string, unknown>>

/** A change of anything that belongs to a case, as the trigger wrote it. */
export interface CaseChange {
  readonly id: string
  readonly at: string
  readonly actor: string
  readonly action: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly version: number | null
  readonly requestId: string | null
  readonly objectType: string
  readonly objectId: number
  readonly oldValues: Values | null
  readonly newValues: Values | null
  /** Of a participant: the row as it was created, to tell which one it is. */
  readonly created: Values | null
  /** Of a section: its code, and whose it is. */
  readonly section: string | null
  readonly participant: string | null
}

/** Where a change belongs: code and name of the section, with the participant where it is theirs. */
export function placeOf({ objectType, section, participant }: CaseChange): {
  section: string
  sectionName: string
} {
  const code = section ?? (objectType === 'caseParticipant' ? 'PARTICIPANTS' : 'CASE')
  const name = sectionNames[code] ?? code
  return { section: code, sectionName: participant && section !== null ? `${name}: ${participant}` : name }
}

type Code = { dictionary: string; code: string }

function codesOfField(field: SectionField, value: unknown): Code[] {
  if (Array.isArray(value))
    return value.flatMap((row: Values) =>
      Object.entries(field.fields ?? {}).flatMap(([name, inner]) => codesOfField(inner, row[name])),
    )
  return field.dictionary !== undefined && typeof value === 'string'
    ? [{ dictionary: field.dictionary, code: value }]
    : []
}

const fieldsOf = (section: string | null): [string, SectionField][] => {
  const code = SectionCode.safeParse(section)
  return code.success ? Object.entries(sectionOf(code.data).fields) : []
}

/** What the changes speak of: codes of dictionaries and ids of rows. */
export function namesNeeded(labels: CardLabels, changes: readonly CaseChange[]) {
  const ofCards = mentioned(
    labels,
    changes.map(({ objectType, oldValues, newValues, created }) => ({
      objectType,
      values: [oldValues, newValues, created],
    })),
  )
  const ofSections = changes.flatMap(({ section, oldValues, newValues }) =>
    fieldsOf(section).flatMap(([name, field]) =>
      [oldValues, newValues].flatMap((row) => codesOfField(field, row?.[name])),
    ),
  )
  return { ids: ofCards.ids, codes: [...ofCards.codes, ...ofSections] }
}

/** The changed fields as people read them. */
export function changesOf(labels: CardLabels, change: CaseChange, names: Names): HistoryEntry['changes'] {
  const { objectType, section, oldValues, newValues, created } = change
  if (objectType !== 'caseSection')
    return readableChanges(labels[objectType] ?? { fields: {} }, { oldValues, newValues, created }, names)
  const code = SectionCode.safeParse(section)
  if (!code.success) return []
  const nameOf = (dictionary: string, value: string) => names.get(`${dictionary}:${value}`) ?? value
  return sectionDifferences(code.data, oldValues ?? {}, newValues ?? {}, nameOf).map(
    ({ field, label, before, after }) => ({ field, label, oldValue: before, newValue: after }),
  )
}

/** The changes of every object put together: what it was before the first, what it is after the last. */
export function mergedChanges(changes: readonly CaseChange[]): CaseChange[] {
  const merged = new Map<string, CaseChange>()
  for (const change of changes) {
    const key = `${change.objectType}:${change.objectId}`
    const before = merged.get(key)
    merged.set(
      key,
      before === undefined
        ? change
        : {
            ...before,
            // What was there first stays; what is new since is added.
            oldValues:
              before.action === 'INSERT' ? before.oldValues : { ...change.oldValues, ...before.oldValues },
            newValues: change.action === 'DELETE' ? null : { ...before.newValues, ...change.newValues },
          },
    )
  }
  return [...merged.values()]
}

const order = Object.keys(sectionNames)

/** Sections in the order of the questionnaire. */
export const bySection = (one: { section: string }, other: { section: string }): number =>
  order.indexOf(one.section) - order.indexOf(other.section)
