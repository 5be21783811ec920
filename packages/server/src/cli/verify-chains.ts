import { parseArgs } from 'node:util'
import { ConfigError, loadConfig } from '#config.ts'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { verifyDecisions } from '#features/cases/talk/chains.service.ts'
import { verifyArchives } from '#features/access-log/archives.service.ts'
import { verifyHistory } from '#features/history/seals.service.ts'
import { openFileStore } from '#files/open-store.ts'
import { connect } from './connect.ts'

const usage = `Проверка цепочек всего банка: истории, её печатей, решений по заявкам и архивов журнала доступа.

  npm run verify

Считает хеши заново и сверяет концы цепочек решений с историей, которая под печатями. Ничего не меняет; система может
работать. Код завершения 2 — какая-то запись не такая, какой её записали.
`
const print = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

async function run(): Promise<void> {
  const config = loadConfig()
  const connection = await connect(config, print)
  try {
    await migrate(connection.url, print)
    const { db, close } = openDatabase({ connectionString: connection.url, poolSize: 1, queryTimeout: 0 })
    try {
      const history = await verifyHistory(db)
      const { decisions, broken } = await verifyDecisions(db)
      const kept = await verifyArchives(db, openFileStore(config.store))
      print(
        `Записей истории: ${history.rows}, печатей: ${history.seals}, решений: ${decisions}, архивов журнала доступа: ${kept.archives}.`,
      )
      if (history.broken?.kind === 'row') {
        const { id, objectType, objectId, reason } = history.broken
        complain(
          `Запись истории № ${id} (${objectType} ${objectId}): ${reason === 'changed' ? 'изменена' : 'перед ней не хватает записи'}.`,
        )
      }
      if (history.broken?.kind === 'seal')
        complain(
          `Печать № ${history.broken.id}: среди записей ${history.broken.fromId}–${history.broken.toId} есть изменённая или убранная.`,
        )
      if (broken !== null) complain(`Решение № ${broken.id} от ${broken.at}: ${reasons[broken.reason]}.`)
      if (kept.broken !== null)
        complain(`Архив журнала доступа № ${kept.broken.id}: ${archiveReasons[kept.broken.reason]}.`)
      if (history.broken !== null || broken !== null || kept.broken !== null) process.exitCode = 2
      else print('Всё так, как было записано.')
    } finally {
      await close()
    }
  } finally {
    await connection.close()
  }
}

const reasons = {
  changed: 'изменено после подписи',
  unchained: 'перед ним не хватает решения',
  gone: 'убрано, хотя история его помнит',
  unnoted: 'записано в обход истории',
} as const

const archiveReasons = {
  row: 'строка изменена или перед ней не хватает архива',
  file: 'файл не тот, что записали',
  gone: 'файла в хранилище нет',
} as const

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h', default: false } } })
  if (values.help) print(usage)
  else await run()
  process.exit()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  complain(error instanceof ConfigError ? message : `Проверка прервана: ${message}`)
  process.exit(1)
}
