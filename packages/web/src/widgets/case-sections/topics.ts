import type { CaseQuestionnaire, SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { Topic } from '@ipoteka-office/contract/cases/types/case-type.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { shortName } from '#lib/format.ts'
import type { CaseSectionLink, SectionMark } from '../case/section-list.tsx'
import { present, type Questionnaire } from './questionnaire-data.ts'

/** The left list of a case's questionnaire. */
export const topicsOf = (type: CaseType): readonly Topic[] => caseTypes[type].questions?.topics ?? []

/** The topic where a section of somebody is filled in; remarks, gaps and rules lead there. */
export function topicOf(
  questionnaire: Questionnaire,
  section: string,
  participantId: number | null,
): { topic: Topic; participantId: number | null } {
  const topics = topicsOf(questionnaire.answer.type)
  const [main] = present(questionnaire)
  const key =
    section === 'PERSONAL' && participantId !== null && participantId !== main?.id ? 'PARTICIPANTS' : section
  const topic =
    topics.find((one) => one.key === key) ??
    topics.find((one) => one.sections.some((code) => code === section)) ??
    topics.at(-1)
  if (topic === undefined) throw new Error(`${questionnaire.answer.type} has no questionnaire`)
  return { topic, participantId }
}

/** Whether a topic shows this section of this participant. */
const shows = (topic: Topic, mainId: number | undefined, participantId: number | null): boolean =>
  topic.who === 'MAIN' ? participantId === mainId : topic.who !== 'OTHERS' || participantId !== mainId

function markOf(topic: Topic, answer: CaseQuestionnaire, mainId: number | undefined): SectionMark | null {
  const own = answer.sections.filter(
    ({ section, participantId }) => topic.sections.includes(section) && shows(topic, mainId, participantId),
  )
  const [filled, needed] = own.reduce(
    ([done, all], section) => [done + section.filled, all + section.needed],
    [0, 0],
  )
  // A section in which nothing is needed, e.g. a seller where nothing is bought, has no mark.
  if (needed === 0) return null
  return filled === needed ? { kind: 'done' } : { kind: 'gaps', count: needed - filled }
}

/** The left list with completeness marks. */
export function topicLinks(
  questionnaire: Questionnaire,
  hrefOf: (topic: Topic) => string,
  marks: Readonly<Record<string, SectionMark | null>>,
): CaseSectionLink[] {
  const { answer } = questionnaire
  const [main] = present(questionnaire)
  return topicsOf(answer.type).map((topic) => ({
    key: topic.key,
    label: topic.label,
    href: hrefOf(topic),
    mark: topic.key in marks ? (marks[topic.key] ?? null) : markOf(topic, answer, main?.id),
  }))
}

/** How many needed fields of a participant's sections are empty. */
export const gapsOf = (
  { answer }: Questionnaire,
  sections: readonly SectionCode[],
  participantId: number | null,
): number =>
  answer.gaps.filter((gap) => gap.participantId === participantId && sections.includes(gap.section)).length

/** «Сорокина А. В.» where the name is known, the role before. */
export const participantLabel = (name: string, roleName: string): string =>
  name === roleName ? roleName : shortName(name)
