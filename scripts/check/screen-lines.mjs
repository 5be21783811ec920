// Prints how many lines of web code each list screen has of its own; docs/architecture.md shows the same table.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../lib/node.mjs'

const web = 'packages/web/src'

/** Files of a list screen in its area: what it asks, its page, its columns, its filters and bulk actions. */
const screens = {
  Согласующие: ['features/approvers', /^(approvers-(list|bulk)|approvers\.columns)/],
  Партнёры: ['features/partners', /^partners(-list|\.columns)/],
  'Сотрудники партнёра': ['widgets/partner-tabs', /^(employees-list|employees\.columns|partner-employees)/],
  'Предметы ипотеки': ['features/realty-objects', /^realty(-list|\.columns)/],
  'Дела: три списка — лиды, заявки, кредиты': ['widgets/case-list', /\.tsx?$/],
  'Мои заявки (проверка)': ['features/full-applications', /^checks(-list|\.columns)/],
  Задачи: ['features/cases/tasks', /\.tsx?$/],
  'Переключатели функций': ['features/feature-toggles', /^(feature-toggles|toggles-list|toggle\.columns)/],
  'QR-коды': ['features/qr', /^qr(-list|\.columns)/],
  'Правила комплектности': ['features/document-rules', /^(rules-list|rules\.columns|document-admin)/],
  'Журнал доступа': ['features/access-log', /\.tsx?$/],
  'Сохранённые расчёты': ['features/calculator', /^(saved-calculations|calculation\.columns)/],
  Уведомления: ['features/notifications', /\.tsx?$/],
}

/** @param {string} file */
const linesOf = (file) => readFileSync(file, 'utf8').trimEnd().split('\n').length

/** Lines of each list screen, the longest first. */
export function screenLines() {
  return Object.entries(screens)
    .map(([name, [folder, pattern]]) => {
      const files = readdirSync(join(root, web, String(folder))).filter(
        (file) =>
          /** @type {RegExp} */ (pattern).test(file) && !file.includes('.test.') && !file.endsWith('.css'),
      )
      const lines = files.reduce((sum, file) => sum + linesOf(join(root, web, String(folder), file)), 0)
      return { name, files: files.length, lines }
    })
    .toSorted((a, b) => b.lines - a.lines)
}

const head = ['| Список | Файлов | Строк |', '| --- | ---: | ---: |']

/** The table as the document shows it. */
export const screenTable = () =>
  [...head, ...screenLines().map(({ name, files, lines }) => `| ${name} | ${files} | ${lines} |`)].join('\n')

/** @param {string} text */
export const withTable = (text) =>
  text.replace(
    /(<!-- строки списков -->\n)[\s\S]*?(<!-- конец -->)/,
    (_, before, after) => `${before}${screenTable()}\n${after}`,
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const document = join(root, 'docs/architecture.md')
  writeFileSync(document, withTable(readFileSync(document, 'utf8')))
  console.log(screenTable())
}
