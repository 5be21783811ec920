import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { Readable } from 'node:stream'
import {
  type exportLoanCalculation,
  hasCarried,
  type LoanCalculation,
  type ScheduleLine,
} from '@ipoteka-office/contract/calculator/calculators.ts'
import { exactRoublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { Db } from '#db/database.ts'
import type { FileReply } from '#http/route.ts'
import { toPdf } from '#lib/pdf.ts'
import { type SheetColumn, sheetContentTypes, toSpreadsheet } from '#lib/spreadsheet.ts'
import { calculate } from './calculators.service.ts'
import { costFontSize, costFrames } from './full-loan-cost-frames.ts'

const columns: SheetColumn<ScheduleLine>[] = [
  { heading: '№', width: 6, value: (row) => row.number },
  { heading: 'Дата', width: 12, value: (row) => dayText(row.date) },
  { heading: 'Можно оплатить до', width: 18, value: (row) => dayText(row.dueDate) },
  { heading: 'Дней', width: 8, value: (row) => row.days },
  // A cell of a spreadsheet is a number of fifteen digits: enough for sums below ten trillion with kopecks.
  { heading: 'Ставка, %', width: 10, value: (row) => Number(row.rate) },
  { heading: 'Платёж, ₽', width: 16, value: (row) => Number(row.payment) },
  { heading: 'Проценты, ₽', width: 16, value: (row) => Number(row.interest) },
  { heading: 'Долг, ₽', width: 16, value: (row) => Number(row.principal) },
  { heading: 'Перенесено процентов, ₽', width: 24, value: (row) => Number(row.carried) },
  { heading: 'Остаток, ₽', width: 16, value: (row) => Number(row.balance) },
]

const line = (label: string, value: string): Content => ({
  columns: [
    { text: label, width: 84, color: '#555555' },
    { text: value, bold: true },
  ],
  margin: [0, 0, 0, 2],
})

function pdfOf(answer: LoanCalculation): Content[] {
  const { terms } = answer
  // Interest waits for the next payment in few schedules: the others need no column for it.
  const carries = hasCarried(answer.schedule)
  const head: TableCell[] = [
    ...['№', 'Дата', 'Дней', 'Платёж', 'Проценты', 'Долг'],
    ...(carries ? ['Перенесено процентов'] : []),
    'Остаток',
  ].map((text, at) => ({ text, bold: true, alignment: at < 3 ? 'left' : 'right' }))
  const body = answer.schedule.map((row): TableCell[] => [
    row.number === null ? '' : String(row.number),
    dayText(row.date),
    String(row.days),
    ...[...[row.payment, row.interest, row.principal], ...(carries ? [row.carried] : []), row.balance].map(
      (sum) => ({ text: exactRoublesText(sum), alignment: 'right' as const }),
    ),
  ])
  return [
    {
      columns: [
        [
          { text: 'График платежей', fontSize: costFontSize, bold: true, margin: [0, 0, 0, 8] },
          line('Сумма кредита', exactRoublesText(terms.amount)),
          line('Ставка', `${terms.rate.replace('.', ',')} % годовых`),
          line('Срок', `${terms.months} мес., выдача ${dayText(terms.issueDate)}`),
          line('Платёж', exactRoublesText(answer.firstPayment)),
          line('Платежей', `${answer.monthsPaid}, последний ${dayText(answer.lastDate)}`),
          line('Всего процентов', exactRoublesText(answer.totalInterest)),
        ],
        costFrames(answer.fullLoanCost),
      ],
      columnGap: 12,
      margin: [0, 0, 0, 12],
    },
    {
      table: { headerRows: 1, widths: [24, 56, 30, ...head.slice(3).map(() => '*')], body: [head, ...body] },
      layout: 'lightHorizontalLines',
      margin: [0, 12, 0, 12],
    },
    { text: 'Как посчитано', fontSize: 12, bold: true, margin: [0, 0, 0, 4] },
    {
      ol: [...answer.steps, ...answer.fullLoanCost.steps].map(
        (step) => `${step.title}: ${step.formula} = ${step.result}`,
      ),
    },
    {
      text: `Расчёт предварительный. Версия методики ${answer.methodVersion}`,
      color: '#555555',
      margin: [0, 8, 0, 0],
    },
  ]
}

/** The computed loan as a file: the schedule as a sheet, or a document with ПСК in its frame. */
export async function exportCalculation(
  db: Db,
  { terms, format }: ParsedRequest<typeof exportLoanCalculation>['body'],
): Promise<FileReply> {
  const answer = await calculate(db, terms)
  const name = `График платежей ${terms.issueDate}.${format}`
  if (format === 'pdf') {
    const body = await toPdf({
      content: pdfOf(answer),
      defaultStyle: { fontSize: 9 },
      pageMargins: [36, 36, 36, 40],
      footer: (page, pages) => ({ text: `${page} / ${pages}`, alignment: 'center', fontSize: 8 }),
    })
    return { name, contentType: 'application/pdf', body }
  }
  async function* rows() {
    yield* answer.schedule
  }
  return {
    name,
    contentType: sheetContentTypes[format],
    body: Readable.from(toSpreadsheet(format, columns, rows(), { sheetName: 'График' })),
  }
}
