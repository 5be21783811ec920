import { participantRoles } from '@ipoteka-office/contract/cases/case-participants.ts'
import {
  type CaseQuestionnaire,
  type CaseSection,
  type SectionCode,
  sectionOf,
} from '@ipoteka-office/contract/cases/case-sections.ts'
import {
  type QuestionnaireData,
  questionnaireCompleteness,
  type SectionCompleteness,
} from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { Db } from '#db/database.ts'
import { findSections, findSectionsOf, type SectionRow } from './case-sections.repo.ts'
import { findParticipants, findParticipantsOf, type ParticipantRow } from './participants.repo.ts'

/** A questionnaire as it is stored: values for the rules and rows for the answers. */
export interface StoredQuestionnaire extends QuestionnaireData {
  readonly rows: readonly SectionRow[]
  readonly people: readonly ParticipantRow[]
}

const valuesOf = (rows: readonly SectionRow[], participantId: number | null) =>
  Object.fromEntries(
    rows.filter((row) => row.participantId === participantId).map(({ section, data }) => [section, data]),
  ) as Partial<Record<SectionCode, SectionValues>>

/** Everything that a case's questionnaire says; those who were removed are left out. */
export async function readQuestionnaire(
  db: Db,
  caseId: number,
  type: CaseType,
): Promise<StoredQuestionnaire> {
  return questionnaireOf(type, await findSections(db, caseId), await findParticipants(db, caseId))
}

/** Who takes part in a case, without what they have answered. */
export const readParticipants = async (db: Db, caseId: number): Promise<ParticipantRow[]> =>
  (await findParticipants(db, caseId)).filter(({ removedAt }) => removedAt === null)

/** The questionnaires of many cases of a type by their ids: one reading, however many they are. */
export async function readQuestionnaires(
  db: Db,
  caseIds: readonly number[],
  type: CaseType,
): Promise<Map<number, StoredQuestionnaire>> {
  const rows = Map.groupBy(await findSectionsOf(db, caseIds), (row) => row.caseId)
  const people = Map.groupBy(await findParticipantsOf(db, caseIds), (person) => person.caseId)
  return new Map(caseIds.map((id) => [id, questionnaireOf(type, rows.get(id) ?? [], people.get(id) ?? [])]))
}

function questionnaireOf(
  type: CaseType,
  rows: readonly SectionRow[],
  all: readonly ParticipantRow[],
): StoredQuestionnaire {
  const people = all.filter(({ removedAt }) => removedAt === null)
  return {
    type,
    rows,
    people,
    sections: valuesOf(rows, null),
    participants: people.map(({ id, role, name }) => ({ id, role, name, sections: valuesOf(rows, id) })),
  }
}

/** A section for an answer, with how full it is. */
export function toSection(
  stored: StoredQuestionnaire,
  { section, participantId, filled, needed }: Omit<SectionCompleteness, 'gaps'>,
): CaseSection {
  const row = stored.rows.find((one) => one.section === section && one.participantId === participantId)
  const person = stored.people.find(({ id }) => id === participantId)
  return {
    section,
    sectionName: sectionOf(section).title,
    participantId,
    participantName: person ? person.name || participantRoles[person.role] : null,
    data: { ...row?.data },
    filled,
    needed,
    savedAt: row?.savedAt ?? null,
    savedBy: row?.savedBy ?? null,
    version: row?.version ?? 0,
  }
}

/** Gaps of a section that is kept elsewhere: of the objects of a mortgage. */
export interface OtherGaps {
  readonly section: SectionCode
  readonly filled: number
  readonly needed: number
  readonly gaps: readonly { readonly field: string; readonly label: string }[]
}

/** The answer: every section with its values, how full it is, and what is missing. */
export function toQuestionnaire(
  caseId: number,
  stored: StoredQuestionnaire,
  others: readonly OtherGaps[] = [],
): CaseQuestionnaire {
  const full = questionnaireCompleteness(stored).map((one): SectionCompleteness => {
    const other =
      one.participantId === null ? others.find(({ section }) => section === one.section) : undefined
    if (other === undefined) return one
    const place = { section: one.section, sectionName: sectionOf(one.section).title }
    const gaps = other.gaps.map((gap) => ({ ...place, participantId: null, participantName: null, ...gap }))
    return {
      ...one,
      filled: one.filled + other.filled,
      needed: one.needed + other.needed,
      gaps: [...one.gaps, ...gaps],
    }
  })
  const sum = (of: 'filled' | 'needed') => full.reduce((total, one) => total + one[of], 0)
  return {
    caseId,
    type: stored.type,
    sections: full.map((one) => toSection(stored, one)),
    asks: stored.asks ?? {},
    filled: sum('filled'),
    needed: sum('needed'),
    gaps: full.flatMap(({ gaps }) => [...gaps]),
  }
}
