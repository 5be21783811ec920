import {
  type CommitteeOutcome,
  committeeOutcomes,
  type CommitteeRound,
  type CommitteeVote,
  committeeVotes,
} from '@ipoteka-office/contract/underwriting/committee.ts'
import type { Content } from 'pdfmake/interfaces.js'
import { toPdf } from '#lib/pdf.ts'

/** A vote of before that came to nothing. */
export interface FormerRound extends Pick<CommitteeRound, 'number' | 'votes' | 'endedBy' | 'reason'> {
  /** Other terms that were voted on there, in words. */
  readonly questions: readonly string[]
}

const votesTable = (votes: readonly CommitteeVote[]): Content => ({
  table: {
    widths: ['30%', 'auto', '*'],
    headerRows: 1,
    body: [
      ['Член комитета', 'Голос', 'Обоснование'],
      ...votes.map(({ member, chairman, vote, terms, reasons, comment }) => [
        `${member.fullName}${chairman ? ' (председатель)' : ''}`,
        committeeVotes[vote],
        [comment, terms && `Условие: ${terms}`, reasons.map(({ name }) => name).join('; ')]
          .filter((words) => words !== '')
          .join('. '),
      ]),
    ],
  },
  layout: 'lightHorizontalLines',
  margin: [0, 0, 0, 12],
})

const formerRound = ({ number, votes, endedBy, reason, questions }: FormerRound): Content[] => [
  { text: `Круг ${number}: решение не принято`, bold: true, margin: [0, 4, 0, 2] },
  ...questions.map((text): Content => ({ text })),
  votesTable(votes),
  {
    text: `Следующий круг: ${reason}${endedBy === null ? '' : ` (${endedBy.fullName})`}`,
    margin: [0, 0, 0, 8],
  },
]

/** The minutes of one meeting on paper. */
export const minutesPaper = ({
  number,
  caseNumber,
  clientName,
  moment,
  questions,
  votes,
  former,
  outcome,
}: {
  readonly number: string
  readonly caseNumber: string
  readonly clientName: string
  readonly moment: string
  /** What was put to the vote, in words. */
  readonly questions: readonly string[]
  readonly votes: readonly CommitteeVote[]
  readonly former: readonly FormerRound[]
  readonly outcome: CommitteeOutcome
}): Promise<Buffer> =>
  toPdf({
    info: { title: `Протокол кредитного комитета № ${number}` },
    pageMargins: [48, 48, 48, 56],
    defaultStyle: { fontSize: 10, lineHeight: 1.2 },
    content: [
      { text: `Протокол заседания кредитного комитета № ${number}`, fontSize: 16, bold: true },
      { text: `по заявке № ${caseNumber}, ${moment}`, margin: [0, 2, 0, 10] },
      { text: `Заёмщик: ${clientName}` },
      ...questions.map((question, at) => ({
        text: questions.length === 1 ? `Вопрос: ${question}` : `Вопрос ${at + 1}: ${question}`,
        margin: [0, 2, 0, 0] as [number, number, number, number],
      })),
      { text: ' ' },
      ...former.flatMap(formerRound),
      ...(former.length === 0
        ? []
        : [
            {
              text: `Круг ${former.length + 1}`,
              bold: true,
              margin: [0, 4, 0, 2] as [number, number, number, number],
            },
          ]),
      votesTable(votes),
      { text: `Решение: ${committeeOutcomes[outcome]}`, bold: true },
    ],
  })
