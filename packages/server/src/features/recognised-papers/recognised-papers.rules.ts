import { lowered } from '@ipoteka-office/contract/words.ts'
import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { PaperAnswer } from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import {
  type PaperDifference,
  paperDifferences,
} from '@ipoteka-office/contract/recognised-papers/recognised-values.ts'
import type { RecognitionKind } from '@ipoteka-office/contract/recognition/recognition.ts'
import type { Recognised } from '#features/recognition/recognised.ts'

/** A file of a case in which a paper was recognised. */
export interface PaperRow {
  readonly documentId: number
  readonly storageId: string
  readonly typeCode: string
  readonly kind: RecognitionKind
  readonly participantRole: string | null
  readonly participantName: string
  readonly result: Recognised
}

/** A recognised paper with the participant whose it is. */
export interface HeldPaper {
  readonly participantId: number
  readonly paper: PaperRow
}

/** The last answer to a warning about a file. */
export interface AnswerRow {
  readonly storageId: string
  readonly participantId: number
  readonly differences: readonly PaperDifference[]
  readonly answer: PaperAnswer
  readonly comment: string
  readonly by: string
  readonly at: string
}

/** What a paper says of its holder's name, and what was answered to that. */
export interface Warning {
  readonly differences: readonly PaperDifference[]
  /** To these very differences. */
  readonly answer: AnswerRow | null
  /** Nobody has said yet that the paper is right. */
  readonly open: boolean
  /** The application is not sent while it stands. */
  readonly blocks: boolean
}

const sameDifferences = (one: readonly PaperDifference[], other: readonly PaperDifference[]) =>
  one.length === other.length &&
  one.every(({ field, inPaper, inQuestionnaire }) =>
    other.some(
      (two) => two.field === field && two.inPaper === inPaper && two.inQuestionnaire === inQuestionnaire,
    ),
  )

/** The warning about a paper; a borrower's passport holds the sending up until it is answered or replaced. */
export function warningOf(
  { storageId, typeCode, result }: PaperRow,
  holder: QuestionnaireParticipant,
  answers: readonly AnswerRow[],
): Warning {
  const differences = paperDifferences(result.documentFields, holder.sections.PERSONAL ?? {})
  const given = answers.find(
    (one) =>
      one.storageId === storageId &&
      one.participantId === holder.id &&
      sameDifferences(one.differences, differences),
  )
  const answer = differences.length === 0 ? null : (given ?? null)
  const isSettled = differences.length === 0 || (answer !== null && answer.answer !== 'ANOTHER_PERSON')
  return {
    differences,
    answer,
    open: !isSettled,
    blocks: !isSettled && typeCode === 'PASSPORT_RF' && holder.role === 'MAIN_BORROWER',
  }
}

/** Why an application is not sent with the paper. */
export const paperReason = ({ differences }: Warning): string =>
  `Паспорт заёмщика не сходится с анкетой: ${differences.map(({ label }) => lowered(label)).join(', ')}. Откройте паспорт в документах, распознайте его и ответьте на предупреждение или замените файл`
