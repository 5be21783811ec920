import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, loadConfig } from '#config.ts'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { importUnits, UnitFileError } from '#features/suggestions/unit-import.service.ts'
import { connect } from './connect.ts'

const usage = `Загрузка справочника подразделений, выдающих паспорта.

  npm run import:units -- файл.csv

Строки «код;наименование» (или через запятую), в UTF-8; наименование — как в паспорте, «кем выдан». Файл — весь
справочник: он заменяет загруженный раньше и учебные данные. Повторная загрузка того же файла ничего не меняет.
База — из DATABASE_URL или встроенная; система может работать.
`
const print = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)
const most = 20

async function run(file: string): Promise<void> {
  const text = await readFile(resolve(file), 'utf8')
  const connection = await connect(loadConfig(), print)
  try {
    await migrate(connection.url, print)
    const { db, close } = openDatabase({ connectionString: connection.url, poolSize: 1, queryTimeout: 0 })
    try {
      const { total, added, removed, refused } = await importUnits(db, text)
      print(
        `Подразделений: ${total}, добавлено: ${added}, убрано: ${removed}, отклонено строк: ${refused.length}.`,
      )
      for (const { line, reason } of refused.slice(0, most)) complain(`строка ${line}: ${reason}`)
      if (refused.length > most) complain(`…и ещё ${refused.length - most}`)
      // 2: the file was read, some lines were refused.
      if (refused.length > 0) process.exitCode = 2
    } finally {
      await close()
    }
  } finally {
    await connection.close()
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h', default: false } },
  })
  const [file] = positionals
  if (values.help || file === undefined) {
    print(usage)
    process.exitCode = values.help ? 0 : 1
  } else await run(file)
  process.exit()
} catch (error) {
  const isKnown = error instanceof UnitFileError || error instanceof ConfigError
  const message = error instanceof Error ? error.message : String(error)
  complain(isKnown ? message : `Загрузка прервана: ${message}`)
  process.exit(1)
}
