import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Archive } from '#backup/archive.ts'
import { archivePlace, isToldInWords } from '#backup/archive-place.ts'
import { readMoment } from '#backup/moment.rules.ts'
import { type RestoreResult, restoreBackup } from '#backup/restore-backup.ts'
import { RestoreRefused } from '#backup/restore-refused.ts'
import { loadConfig } from '#config.ts'
import { storeFrom } from '#config-values.ts'
import { isDataInUse } from '#embedded/data-lock.ts'
import { openFileStore } from '#files/open-store.ts'
import { withComma } from '../progress.ts'

const usage = `Восстановление банка из резервной копии — рядом с работающим, в новую папку.

  npm run restore -- --into ПАПКА                              до последнего момента, который есть в архиве
  npm run restore -- --into ПАПКА --to '2026-11-24 18:00:00'   до этого момента (часы BANK_TIME_ZONE или со смещением)

  --into      новая папка: база — в postgres/data, файлы — в files
  --to        момент; без него — последний
  --files     пустая корзина для файлов вместо папки: https://ключ:секрет@host/корзина?region=ru-1

Архив проверяется целиком; чего-то не хватает или что-то изменено — не восстанавливается ничего.
`
const print = (line: string) => process.stdout.write(`${line}\n`)
const inWords = (seconds: number) =>
  seconds < 90 ? `${withComma(seconds)} с` : `${withComma(seconds / 60)} мин`

function tell(into: string, result: RestoreResult, { asked }: { asked: boolean }): void {
  const { lastChange, until, seconds } = result
  print(
    `\nБанк восстановлен в ${into}: база ${result.database}, файлы ${result.files} (${result.fileCount}).`,
  )
  print(`Последнее изменение в нём: ${lastChange?.toISOString() ?? 'нет'}.`)
  print(
    asked
      ? `RPO: восстановлено до заданного момента ${until.toISOString()}, всё записанное к нему на месте.`
      : `RPO: всё записанное к ${until.toISOString()} на месте; если банк потерян сейчас, потеряно не больше ${inWords((Date.now() - until.getTime()) / 1_000)}.`,
  )
  print(`RTO: ${inWords(seconds)} от команды до проверенного банка.`)
  print(`Встроенная база: DATA_DIR=${into} npm start. Своя PostgreSQL: docs/operations.md, «Восстановить».`)
}

async function run(into: string, to: string | undefined, bucket: string | undefined): Promise<void> {
  const config = loadConfig()
  const { dir, keys } = archivePlace(config)
  if (isDataInUse(into)) throw new RestoreRefused(`В ${into} работает система: задайте новую папку (--into)`)
  const s3 = bucket === undefined ? null : storeFrom(bucket)
  const result = await restoreBackup({
    archive: new Archive(dir, keys),
    into,
    to: to === undefined ? null : readMoment(to, config.bankTimeZone),
    ...(s3 !== null && { bucket: openFileStore({ filesDir: null, s3 }) }),
    programs: config.backup.programs,
    print: (line) => print(`  ${line}`),
  })
  tell(into, result, { asked: to !== undefined })
}

try {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      into: { type: 'string' },
      to: { type: 'string' },
      files: { type: 'string' },
    },
  })
  if (values.help) print(usage)
  else if (values.into === undefined)
    throw new RestoreRefused(
      'Куда восстановить? Задайте новую папку: npm run restore -- --into ПАПКА [--to момент]',
    )
  else await run(resolve(values.into), values.to, values.files)
  process.exit()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${isToldInWords(error) ? message : `Не восстановлено: ${message}`}\n`)
  process.exit(1)
}
