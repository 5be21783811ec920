import { measureInBrowser } from '../browser.ts'
import { number, type Section, table } from '../report.ts'
import {
  type JourneyName,
  type Journeys,
  type JourneysMessage,
  journeyTitles,
  knownClientLimits,
} from './journeys.ts'

const names = Object.keys(journeyTitles) as JourneyName[]
const seconds = (ms: number) => number(ms / 1_000, 1)

function describe(all: Journeys): string {
  const rows = names.map((name) => {
    const { clicks, typed, chosen, pages, waitedMs, outsideMs, wholeMs } = all[name]
    return [
      journeyTitles[name],
      number(clicks),
      number(typed),
      number(chosen),
      number(pages),
      seconds(waitedMs),
      seconds(outsideMs),
      seconds(wholeMs),
    ]
  })
  return `Собранный продукт с демонстрационным банком, Chromium на той же машине. Путь проходит «человек» с мышью и клавиатурой: 300 знаков в минуту, 0,6 с на то, чтобы навести мышь, 1,5 с на взгляд на открывшуюся страницу. Щелчки — и в поля, и по пунктам списков, и сохранение клавишей. «Набрано» — поля, куда вводили с клавиатуры; «выбрано» — списки и «Да / Нет». «Страниц» — сколько раз сменился адрес или раздел. «Ожидание» — от действия до готовности страницы к следующему, в сумме; ответ имитатора СПР — отдельно. Сканы паспорта и справки распознаются, пока человек заполняет остальное. Границы для известного клиента: набрано не больше ${knownClientLimits.typed} полей, ожидание меньше ${seconds(knownClientLimits.waitedMs)} с.

${table(['путь', 'щелчков', 'набрано', 'выбрано', 'страниц', 'ожидание, с', 'СПР, с', 'всего, с'], rows)}`
}

function missedOf({ mortgageOfKnown: { typed, waitedMs } }: Journeys): string[] {
  return [
    ...(typed > knownClientLimits.typed ? [`известный клиент: набрано полей ${typed}`] : []),
    ...(waitedMs >= knownClientLimits.waitedMs ? [`известный клиент: ожидание ${seconds(waitedMs)} с`] : []),
  ]
}

/** What the clerk's journeys cost: clicks, fields, pages and waiting. */
export const benchJourneys = (): Promise<Section> =>
  measureInBrowser('journeys', async ({ url, ask }) => {
    const measured = await ask<Journeys>('journeys/measure.ts', { url } satisfies JourneysMessage)
    return { title: 'Пути сотрудника', markdown: describe(measured), missed: missedOf(measured) }
  })
