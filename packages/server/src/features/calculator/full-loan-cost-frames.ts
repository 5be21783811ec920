import type { LoanCalculation } from '@ipoteka-office/contract/calculator/calculators.ts'
import { toKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { exactRoublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { Column, Content } from 'pdfmake/interfaces.js'
import { moneyInWords, percentInWords } from './amount-in-words.rules.ts'

/** A4 in points; 353-ФЗ art. 6 wants each frame to take a twentieth of the first page at least. */
const page = { width: 595.28, height: 841.89 }
const leastShare = 0.05
/** The side of a square frame, its padding and lines included. */
export const frameSide = Math.ceil(Math.sqrt(page.width * page.height * leastShare)) + 1
const padding = 4

/** No letters of the page are larger than those of the frames. */
export const costFontSize = 11

const frame = (value: string, inWords: string): Content => ({
  stack: [
    { text: 'ПОЛНАЯ СТОИМОСТЬ КРЕДИТА' },
    { text: value, margin: [0, 4, 0, 4] },
    { text: inWords.toUpperCase() },
  ],
  alignment: 'center',
  bold: true,
  color: '#000000',
  fontSize: costFontSize,
})

/** ПСК in two square frames side by side, percent and money, in figures and words, black capitals on white. */
export const costFrames = ({
  percent,
  money,
}: Pick<LoanCalculation['fullLoanCost'], 'percent' | 'money'>): Column => ({
  width: 'auto',
  table: {
    widths: [frameSide - 2 * padding, frameSide - 2 * padding],
    heights: frameSide - 2 * padding,
    body: [
      [
        percent === null
          ? frame('НЕ ОПРЕДЕЛЕНА', '')
          : frame(`${percent.replace('.', ',')} %`, `${percentInWords(percent)} годовых`),
        frame(exactRoublesText(money), moneyInWords(toKopecks(money), 'words')),
      ],
    ],
  },
  layout: {
    hLineWidth: () => 1,
    vLineWidth: () => 1,
    hLineColor: () => '#000000',
    vLineColor: () => '#000000',
    paddingLeft: () => padding,
    paddingRight: () => padding,
    paddingTop: () => padding,
    paddingBottom: () => padding,
  },
})
