import { fieldText, noValue } from '@ipoteka-office/contract/common/field-texts.ts'
import {
  controlBlocks,
  controlFields,
  type ScriptKey,
  answerOf,
  matchOf,
} from '@ipoteka-office/contract/underwriting/control-fields.ts'
import {
  controlCauses,
  type IndividualControl,
} from '@ipoteka-office/contract/underwriting/individual-control.ts'
import type { Content } from 'pdfmake/interfaces.js'
import { toPdf } from '#lib/pdf.ts'

const textOf = (name: string, answers: Readonly<Record<string, unknown>>): string => {
  const field = controlFields[name]
  return field === undefined ? noValue : fieldText(field, answers[name], (_, code) => code)
}

const table = (body: string[][], widths: string[]): Content => ({
  table: { widths, body, headerRows: 0 },
  layout: 'lightHorizontalLines',
  margin: [0, 0, 0, 12],
})

function scriptOf({ questions, answers }: IndividualControl): Content {
  const rows = questions.map(({ key, ask, said }) => [
    ask,
    said,
    textOf(answerOf(key as ScriptKey), answers),
    textOf(matchOf(key as ScriptKey), answers),
  ])
  return table([['Вопрос', 'В анкете', 'Ответ', 'Сверка'], ...rows], ['*', '*', '*', 'auto'])
}

function blocksOf(control: IndividualControl): Content[] {
  return Object.entries(controlBlocks).flatMap(([key, { title, fields }]) => [
    { text: title, bold: true, margin: [0, 4, 0, 4] as [number, number, number, number] },
    key === 'script'
      ? scriptOf(control)
      : table(
          fields.map((name) => [controlFields[name]?.label ?? name, textOf(name, control.answers)]),
          ['40%', '*'],
        ),
  ])
}

/** The signed form on paper. */
export const controlPaper = (
  control: IndividualControl,
  { number, signer, moment }: { readonly number: string; readonly signer: string; readonly moment: string },
): Promise<Buffer> =>
  toPdf({
    info: { title: `Контроль физлица по заявке № ${number}` },
    pageMargins: [48, 48, 48, 56],
    defaultStyle: { fontSize: 10, lineHeight: 1.2 },
    content: [
      { text: 'Форма контроля физического лица', fontSize: 16, bold: true },
      { text: `по заявке № ${number}`, margin: [0, 2, 0, 10] },
      { text: `${control.name} (${control.roleName})`, bold: true },
      {
        text: `Основание: ${controlCauses[control.cause].toLowerCase()} — ${control.causeText}`,
        margin: [0, 2, 0, 10],
      },
      ...blocksOf(control),
      { text: `Подписал: ${signer}, ${moment}`, bold: true, margin: [0, 8, 0, 0] },
    ],
  })
