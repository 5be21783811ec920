import { parseArgs } from 'node:util'
import { Archive } from '#backup/archive.ts'
import { archivePlace, isToldInWords } from '#backup/archive-place.ts'
import { makeBackup } from '#backup/make-backup.ts'
import { loadConfig } from '#config.ts'
import { migrate } from '#db/migrate.ts'
import { openFileStore } from '#files/open-store.ts'
import { withComma } from '../progress.ts'
import { connect } from './connect.ts'

const usage = `Резервная копия банка: база с журналом и файлы, зашифрованные ключом банка.

  npm run backup              полная копия; раз в сутки
  npm run backup -- --log     журнал и новые файлы с прошлой копии; раз в несколько минут

Система может работать. Куда и чем шифровать: BACKUP_DIR, BACKUP_KEY (docs/operations.md, «Резервные копии»).
`
const print = (line: string) => process.stdout.write(`${line}\n`)

async function run(kind: 'FULL' | 'LOG'): Promise<void> {
  const config = loadConfig()
  const { dir, keys } = archivePlace(config)
  const connection = await connect(config, print)
  try {
    await migrate(connection.url, print)
    const { manifest, bytes, copiedFiles, seconds } = await makeBackup({
      archive: new Archive(dir, keys),
      files: openFileStore(config.store),
      databaseUrl: connection.url,
      replicationUrl: config.backup.databaseUrl ?? connection.url,
      embedded: config.databaseUrl === null,
      kind,
      print,
    })
    print(
      `${withComma(bytes / 1_048_576)} МБ базы и журнала, файлов всего ${manifest.files.count}, новых ${copiedFiles}; ` +
        `${withComma(seconds)} с. Восстановить можно до ${manifest.until}.`,
    )
  } finally {
    await connection.close()
  }
}

try {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      log: { type: 'boolean', default: false },
    },
  })
  if (values.help) print(usage)
  else await run(values.log ? 'LOG' : 'FULL')
  process.exit()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${isToldInWords(error) ? message : `Копия не снята: ${message}`}\n`)
  process.exit(1)
}
