import { loadConfig } from '#config.ts'
import { prepareDatabase } from '#prepare-database.ts'

/** A server's preparation of its database in a process of its own: the first argument is the database. */
const [url = ''] = process.argv.slice(2)
await prepareDatabase(
  loadConfig({ NODE_ENV: 'development', DATABASE_URL: url, DEMO_DATA: 'no' }),
  url,
  (line) => process.stdout.write(`${line}\n`),
  () => undefined,
)
