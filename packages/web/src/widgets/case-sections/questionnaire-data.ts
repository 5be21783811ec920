import { type CaseParticipant, listParticipants } from '@ipoteka-office/contract/cases/case-participants.ts'
import {
  type CaseQuestionnaire,
  type CaseSection,
  getQuestionnaire,
  type SectionCode,
} from '@ipoteka-office/contract/cases/case-sections.ts'
import { getCompleteness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import type {
  QuestionnaireData,
  QuestionnaireParticipant,
} from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { getPersonDifference } from '@ipoteka-office/contract/cases/earlier-answers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keyOf, query, queryClient } from '#api/query.ts'
import { useLiveRefresh } from '../live-refresh.ts'

const sectionsQuery = (caseId: number) => query(getQuestionnaire, { params: { id: String(caseId) } })
const participantsQuery = (caseId: number) => query(listParticipants, { params: { id: String(caseId) } })

/** What an earlier questionnaire of the participant says otherwise, and what can be taken from it. */
export const earlierQuery = (caseId: number, participantId: number) =>
  query(getPersonDifference, { params: { id: String(caseId), participantId: String(participantId) } })

/** A questionnaire as its page has it: sections as the server keeps them, and those who take part. */
export interface Questionnaire {
  readonly answer: CaseQuestionnaire
  readonly participants: readonly CaseParticipant[]
  /** The same as the pure rules of the contract take it. */
  readonly data: QuestionnaireData
}

type Sections = Partial<Record<SectionCode, SectionValues>>

const sectionsFor = (sections: readonly CaseSection[], participantId: number | null): Sections =>
  Object.fromEntries(
    sections.filter((one) => one.participantId === participantId).map(({ section, data }) => [section, data]),
  )

/** Sections and participants as the rules of completeness and of programmes ask for them. */
export function dataOf(
  answer: CaseQuestionnaire,
  participants: readonly CaseParticipant[],
): QuestionnaireData {
  return {
    type: answer.type,
    asks: answer.asks,
    sections: sectionsFor(answer.sections, null),
    participants: participants
      .filter(({ removedAt }) => removedAt === null)
      .map(
        ({ id, role, name }): QuestionnaireParticipant => ({
          id,
          role,
          name,
          sections: sectionsFor(answer.sections, id),
        }),
      ),
  }
}

/** The data with one section as it is being typed. */
export function withSection(
  data: QuestionnaireData,
  section: SectionCode,
  participantId: number | null,
  values: SectionValues,
): QuestionnaireData {
  if (participantId === null) return { ...data, sections: { ...data.sections, [section]: values } }
  return {
    ...data,
    participants: data.participants.map((person) =>
      person.id === participantId
        ? { ...person, sections: { ...person.sections, [section]: values } }
        : person,
    ),
  }
}

/** Reads the questionnaire of a case and keeps it fresh: what colleagues save arrives by itself. */
export function useQuestionnaire(caseId: number) {
  const sections = useQuery(sectionsQuery(caseId))
  const people = useQuery(participantsQuery(caseId))
  const refresh = () => void refreshQuestionnaire(caseId)
  useLiveRefresh(topics.case(caseId), refresh)
  const [answer, participants] = [sections.data, people.data]
  const questionnaire = useMemo(
    (): Questionnaire | null =>
      answer && participants ? { answer, participants, data: dataOf(answer, participants) } : null,
    [answer, participants],
  )
  return { questionnaire, error: sections.error ?? people.error, retry: refresh }
}

/** Reads everything of the questionnaire again. */
export async function refreshQuestionnaire(caseId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: sectionsQuery(caseId).queryKey }),
    queryClient.invalidateQueries({ queryKey: participantsQuery(caseId).queryKey }),
    // What documents are needed follows from the answers.
    queryClient.invalidateQueries({ queryKey: keyOf(getCompleteness) }),
  ])
}

/** Puts a section that a save has answered in the place of the one on the page. */
export async function acceptSection(caseId: number, saved: CaseSection): Promise<void> {
  const { queryKey } = sectionsQuery(caseId)
  // An answer that was asked for before the save must not come after it.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (now: CaseQuestionnaire | undefined) =>
    now
      ? {
          ...now,
          sections: now.sections.map((one) =>
            one.section === saved.section && one.participantId === saved.participantId ? saved : one,
          ),
        }
      : now,
  )
}

/** The section of the case or of a participant; undefined when there is none. */
export const sectionIn = (
  { answer }: Questionnaire,
  section: SectionCode,
  participantId: number | null,
): CaseSection | undefined =>
  answer.sections.find((one) => one.section === section && one.participantId === participantId)

/** Those who take part now, the main borrower first. */
export const present = ({ participants }: Questionnaire): CaseParticipant[] =>
  participants.filter(({ removedAt }) => removedAt === null)
