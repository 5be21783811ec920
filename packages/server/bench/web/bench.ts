import { measureInBrowser } from '../browser.ts'
import { median, number, type Section, table } from '../report.ts'
import type { FirstPage, FirstPageMessage } from './first-page.ts'
import { countRequests, describeRequests, missedRequests } from './page-requests.ts'

const rounds = 7
const limits = { kilobytes: 250, empty: 1_500, warm: 700, route: 100 }

interface Row {
  readonly name: string
  readonly value: number
  readonly limit: number
  readonly unit: string
  readonly all: readonly number[]
}

const timeRow = (name: string, all: readonly number[], limit: number): Row => ({
  name,
  value: median(all),
  limit,
  unit: 'мс',
  all,
})

function rowsOf(measured: FirstPage): Row[] {
  const bytes = measured.scripts.reduce((sum, script) => sum + script.gzip, 0)
  return [
    {
      name: 'JavaScript до показа списка, gzip',
      value: bytes / 1_000,
      limit: limits.kilobytes,
      unit: 'кБ',
      all: [],
    },
    timeRow('готовый список, пустой кэш', measured.empty, limits.empty),
    timeRow('готовый список, тёплый кэш', measured.warm, limits.warm),
    timeRow('переход к списку, который уже открывали', measured.return, limits.route),
    timeRow('переход к списку другого подразделения впервые', measured.firstVisit, limits.route),
  ]
}

function describe(measured: FirstPage, rows: readonly Row[]): string {
  const cells = rows.map(({ name, value, limit, unit, all }) => [
    name,
    `${number(value)} ${unit}`,
    `${number(limit)} ${unit}`,
    all.map((one) => number(one)).join('; '),
  ])
  const scripts = measured.scripts.map(({ path, gzip }) => [`\`${path}\``, number(gzip / 1_000, 1)])
  return `Собранный продукт с демонстрационным банком, Chromium на той же машине. Человек уже вошёл: время — от набранного адреса списка согласующих, через проверку входа на сервере идентификации и обратно, до строк без значков загрузки. Переход — от щелчка по ссылке меню до строк другого списка, когда первая страница и открытое меню затихли (1,5 и 0,5 с). Медианы ${rounds} замеров.

${table(['что', 'медиана', 'граница', 'по замерам'], cells)}

Файлы JavaScript, запрошенные до показа списка:

${table(['файл', 'gzip, кБ'], scripts)}`
}

/** How soon the list of approvers can be worked with, in a real browser. */
export const benchWeb = (): Promise<Section> =>
  measureInBrowser('web', async (on) => {
    const measured = await on.ask<FirstPage>('first-page.ts', {
      url: on.url,
      rounds,
    } satisfies FirstPageMessage)
    const requests = await countRequests(on)
    const rows = rowsOf(measured)
    return {
      title: 'Первая страница',
      markdown: `${describe(measured, rows)}\n\n${describeRequests(requests)}`,
      missed: [
        ...rows
          .filter(({ value, limit }) => value > limit)
          .map(({ name, value, unit }) => `${name} ${number(value)} ${unit}`),
        ...missedRequests(requests),
      ],
    }
  })
