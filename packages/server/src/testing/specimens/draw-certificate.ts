import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Chance } from '#db/seed/generator.ts'
import type { CertificateData, CertificateRow } from './specimen-certificate.ts'
import { availableFonts } from './specimen-fonts.ts'

/** A4 in millimetres. */
export const certificateSize = { width: 210, height: 297 } as const
const perMm = 12

interface Pen {
  readonly context: SKRSContext2D
  readonly font: string
  /** Height of the usual letters. */
  readonly size: number
}

function put({ context, font, size }: Pen, text: string, x: number, y: number, scale = 1): number {
  context.font = `${size * scale}px "${font}"`
  context.fillText(text, x, y)
  return x + context.measureText(text).width
}

/** Label and value one after the other, the value on a line. Gives the place after them. */
function pair(
  pen: Pen,
  [label, value]: readonly [string, string],
  x: number,
  y: number,
  width: number,
): number {
  const at = put(pen, label, x, y) + 1.5
  put(pen, value, at + 0.8, y)
  pen.context.fillRect(at, y + 0.9, width, 0.15)
  return at + width + 4
}

function centred(pen: Pen, text: string, y: number, scale: number): void {
  pen.context.font = `${pen.size * scale}px "${pen.font}"`
  const { width } = pen.context.measureText(text)
  put(pen, text, (certificateSize.width - width) / 2, y, scale)
}

/** Cells of a table row with their borders; texts are centred but the last of a money column. */
function cells(
  pen: Pen,
  x: number,
  y: number,
  height: number,
  columns: readonly (readonly [number, string])[],
): void {
  const { context } = pen
  context.lineWidth = 0.22
  context.strokeStyle = '#222'
  let at = x
  for (const [width, text] of columns) {
    context.strokeRect(at, y, width, height)
    context.font = `${pen.size * 0.92}px "${pen.font}"`
    const lines = text.split('\n')
    for (const [line, part] of lines.entries()) {
      const left = at + (width - context.measureText(part).width) / 2
      context.fillText(
        part,
        left,
        y + height / 2 + pen.size * 0.32 + (line - (lines.length - 1) / 2) * pen.size,
      )
    }
    at += width
  }
}

const widths = [11, 14, 27, 14, 25] as const
const heads = ['Месяц', 'Код\nдохода', 'Сумма дохода', 'Код\nвычета', 'Сумма\nвычета'] as const

function incomeRow(pen: Pen, row: CertificateRow | undefined, x: number, y: number): void {
  const texts =
    row === undefined
      ? ['', '', '', '', '']
      : [
          String(row.month).padStart(2, '0'),
          row.incomeCode,
          row.amount,
          row.deductionCode ?? '',
          row.deduction ?? '',
        ]
  cells(
    pen,
    x,
    y,
    5.4,
    widths.map((width, at) => [width, texts[at] ?? ''] as const),
  )
}

function incomes(pen: Pen, rows: readonly CertificateRow[], top: number): number {
  const half = Math.max(6, Math.ceil(rows.length / 2))
  for (const x of [12, 107])
    cells(
      pen,
      x,
      top,
      9,
      widths.map((width, at) => [width, heads[at] ?? ''] as const),
    )
  for (let at = 0; at < half; at += 1) {
    const y = top + 9 + at * 5.4
    incomeRow(pen, rows[at], 12, y)
    incomeRow(pen, rows[half + at], 107, y)
  }
  return top + 9 + half * 5.4
}

function agent(pen: Pen, data: CertificateData): void {
  put(pen, '1. Данные о налоговом агенте', 12, 40, 1.05)
  let x = pair(pen, ['Код по ОКТМО', data.oktmo], 12, 47, 26)
  x = pair(pen, ['Телефон', data.phone], x, 47, 27)
  x = pair(pen, ['ИНН', data.agentInn], x, 47, 25)
  pair(pen, ['КПП', data.agentKpp], x, 47, 22)
  pair(pen, ['Налоговый агент', data.agentName], 12, 54, 150)
  x = pair(pen, ['Форма реорганизации (ликвидации) (код)', ''], 12, 61, 8)
  pair(pen, ['ИНН/КПП реорганизованной организации', ''], x, 61, 30)
}

