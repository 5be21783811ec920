import { ConfigError, loadConfig } from '#config.ts'
import { bankCommand } from '#db/seed/bank-command.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { connect } from './connect.ts'

const usage = `Подготовка базы, которую иначе делает первый процесс новой версии: миграции, очередь заданий и то, что поставляет продукт.

  npm run db:prepare

Читает те же переменные, что и сервер, и отказывает, если они не годятся. Процессы прежней версии могут работать; вторая
подготовка той же версии не меняет ничего.
`
const print = (line: string) => process.stdout.write(`${line}\n`)

async function run(): Promise<void> {
  const config = loadConfig()
  const connection = await connect(config, print)
  try {
    const bank = await prepareDatabase(config, connection.url, print, () => undefined)
    print(
      bank === null
        ? `База готова, банка в ней ещё нет: ${bankCommand}`
        : `База банка «${bank.shortName}» готова.`,
    )
  } finally {
    await connection.close()
  }
}

try {
  const words = process.argv.slice(2)
  if (words.includes('--help') || words.includes('-h')) print(usage)
  else await run()
  process.exit()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${error instanceof ConfigError ? message : `База не подготовлена: ${message}`}\n`)
  process.exit(1)
}
