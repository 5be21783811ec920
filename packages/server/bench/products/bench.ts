import { OfferPage, PriceQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { ofBank } from '#features/products/partner-line.ts'
import { priceCatalogue } from '#features/products/pricing/offers.rules.ts'
import type { PricingSetup } from '#features/products/pricing/setup.ts'
import type { Section } from '../report.ts'
import { measureImpact, openCases } from './impact.ts'
import { bigCatalogue, wishedFacts } from './catalogue.ts'
import { catalogueSizes } from './lists.ts'
import { measureServed, paces, processes, wantedMs } from './over-http.ts'
import { fileCells, fileCount, measureRatesFiles } from './rates.ts'

const sizes = { products: 300, options: 400, promotions: 200 } as const
/** Seconds in which every open case of a product has to be counted. */
const impactGoal = 60
/** Seconds in which files of 50 000 cells have to be read and compared. */
const filesGoal = 10
/** Milliseconds of a page of the list. */
const listGoal = 100
/** As the page begins. */
const page = OfferPage.parse({ shown: 8 })
const setup: PricingSetup = {
  day: '2026-11-24',
  keyRate: '16',
  isInside: true,
  nameOf: () => undefined,
  insuranceName: (type) => type,
  partnerLine: ofBank,
  full: new Set(),
}

/** The wish of a client whose sum and term are not those of the client before. */
const wish = (at: number, productIds: number[]) =>
  PriceQuestion.parse({
    productIds,
    facts: wishedFacts(at, 3_000_000 + at * 10_000),
  })

function measure(times: number, ask: (at: number) => void): { median: number; p95: number } {
  const milliseconds = Array.from({ length: times }, (_, at) => {
    const start = performance.now()
    ask(at)
    return performance.now() - start
  }).toSorted((one, other) => one - other)
  return {
    median: milliseconds[Math.floor(times / 2)] ?? 0,
    p95: milliseconds[Math.floor(times * 0.95)] ?? 0,
  }
}

/** «Подобрать ставку» over the catalogue of a big bank, in the process of the server and without the network. */
export async function benchProducts(): Promise<Section> {
  const catalogue = bigCatalogue(sizes)
  const price = (productIds: number[]) => (at: number) =>
    void priceCatalogue(catalogue, wish(at, productIds), setup, () => true, page)
  measure(20, price([]))
  const all = measure(150, price([]))
  const one = measure(300, price([7]))
  const rows = [
    ['все продукты', all, 60],
    ['один продукт', one, 5],
  ] as const
  const text = (value: number) => value.toFixed(1).replace('.', ',')
  const served = await measureServed(sizes)
  const xlsx = await measureRatesFiles('xlsx')
  const csv = await measureRatesFiles('csv')
  const impact = await measureImpact()
  return {
    title: 'Подбор ставки',
    markdown: [
      `${sizes.products} продуктов по 5 000 ячеек, ${sizes.options} опций, ${sizes.promotions} акций; один процесс, без сети. Каждый вопрос — с новой суммой и сроком; отвечено первыми восемью предложениями и числом подошедших.`,
      '',
      '| что | медиана, мс | p95, мс | цель, мс |',
      '|---|---:|---:|---:|',
      ...rows.map(
        ([what, { median, p95 }, goal]) => `| ${what} | ${text(median)} | ${text(p95)} | ${goal} |`,
      ),
      '',
      `Тот же вопрос через HTTP процессам (${processes}), которые делят ядра с нагрузкой и базой: без отказов и в пределе держат ${served.perSecond} в секунду (цель ${paces[0]}): p50 ${text(served.p50)} мс, p95 ${text(served.p95)} мс (цель ${wantedMs} мс), p99 ${text(served.p99)} мс.`,
      '',
      `Ставки файлом: ${fileCount} файлов по ${fileCells.toLocaleString('ru')} ячеек — столько их в матрице бывает — прочитаны, проверены и сверены с черновиком: XLSX за ${text(xlsx.seconds)} с, CSV за ${text(csv.seconds)} с (цель ${filesGoal} с), изменённых ячеек ${xlsx.changed.toLocaleString('ru')}.`,
      '',
      `Список продуктов: ${catalogueSizes.products} продуктов, ${catalogueSizes.options} опций, ${catalogueSizes.promotions} акций, ${catalogueSizes.versions.toLocaleString('ru')} выпусков по 5 000 ячеек, у одного продукта ${openCases.toLocaleString('ru')} открытых заявок; страница из двадцати строк с общим числом, без сети, цель ${listGoal} мс.`,
      '',
      '| список | медиана, мс | p95, мс |',
      '|---|---:|---:|',
      ...impact.lists.map(({ what, median, p95 }) => `| ${what} | ${text(median)} | ${text(p95)} |`),
      '',
      `«Что изменится»: ${openCases.toLocaleString('ru')} открытых заявок одного продукта (5 000 ячеек, 10 опций, 5 акций) пересчитаны фоновым заданием по черновику за ${text(impact.seconds)} с (цель ${impactGoal} с), посчитано ${impact.looked.toLocaleString('ru')}. Другие вызовы того же процесса ждут не дольше ${text(impact.delay.p99)} мс в 99 случаях из 100, самое долгое ожидание — ${text(impact.delay.max)} мс.`,
    ].join('\n'),
    missed: [
      ...rows.flatMap(([what, { p95 }, goal]) =>
        p95 > goal * 1.15 ? [`подбор ставки, ${what}: p95 ${text(p95)} мс при цели ${goal}`] : [],
      ),
      ...impact.lists.flatMap(({ what, p95 }) =>
        p95 > listGoal * 1.15 ? [`продукты, ${what}: p95 ${text(p95)} мс при цели ${listGoal}`] : [],
      ),
      ...(served.perSecond < paces[0] || served.p95 > wantedMs * 1.15
        ? [`подбор ставки через HTTP: ${served.perSecond} в секунду, p95 ${text(served.p95)} мс`]
        : []),
      ...[xlsx, csv].flatMap(({ seconds, changed }) =>
        seconds > filesGoal || changed !== fileCount * fileCells
          ? [`ставки файлом: ${text(seconds)} с, изменённых ячеек ${changed}`]
          : [],
      ),
      ...(impact.seconds > impactGoal || impact.looked !== openCases
        ? [`что изменится: ${text(impact.seconds)} с, посчитано ${impact.looked}`]
        : []),
    ],
  }
}
