import { SectionCode, sectionNames, sectionOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type NameOf } from '@ipoteka-office/contract/common/field-texts.ts'
import { sectionDifferences } from '@ipoteka-office/contract/cases/section-texts.ts'
import type { FieldSpec } from '@ipoteka-office/contract/common/fields.ts'
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
  /** Where it comes from when nobody typed it. */
  readonly source?: string | null
  readonly objectType: string
  readonly objectId: number
  readonly oldValues: Values | null
  readonly newValues: Values | null
  /** Of a participant: the row as it was created, to tell which one it is. */
  readonly created: Values | null
  /** Of a section: its code, and whose it is. */
  readonly section: string | null
  readonly participantId: number | null
  readonly participant: string | null
}

/** What the texts of a change are made of. */
export type Told = Pick<CaseChange, 'objectType' | 'section' | 'oldValues' | 'newValues' | 'created'>

const places: Readonly<Record<string, string>> = {
  caseParticipant: 'PARTICIPANTS',
  realtyObject: 'REALTY_OBJECTS',
}

/** Where a change belongs: code and name of the section, with the participant where it is theirs. */
export function placeOf(
  { objectType, section, participant }: Pick<CaseChange, 'objectType' | 'section' | 'participant'>,
  type: CaseType,
): { section: string; sectionName: string } {
  const code = section ?? places[objectType] ?? 'CASE'
  const name = code === 'CASE' ? caseTypes[type].word : (sectionNames[code] ?? code)
  return { section: code, sectionName: participant && section !== null ? `${name}: ${participant}` : name }
}

type Code = { dictionary: string; code: string }

function codesOfField(field: FieldSpec, value: unknown): Code[] {
  if (Array.isArray(value))
    return value.flatMap((row: Values) =>
      Object.entries(field.fields ?? {}).flatMap(([name, inner]) => codesOfField(inner, row[name])),
    )
  return field.dictionary !== undefined && typeof value === 'string'
    ? [{ dictionary: field.dictionary, code: value }]
    : []
}

const fieldsOf = (section: string | null): [string, FieldSpec][] => {
  const code = SectionCode.safeParse(section)
  return code.success ? Object.entries(sectionOf(code.data).fields) : []
}

/** What the changes speak of: codes of dictionaries and ids of rows. */
export function namesNeeded(labels: CardLabels, changes: readonly Told[]) {
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

/** How codes of dictionaries are called. */
export const namesIn =
  (names: Names): NameOf =>
  (dictionary, code) =>
    names.get(`${dictionary}:${code}`) ?? code

/** The changed fields as people read them. */
export function changesOf(labels: CardLabels, change: Told, names: Names): HistoryEntry['changes'] {
  const { objectType, section, oldValues, newValues, created } = change
  if (objectType !== 'caseSection')
    return readableChanges(labels[objectType] ?? { fields: {} }, { oldValues, newValues, created }, names)
  const code = SectionCode.safeParse(section)
  if (!code.success) return []
  const nameOf = namesIn(names)
  return sectionDifferences(code.data, oldValues ?? {}, newValues ?? {}, nameOf).map(
    ({ field, label, before, after }) => ({ field, label, oldValue: before, newValue: after }),
  )
}

const order = Object.keys(sectionNames)

/** Sections in the order of the questionnaire. */
export const bySection = (one: { section: string }, other: { section: string }): number =>
  order.indexOf(one.section) - order.indexOf(other.section)
