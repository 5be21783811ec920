import type { Check, Finding } from './check.ts'
import { coveredElsewhere } from './elsewhere.ts'

/** A row that was run. */
export interface Line {
  readonly check: Check
  readonly finding: Finding
  readonly seconds: number
}

/** What is wrong with the product, lateness included. */
export const faultsOf = ({ faults, late = [] }: Finding): readonly string[] => [...faults, ...late]

/** No fault in the product, and the planted one was found. */
export const passed = ({ finding }: Line): boolean => faultsOf(finding).length === 0 && finding.control.found

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const number = ({ row, release }: Pick<Check, 'row' | 'release'>) => `${row}${release ? '!' : ''}`

function rowOf(line: Line, day: string): string {
  const { check, finding } = line
  const notes = [
    ...faultsOf(finding).map((fault) => `✗ ${fault}`),
    ...(finding.notRun ?? []).map((text) => `Не запускалось: ${text}.`),
  ]
  const control = `${finding.control.planted}: ${finding.control.found ? 'найдено' : '**не найдено**'}`
  const cells = [number(check), check.title, passed(line) ? 'да' : '**нет**', finding.measured, control]
  return `| ${[...cells, notes.join(' '), day].map(cell).join(' | ')} |`
}

const isRow = (text: string) => /^\| \d+!? \|/.test(text)
const place = (row: string) => Number.parseInt(row.slice(2), 10)
const ran = (document: string) => document.split('\n## ')[0]?.split('\n').filter(isRow) ?? []

/** The document with the rows that were run now; those that were not stay as they were, while the check still exists. */
export function toMarkdown(
  lines: readonly Line[],
  { before, all, machine, day }: { before: string; all: readonly Check[]; machine: string; day: string },
): string {
  const isOf = (check: Check) => (row: string) =>
    row.startsWith(`| ${number(check)} | ${cell(check.title)} |`)
  const kept = ran(before).filter(
    (row) => all.some((check) => isOf(check)(row)) && !lines.some(({ check }) => isOf(check)(row)),
  )
  const rows = [...kept, ...lines.map((line) => rowOf(line, day))].sort((a, b) => place(a) - place(b))
  // A row that was never run whole is told of all the same.
  const never = all
    .filter((check) => !rows.some(isOf(check)))
    .map((check) => ({
      row: number(check),
      title: check.title,
      state: 'нет',
      where:
        'целиком ещё не запускалась; короткая форма — `packages/server/scorecard/short.test.ts` в `npm test`',
    }))
  const others = [...coveredElsewhere, ...never]
    .toSorted((one, other) => Number.parseInt(one.row, 10) - Number.parseInt(other.row, 10))
    .map(({ row, title, where, state }) => `| ${row} | ${cell(title)} | ${state} | ${cell(where)} |`)
  return `# Надёжность и безопасность: что показали проверки

Пишет \`npm run scorecard\`; руками не правится. Номера строк — из списка проверок продукта, «!» — без этого выпускать нельзя. Каждой проверке подложена ошибка, которую она обязана найти. \`npm run scorecard -- 6 18\` запускает и обновляет только названные строки. Последний запуск: ${day}, ${machine}.

| № | Проверка | Пройдена | Измерено | Подложенная ошибка | Замечания | Когда |
|---|---|---|---|---|---|---|
${rows.join('\n')}

## Остальные строки

Проверяются другим образом или пока не проверяются.

| № | Проверка | Состояние | Чем |
|---|---|---|---|
${others.join('\n')}
`
}
