import {
  type SectionCode,
  type SectionGap,
  sectionDefinitions,
  sectionOf,
  sectionsOf,
} from './case-sections.ts'
import type { CaseType } from './types/case-types.ts'
import {
  type AskedFields,
  type FieldPlace,
  isGiven,
  type FieldSpec,
  type FieldSpecs,
  type SectionValues,
} from '../common/fields.ts'

/** A participant with the values of their sections. */
export interface QuestionnaireParticipant {
  readonly id: number
  readonly role: string
  readonly name: string
  readonly sections: Readonly<Partial<Record<SectionCode, SectionValues>>>
}
/** The values of a whole questionnaire. */
export interface QuestionnaireData {
  readonly type: CaseType
  readonly sections: Readonly<Partial<Record<SectionCode, SectionValues>>>
  readonly participants: readonly QuestionnaireParticipant[]
  /** What its products ask for besides; read where completeness is asked. */
  readonly asks?: AskedFields
}

/** How full a section is. */
export interface SectionCompleteness {
  readonly section: SectionCode
  readonly participantId: number | null
  readonly filled: number
  readonly needed: number
  readonly gaps: readonly SectionGap[]
}

interface Asked {
  readonly path: string
  readonly label: string
  readonly given: boolean
}

/** Whether the field has a sense where it stands. */
export const isAsked = ({ when }: FieldSpec, place: FieldPlace): boolean => when === undefined || when(place)

const rowsOf = (value: unknown): SectionValues[] => (Array.isArray(value) ? (value as SectionValues[]) : [])

function neededFields(fields: FieldSpecs, place: FieldPlace, prefix = ''): Asked[] {
  const found: Asked[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (!isAsked(field, place)) continue
    const value = place.data[name]
    const path = prefix + name
    if (field.needed?.(place)) found.push({ path, label: field.label, given: isGiven(value) })
    if (field.fields === undefined) continue
    const { fields: inner, itemLabel = field.label } = field
    for (const [index, row] of rowsOf(value).entries())
      for (const one of neededFields(inner, { ...place, data: row }, `${path}.${index}.`))
        found.push({ ...one, label: `${itemLabel} ${index + 1}: ${one.label}` })
  }
  return found
}

const empty: SectionValues = {}

/** How full one section is: of the case, or of the participant given. */
export function sectionCompleteness(
  section: SectionCode,
  { sections, asks }: Pick<QuestionnaireData, 'sections' | 'asks'>,
  participant: QuestionnaireParticipant | null,
): SectionCompleteness {
  const { fields, title } = sectionOf(section)
  const data = (participant ?? { sections }).sections[section] ?? empty
  const asked = neededFields(fields, { data, sections, participant, asks })
  const participantId = participant?.id ?? null
  const missing = asked.filter(({ given }) => !given)
  return {
    section,
    participantId,
    filled: asked.length - missing.length,
    needed: asked.length,
    gaps: missing.map(({ path, label }) => ({
      section,
      sectionName: title,
      participantId,
      participantName: participant?.name ?? null,
      field: path,
      label,
    })),
  }
}

/** Whether a participant of the role has the section. */
export function hasSection(section: SectionCode, role: string): boolean {
  const { roles } = sectionOf(section)
  return roles === undefined || roles.includes(role)
}

const isOfPerson = (code: SectionCode) => sectionDefinitions[code].scope === 'PARTICIPANT'

function ofPeople(data: QuestionnaireData, codes: readonly SectionCode[]): SectionCompleteness[] {
  return data.participants.flatMap((person) =>
    codes
      .filter((code) => isOfPerson(code) && hasSection(code, person.role))
      .map((code) => sectionCompleteness(code, data, person)),
  )
}

/** Every section of the questionnaire, in the order in which it is asked, with how full it is. */
export function questionnaireCompleteness(data: QuestionnaireData): SectionCompleteness[] {
  const codes = sectionsOf(data.type)
  const firstOfPerson = codes.find(isOfPerson)
  return codes.flatMap((code) => {
    if (code === firstOfPerson) return ofPeople(data, codes)
    return isOfPerson(code) ? [] : [sectionCompleteness(code, data, null)]
  })
}

/** Roubles as whole kopecks. */
export function toKopecks(amount: string): bigint {
  const [roubles = '0', part = ''] = amount.split('.')
  return BigInt(roubles) * 100n + BigInt(part.padEnd(2, '0'))
}
/** Whole kopecks as roubles: `'83217.44'`, `'6480000'`. */
export function fromKopecks(kopecks: bigint): string {
  const part = kopecks % 100n
  return part === 0n ? String(kopecks / 100n) : `${kopecks / 100n}.${String(part).padStart(2, '0')}`
}
