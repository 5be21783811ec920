import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import type { Call } from '../api/calls.ts'
import type { Flooded, FloodMessage } from '../api/load.ts'
import { readsPerSecond, type Target, withWorkingServer } from '../background-work.ts'
import { median, number, quantile, type Section, table } from '../report.ts'
import { type ImportMeasured, importRows, measureImports } from './import.ts'

const connections = 32
const rounds = 5
const seconds = 3
const readsFloor = 5_000
const importLimit = 20

interface Kind {
  readonly name: string
  readonly floor: boolean
  readonly calls: readonly Call[]
}

const get = (path: string): Call => ({ method: 'GET', path: `/api/reference/${path}` })
const all = Object.keys(referenceLists)
const kinds: readonly Kind[] = [
  { name: `все ${all.length} справочников по очереди`, floor: true, calls: all.map(get) },
  { name: 'регионы (22 кБ)', floor: false, calls: [get('region')] },
  { name: 'рабочие статусы (0,1 кБ)', floor: false, calls: [get('workStatus')] },
  {
    name: 'регионы, поиск по части названия',
    floor: false,
    calls: [get(`region?query=${encodeURIComponent('обл')}`)],
  },
  {
    name: 'поиск по условиям (SQL)',
    floor: false,
    calls: [
      {
        method: 'POST',
        path: '/api/reference/landUsageType/filter',
        body: JSON.stringify({ searchConditions: [{ field: 'name', predicate: 'LIKE', value: 'жил' }] }),
      },
    ],
  },
]

interface ReadsMeasured {
  readonly kind: Kind
  readonly perSecond: readonly number[]
}

async function flood({ url, token, load }: Target, kind: Kind, duration: number): Promise<number> {
  const message: FloodMessage = {
    kind: 'flood',
    url,
    token,
    seconds: duration,
    connections: Array.from({ length: connections }, () => kind.calls),
  }
  return (await load.ask<Flooded>(message)).perSecond
}

async function measureReads(target: Target, kind: Kind): Promise<ReadsMeasured> {
  await flood(target, kind, 2)
  const perSecond: number[] = []
  for (let round = 0; round < rounds; round += 1) perSecond.push(await flood(target, kind, seconds))
  console.log(`${kind.name}: ${number(median(perSecond))} в секунду`)
  return { kind, perSecond }
}

const readsRow = ({ kind, perSecond }: ReadsMeasured): string[] => [
  kind.name,
  number(median(perSecond)),
  perSecond.map((value) => number(value)).join('; '),
  kind.floor ? number(readsFloor) : '—',
]
const importRow = ({ name, check, apply, milliseconds }: ImportMeasured): string[] => [
  name,
  number(check, 1),
  number(apply, 1),
  number(check + apply, 1),
  number(importLimit),
  number(quantile(milliseconds, 0.95), 1),
  number(Math.max(...milliseconds), 1),
]

const describe = (reads: readonly ReadsMeasured[], imports: readonly ImportMeasured[]) =>
  `Чтения: ${connections} соединения, по ${seconds} с, сервер и нагрузка — отдельные процессы на одной машине; проверка токена и прав, журнал и заголовки как в работе, ответы без сжатия.

${table(['чтение', 'в секунду, медиана', 'по замерам', 'граница'], reads.map(readsRow))}

Загрузка ${number(importRows)} строк из файла: проверка и сравнение, затем применение одной транзакцией со строкой истории на каждый элемент. Фоновая работа идёт в процессе сервера; тем временем через него ${readsPerSecond} раз в секунду читают справочник.

${table(['файл', 'сравнение, с', 'применение, с', 'всего, с', 'граница, с', 'чтения: p95, мс', 'самое долгое, мс'], imports.map(importRow))}`

function missedOf(reads: readonly ReadsMeasured[], imports: readonly ImportMeasured[]): string[] {
  return [
    ...reads
      .filter(({ kind, perSecond }) => kind.floor && median(perSecond) < readsFloor)
      .map(({ kind, perSecond }) => `${kind.name}: ${number(median(perSecond))} в секунду`),
    ...imports
      .filter(({ check, apply }) => check + apply >= importLimit)
      .map(({ name, check, apply }) => `загрузка ${name}: ${number(check + apply, 1)} с`),
  ]
}

/** Reads of dictionaries and the import of a large one. */
export const benchReferences = (): Promise<Section> =>
  withWorkingServer(async (target) => {
    const reads: ReadsMeasured[] = []
    for (const kind of kinds) reads.push(await measureReads(target, kind))
    const imports = await measureImports(target)
    return { title: 'Справочники', markdown: describe(reads, imports), missed: missedOf(reads, imports) }
  })
