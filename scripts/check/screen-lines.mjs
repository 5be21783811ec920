// Prints how many lines each list screen and each type of cases has of its own; docs/architecture.md shows the same tables.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../lib/node.mjs'

const web = 'packages/web/src'

/** Files of a list screen in its area: what it asks, its page, its columns, its filters and bulk actions. */
const screens = {
  Согласующие: ['features/approvers', /^(approvers-(list|bulk)|approvers\.columns)/],
  'Группы андеррайтинга': ['features/underwriting/staff', /^groups(-list|\.columns)/],
  'Сотрудники андеррайтинга': ['features/underwriting/staff', /^underwriters(-list|\.columns)/],
  Партнёры: ['features/partners', /^partners(-list|\.columns)/],
  'Сотрудники партнёра': ['widgets/partner-tabs', /^(employees-list|employees\.columns|partner-employees)/],
  'Предметы ипотеки': ['features/realty-objects', /^realty(-list|\.columns)/],
  'Дела: три списка — лиды, заявки, кредиты': ['widgets/case-list', /\.tsx?$/],
  'Мои заявки (проверка)': ['features/full-applications', /^checks(-list|\.columns)/],
  'Журналы заявок (андеррайтинг)': ['features/underwriting', /^(journal|underwriting(-all)?\.page)/],
  Задачи: ['features/cases/tasks', /\.tsx?$/],
  'Переключатели функций': ['features/feature-toggles', /^(feature-toggles|toggles-list|toggle\.columns)/],
  'Продукты: два списка': [
    'features/products',
    /^(products-(list|bulk)|products\.columns|catalogue-list|(loan-)?products\.page)/,
  ],
  'QR-коды': ['features/qr', /^qr(-list|\.columns)/],
  'Правила комплектности': ['features/document-rules', /^(rules-list|rules\.columns|document-admin)/],
  'Журнал доступа': ['features/access-log', /\.tsx?$/],
  'Сохранённые расчёты': ['features/calculator', /^(saved-calculations|calculation\.columns)/],
  'Решения по 115-ФЗ': ['features/compliance', /^hits\./],
  'Предельные ПСК': ['features/rate-limits', /^limits(-list|\.columns)?\.tsx?$/],
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

/**
 * Where the parts of a type of cases lie, by its file and by the folder of its area.
 * @type {Record<string, (type: string, area: string) => string[]>}
 */
const partsOfType = {
  'Объект и машина': (type) =>
    ['types', 'machines'].map((room) => `packages/contract/src/cases/${room}/${type}.ts`),
  Вызовы: (_, area) => filesIn(`packages/contract/src/${area}`),
  Сервер: (_, area) =>
    filesIn(`packages/server/src/features/${area}`).filter((file) => !file.includes('/seed/')),
  Страницы: (_, area) => filesIn(`${web}/features/${area}`),
  Образцы: (_, area) => filesIn(`packages/server/src/features/${area}/seed`),
}

/** Files of code in a folder, tests not counted. @param {string} folder */
const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => `${folder}/${file}`)

/** Lines of each type of cases in its own folders. */
export function typeLines() {
  const registered = readFileSync(join(root, 'packages/contract/src/cases/types/registered.ts'), 'utf8')
  const types = [...registered.matchAll(/from '\.\/([\w-]+)\.ts'/g)].map(([, type]) => String(type))
  return types.map((type) => {
    const parts = Object.values(partsOfType).map((filesOf) =>
      filesOf(type, `${type}s`).reduce((sum, file) => sum + linesOf(join(root, file)), 0),
    )
    return { type, parts, lines: parts.reduce((sum, count) => sum + count, 0) }
  })
}

/** The same as the document shows it. */
export const typeTable = () =>
  [
    `| Тип дел | ${Object.keys(partsOfType).join(' | ')} | Всего |`,
    `| --- |${' ---: |'.repeat(Object.keys(partsOfType).length + 1)}`,
    ...typeLines().map(({ type, parts, lines }) => `| \`${type}\` | ${parts.join(' | ')} | ${lines} |`),
  ].join('\n')

/** @param {string} text @param {string} name @param {string} table */
const put = (text, name, table) =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\n)(?:\\|.*\n)*(<!-- конец -->)`),
    (_, before, after) => `${before}${table}\n${after}`,
  )

/** @param {string} text */
export const withTable = (text) =>
  put(put(text, 'строки списков', screenTable()), 'строки типов', typeTable())

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const document = join(root, 'docs/architecture.md')
  writeFileSync(document, withTable(readFileSync(document, 'utf8')))
  console.log(`${screenTable()}\n\n${typeTable()}`)
}
