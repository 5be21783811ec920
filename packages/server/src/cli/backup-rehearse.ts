import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { Archive } from '#backup/archive.ts'
import { archivePlace, isToldInWords } from '#backup/archive-place.ts'
import { restoreBackup } from '#backup/restore-backup.ts'
import { loadConfig } from '#config.ts'
import { withComma } from '../progress.ts'
import { connect } from './connect.ts'

const usage = `Учебное восстановление: последняя копия восстанавливается рядом целиком, проверяется и убирается.

  npm run backup:rehearse     раз в неделю

Код завершения 1 — восстановить не удалось; что не так, сказано словами. Нужно место на ещё одну базу с файлами рядом с
DATA_DIR.
`
const print = (line: string) => process.stdout.write(`${line}\n`)

/** The bank notes that its copies can be restored, and when that was tried. */
async function note(url: string, until: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query(
      `INSERT INTO backup_run (kind, name, state, finished_at, until)
       VALUES ('REHEARSAL', 'rehearsal ' || clock_timestamp(), 'GOOD', clock_timestamp(), $1)`,
      [until],
    )
  } finally {
    await client.end()
  }
}

async function run(): Promise<void> {
  const config = loadConfig()
  const { dir, keys } = archivePlace(config)
  const into = join(config.dataDir, 'rehearsal')
  await rm(into, { recursive: true, force: true })
  try {
    const { seconds, until, historyRows, fileCount } = await restoreBackup({
      archive: new Archive(dir, keys),
      into,
      to: null,
      programs: config.backup.programs,
      print: (line) => print(`  ${line}`),
    })
    const lost = (Date.now() - until.getTime()) / 60_000
    print(
      `Копия восстанавливается: записей истории ${historyRows}, файлов ${fileCount}. RPO ${withComma(lost)} мин, RTO ${withComma(seconds)} с.`,
    )
    const connection = await connect(config, print)
    try {
      await note(connection.url, until)
    } finally {
      await connection.close()
    }
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}

try {
  if (process.argv.includes('--help') || process.argv.includes('-h')) print(usage)
  else await run()
  process.exit()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(
    `${isToldInWords(error) ? message : `Учебное восстановление не удалось: ${message}`}\n`,
  )
  process.exit(1)
}