function personPart(pen: Pen, data: CertificateData): void {
  put(pen, '2. Данные о физическом лице – получателе дохода', 12, 70, 1.05)
  pair(pen, ['ИНН в Российской Федерации', data.personInn], 12, 77, 32)
  let x = pair(pen, ['Фамилия', data.lastName], 12, 84, 44)
  x = pair(pen, ['Имя', data.firstName], x, 84, 32)
  pair(pen, ['Отчество*', data.middleName], x, 84, 44)
  x = pair(pen, ['Статус налогоплательщика', '1'], 12, 91, 8)
  x = pair(pen, ['Дата рождения', dayText(data.birthDate)], x, 91, 26)
  pair(pen, ['Гражданство (код страны)', '643'], x, 91, 12)
  x = pair(pen, ['Код документа, удостоверяющего личность:', '21'], 12, 98, 8)
  pair(pen, ['Серия и номер документа', data.documentNumber], x, 98, 34)
}

function totals(pen: Pen, data: CertificateData, top: number): void {
  put(pen, '5. Общие суммы дохода и налога', 12, top, 1.05)
  const rows = [
    ['Общая сумма дохода', data.totalIncome, 'Сумма налога удержанная', data.taxWithheld],
    ['Налоговая база', data.taxBase, 'Сумма налога перечисленная', data.taxWithheld],
    [
      'Сумма налога исчисленная',
      data.taxCalculated,
      'Сумма налога, излишне удержанная\nналоговым агентом',
      '0.00',
    ],
    [
      'Сумма фиксированных авансовых\nплатежей',
      '0.00',
      'Сумма налога, не удержанная\nналоговым агентом',
      '0.00',
    ],
  ] as const
  for (const [at, [left, one, right, other]] of rows.entries())
    cells(pen, 12, top + 3 + at * 9, 9, [
      [58, left],
      [34, one],
      [62, right],
      [32, other],
    ])
  put(pen, 'Налоговый агент (1 – налоговый агент; 2 – представитель)   1', 12, top + 50)
  put(pen, 'ОБРАЗЕЦ. Не является документом', 12, top + 60, 0.9)
}

/** Draws a made-up certificate on the form КНД 1175018, 12 pixels to the millimetre. */
export function drawCertificate(data: CertificateData, chance: Chance): Canvas {
  const canvas = createCanvas(certificateSize.width * perMm, certificateSize.height * perMm)
  const context = canvas.getContext('2d')
  context.scale(perMm, perMm)
  context.fillStyle = '#fdfdfb'
  context.fillRect(0, 0, certificateSize.width, certificateSize.height)
  context.fillStyle = '#111'
  const font = chance.of(availableFonts('Specimen Sans', 'Specimen Serif'))
  const pen = { context, font, size: 3.1 + chance.next() * 0.3 }
  put(pen, 'Форма по КНД 1175018', 160, 14, 0.85)
  centred(pen, 'СПРАВКА О ДОХОДАХ И СУММАХ НАЛОГА ФИЗИЧЕСКОГО ЛИЦА', 24, 1.2)
  centred(pen, `за ${data.year} год от ${dayText(data.certificateDate)}`, 31, 1.1)
  agent(pen, data)
  personPart(pen, data)
  put(pen, '3. Доходы, облагаемые по ставке 13 %', 12, 107, 1.05)
  const end = incomes(pen, data.rows, 110)
  put(pen, '4. Стандартные, социальные и имущественные налоговые вычеты', 12, end + 8, 1.05)
  const [deduction] = data.standardDeductions
  cells(pen, 12, end + 11, 6, [
    [25, 'Код вычета'],
    [34, 'Сумма вычета'],
    [25, 'Код вычета'],
    [34, 'Сумма вычета'],
  ])
  cells(pen, 12, end + 17, 6, [
    [25, deduction?.code ?? ''],
    [34, deduction?.amount ?? ''],
    [25, ''],
    [34, ''],
  ])
  totals(pen, data, end + 32)
  return canvas
}
