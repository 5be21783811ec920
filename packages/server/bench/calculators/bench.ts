import { readsPerSecond, withWorkingServer } from '../background-work.ts'
import { number, quantile, type Section, table } from '../report.ts'
import { type BatchMeasured, batchRows, measureBatch } from './batch.ts'
import { measureSchedules, months, type ScheduleMeasured } from './schedules.ts'

/** Milliseconds of one schedule with ПСК, the median; beyond it the collector of garbage is measured. */
const limit = 5

const scheduleRow = ({ name, milliseconds }: ScheduleMeasured): string[] => [
  name,
  ...[0.5, 0.95, 0.99].map((part) => number(quantile(milliseconds, part), 2)),
  number(limit),
]

const describe = (schedules: readonly ScheduleMeasured[], batch: BatchMeasured) =>
  `График на ${months} платежей с ПСК, эффективной ставкой и объяснением «как посчитано», один за другим; условия каждый раз другие.

${table(['график', 'p50, мс', 'p95, мс', 'p99, мс', 'граница p50, мс'], schedules.map(scheduleRow))}

Массовый расчёт файла XLSX из ${number(batchRows)} кредитов на срок от 1 до 30 лет фоновой работой: ${number(batch.seconds, 1)} с, ${number(batchRows / batch.seconds)} графиков в секунду вместе с чтением и записью файлов; ход сообщён ${number(batch.steps)} раз (смотрели раз в секунду). Тем временем через тот же процесс ${readsPerSecond} раз в секунду читают справочник: p95 ${number(quantile(batch.milliseconds, 0.95), 1)} мс, самое долгое ${number(Math.max(...batch.milliseconds), 1)} мс.`

/** Schedules with ПСК, and a hundred thousand of them as a background task. */
export async function benchCalculators(): Promise<Section> {
  const schedules = measureSchedules()
  for (const { name, milliseconds } of schedules) console.log(name, number(quantile(milliseconds, 0.95), 2))
  const batch = await withWorkingServer((target) => measureBatch(target, 'xlsx'))
  return {
    title: 'Калькуляторы',
    markdown: describe(schedules, batch),
    missed: schedules
      .filter(({ milliseconds }) => quantile(milliseconds, 0.5) >= limit)
      .map(({ name, milliseconds }) => `${name}: p50 ${number(quantile(milliseconds, 0.5), 2)} мс`),
  }
}
