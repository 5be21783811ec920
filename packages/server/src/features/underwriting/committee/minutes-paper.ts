import {
  type CommitteeOutcome,
  committeeOutcomes,
  type CommitteeVote,
  committeeVotes,
} from '@ipoteka-office/contract/underwriting/committee.ts'
import { toPdf } from '#lib/pdf.ts'

/** The minutes of one meeting on paper. */
export const minutesPaper = ({
  number,
  caseNumber,
  clientName,
  moment,
  questions,
  votes,
  outcome,
}: {
  readonly number: string
  readonly caseNumber: string
  readonly clientName: string
  readonly moment: string
  /** What was put to the vote, in words. */
  readonly questions: readonly string[]
  readonly votes: readonly CommitteeVote[]
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
      {
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
      },
      { text: `Решение: ${committeeOutcomes[outcome]}`, bold: true },
    ],
  })
