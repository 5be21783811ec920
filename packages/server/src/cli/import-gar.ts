import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import { ConfigError, loadConfig } from '#config.ts'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import {
  ImportError,
  type ImportOptions,
  type ImportResult,
  importGar,
} from '#features/addresses/gar-import.service.ts'
import { connect } from './connect.ts'

const usage = `Загрузка адресов из выгрузки ГАР (государственный адресный реестр).

  npm run import:gar -- папка [--report файл.csv]

Папка — распакованный архив gar_xml.zip или gar_delta_xml.zip: файлы AS_*.XML в ней самой и в папках регионов 01…99.
Можно оставить только нужные регионы. Берутся адресные объекты, дома, обе иерархии, параметры и справочники типов.
База — из DATABASE_URL или встроенная; система может работать, поиск заменяется новым, когда тот готов.
Прерванная загрузка продолжается с места остановки тем же запуском; повторная ничего не меняет; новая выгрузка обновляет.

  --report  куда записать отклонённые записи; по умолчанию import-gar-<номер загрузки>.csv, если такие есть
`

const print = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)
const number = (value: number) => Math.round(value).toLocaleString('ru')
const megabytes = (bytes: number) => `${number(bytes / 1_000_000)} МБ`

const tellEvery = 3_000

/** Lines of progress: one a file when it ends, and one every three seconds. */
function teller(): Pick<ImportOptions, 'onStart' | 'onFile' | 'onStep'> & { step(text: string): void } {
  const begun = performance.now()
  let told = begun
  let records = 0
  let countedFile = ''
  let countedRecords = 0
  const seconds = () => number((performance.now() - begun) / 1_000)
  const step = (text: string) => print(`[${seconds()} с] ${text}`)
  return {
    step,
    onStart: (id, files, bytes, resumed) =>
      print(`Загрузка № ${id}${resumed ? ' продолжается' : ''}: файлов ${files}, ${megabytes(bytes)}`),
    onFile(file, progress, size) {
      if (file !== countedFile) countedRecords = 0
      countedFile = file
      records += Math.max(0, progress.records - countedRecords)
      countedRecords = progress.records
      const now = performance.now()
      if (!progress.done && now - told < tellEvery) return
      told = now
      const part = size === 0 ? 100 : Math.floor((progress.offset / size) * 100)
      step(
        `${file}: ${progress.done ? 'готово' : `${part} %`}, записей ${number(progress.records)}, взято ${number(progress.taken)}` +
          `${progress.refused > 0 ? `, отклонено ${number(progress.refused)}` : ''} (${number(records / ((now - begun) / 1_000))} записей/с, память ${megabytes(process.memoryUsage().rss)})`,
      )
    },
    onStep: step,
  }
}

async function report(
  { importId, files, refusals, objects }: ImportResult,
  target: string | undefined,
): Promise<void> {
  const sum = (name: 'records' | 'taken' | 'refused') => files.reduce((total, file) => total + file[name], 0)
  const refused = sum('refused')
  print(
    `Загружено. Записей ${number(sum('records'))}, взято ${number(sum('taken'))}, отклонено ${number(refused)}. Объектов в поиске: ${number(objects)}.`,
  )
  if (refused === 0) return
  // 2: everything was read, some records were refused.
  process.exitCode = 2
  const file = resolve(target ?? `import-gar-${importId}.csv`)
  const rows = refusals.map((one) => [one.file, one.line, one.record, one.reason])
  await writeFile(
    file,
    stringify([['файл', 'строка', 'запись', 'причина'], ...rows], {
      delimiter: ';',
      bom: true,
      record_delimiter: 'windows',
    }),
  )
  for (const one of refusals.slice(0, 10))
    complain(`${one.file}, строка ${one.line}, запись ${one.record}: ${one.reason}`)
  const rest = refused - Math.min(10, refusals.length)
  complain(`${rest > 0 ? `…и ещё ${number(rest)}. ` : ''}Отклонённые записи: ${file}`)
}

async function run(folder: string, target: string | undefined): Promise<void> {
  const connection = await connect(loadConfig(), print)
  try {
    await migrate(connection.url, print)
    // One connection: it holds the right to import as long as this process lives.
    const { db, pool, close } = openDatabase({
      connectionString: connection.url,
      poolSize: 1,
      queryTimeout: 0,
    })
    const { step, ...progress } = teller()
    pool.on('connect', (client) => client.on('notice', ({ message }) => step(message ?? '')))
    try {
      const today = new Date().toISOString().slice(0, 10)
      await report(await importGar(db, { folder: resolve(folder), today, ...progress }), target)
    } finally {
      await close()
    }
  } finally {
    await connection.close()
  }
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { report: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
  })
  return { ...values, folder: positionals[0] }
}

try {
  const { help, folder, report: target } = readArguments()
  if (help || folder === undefined) {
    print(usage)
    process.exitCode = help ? 0 : 1
  } else await run(folder, target)
  process.exit()
} catch (error) {
  const known = error instanceof ImportError || error instanceof ConfigError
  const message = error instanceof Error ? error.message : String(error)
  complain(
    known
      ? message
      : `Загрузка прервана: ${message}\nЗапустите ту же команду снова: она продолжит с места остановки.`,
  )
  process.exit(1)
}
