import {
  type OpinionConclusion,
  opinionConclusions,
} from '@ipoteka-office/contract/underwriting/objects/object-holds.ts'
import type { Content } from 'pdfmake/interfaces.js'
import { toPdf } from '#lib/pdf.ts'

/** What stands on the paper of an opinion. */
export interface OpinionPaper {
  readonly number: string
  readonly object: string
  readonly question: string
  readonly text: string
  readonly conclusion: OpinionConclusion
  readonly conditions: string
  readonly signer: string
  readonly moment: string
}

const block = (title: string, text: string): Content[] => [
  { text: title, bold: true, margin: [0, 8, 0, 2] },
  { text, margin: [0, 0, 0, 4] },
]

/** The signed opinion on paper. */
export const opinionPaper = (paper: OpinionPaper): Promise<Buffer> =>
  toPdf({
    info: { title: `Правовое заключение по заявке № ${paper.number}` },
    pageMargins: [48, 48, 48, 56],
    defaultStyle: { fontSize: 11, lineHeight: 1.25 },
    content: [
      { text: 'Правовое заключение', fontSize: 16, bold: true },
      { text: `по заявке № ${paper.number}`, margin: [0, 2, 0, 2] },
      { text: paper.object },
      ...block('Вопрос', paper.question),
      ...block('Заключение', paper.text),
      ...block('Вывод', opinionConclusions[paper.conclusion]),
      ...(paper.conditions === '' ? [] : block('Условия', paper.conditions)),
      { text: `Подписал: ${paper.signer}, ${paper.moment}`, bold: true, margin: [0, 12, 0, 0] },
    ],
  })
