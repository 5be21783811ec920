import { lowered } from '@ipoteka-office/contract/words.ts'
import { hitVerdicts } from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import {
  blacklistCategories,
  blacklistKinds,
  blacklistLevels,
} from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { fieldText, noValue } from '@ipoteka-office/contract/common/field-texts.ts'
import {
  answerOf,
  controlBlocks,
  controlFields,
  matchOf,
  type ScriptKey,
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

/** Matches with blacklists; why somebody is listed is read on the card of the entry and stands on no paper. */
function hitsOf({ hits }: IndividualControl): Content[] {
  const title: Content = { text: 'Совпадения с чёрными списками', bold: true, margin: [0, 4, 0, 4] }
  if (hits === null || hits.length === 0) return [title, { text: 'Совпадений нет', margin: [0, 0, 0, 12] }]
  const rows = hits.map(({ kind, category, level, agreed, exact, verdict, said }) => [
    blacklistKinds[kind],
    blacklistCategories[category],
    blacklistLevels[level],
    `${agreed.join(', ')}${exact ? '' : ' (не точно)'}`,
    verdict === null ? 'Вердикта нет' : [hitVerdicts[verdict], said].filter(Boolean).join(', '),
  ])
  return [
    title,
    table(
      [['Список', 'Категория', 'Уровень', 'Совпало', 'Вердикт'], ...rows],
      ['auto', 'auto', 'auto', '*', '*'],
    ),
  ]
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
        text: `Основание: ${lowered(controlCauses[control.cause])} — ${control.causeText}`,
        margin: [0, 2, 0, 10],
      },
      ...hitsOf(control),
      ...blocksOf(control),
      { text: `Подписал: ${signer}, ${moment}`, bold: true, margin: [0, 8, 0, 0] },
    ],
  })
