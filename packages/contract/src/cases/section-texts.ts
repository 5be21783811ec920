import { noValue, rowText, fieldText } from '../common/field-texts.ts'
import type { NameOf } from '../common/field-texts.ts'
import { type SectionCode, sectionDefinitions, sectionOf } from './case-sections.ts'
import type { QuestionnaireData } from './section-completeness.ts'
import { type FieldSpec, isGiven, type SectionValues } from '../common/fields.ts'

/** One field that differs between two states of a questionnaire. */
export interface SectionDifference {
  readonly section: string
  readonly sectionName: string
  readonly participantId: number | null
  readonly participantName: string | null
  readonly field: string
  readonly label: string
  readonly before: string
  readonly after: string
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
const rows = (value: unknown): (SectionValues & { key?: unknown })[] =>
  Array.isArray(value) ? (value as SectionValues[]) : []

interface Pair {
  readonly before: unknown
  readonly after: unknown
}

function rowPairs(name: string, field: FieldSpec, { before, after }: Pair, nameOf: NameOf) {
  const fields = field.fields ?? {}
  const old = new Map(rows(before).map((row) => [row.key, row]))
  const now = new Map(rows(after).map((row) => [row.key, row]))
  const keys = [...new Set([...old.keys(), ...now.keys()])]
  return keys.map((key, index) => {
    const [was, is] = [old.get(key), now.get(key)]
    return {
      field: `${name}.${index}`,
      label: `${field.itemLabel ?? field.label} ${index + 1}`,
      before: was === undefined ? noValue : rowText(fields, was, nameOf),
      after: is === undefined ? noValue : rowText(fields, is, nameOf),
      same: same(was, is),
    }
  })
}

/** A field of a section at two moments; `same`: its value did not change. */
export interface SectionPair {
  readonly field: string
  readonly label: string
  readonly before: string
  readonly after: string
  readonly same: boolean
}

/** Fields of a section that are given at one of two moments, in the order of the section; rows of lists each for itself. */
export function sectionPairs(
  section: SectionCode,
  before: SectionValues,
  after: SectionValues,
  nameOf: NameOf,
): SectionPair[] {
  return Object.entries(sectionOf(section).fields).flatMap(([name, field]) => {
    const pair = { before: before[name], after: after[name] }
    const isSame = same(pair.before, pair.after)
    if (isSame && !isGiven(pair.before)) return []
    if (field.kind === 'LIST') return rowPairs(name, field, pair, nameOf)
    const text = (value: unknown) => fieldText(field, value, nameOf)
    return [
      { field: name, label: field.label, before: text(pair.before), after: text(pair.after), same: isSame },
    ]
  })
}

/** Those of them that differ. */
export const sectionDifferences = (
  section: SectionCode,
  before: SectionValues,
  after: SectionValues,
  nameOf: NameOf,
): { field: string; label: string; before: string; after: string }[] =>
  sectionPairs(section, before, after, nameOf).flatMap(({ same: isSame, ...pair }) => (isSame ? [] : [pair]))

const sectionCodes = Object.keys(sectionDefinitions) as SectionCode[]
type Sections = Readonly<Partial<Record<SectionCode, SectionValues>>>

function ofSections(before: Sections, after: Sections, who: [number, string] | null, nameOf: NameOf) {
  return sectionCodes.flatMap((section) =>
    sectionDifferences(section, before[section] ?? {}, after[section] ?? {}, nameOf).map((one) => ({
      section,
      sectionName: sectionOf(section).title,
      participantId: who?.[0] ?? null,
      participantName: who?.[1] ?? null,
      ...one,
    })),
  )
}

/** Everything that differs between two states of a questionnaire: participants who came and went, and fields. */
export function questionnaireDifferences(
  before: QuestionnaireData,
  after: QuestionnaireData,
  nameOf: NameOf,
): SectionDifference[] {
  const old = new Map(before.participants.map((person) => [person.id, person]))
  const now = new Map(after.participants.map((person) => [person.id, person]))
  const roleName = (role: string) => nameOf('borrowerType', role)
  const people = [...new Set([...old.keys(), ...now.keys()])].flatMap((id): SectionDifference[] => {
    const [was, is] = [old.get(id), now.get(id)]
    const person = is ?? was
    if (person === undefined) return []
    const place = { section: 'PARTICIPANTS', sectionName: 'Участники', participantId: id }
    const row = { ...place, participantName: person.name, field: 'role', label: 'Участник' }
    const text = (one: typeof was) => (one === undefined ? noValue : `${roleName(one.role)}: ${one.name}`)
    if (was === undefined || is === undefined) return [{ ...row, before: text(was), after: text(is) }]
    const role = was.role === is.role ? [] : [{ ...row, before: text(was), after: text(is) }]
    return [...role, ...ofSections(was.sections, is.sections, [id, person.name], nameOf)]
  })
  return [...ofSections(before.sections, after.sections, null, nameOf), ...people]
}
