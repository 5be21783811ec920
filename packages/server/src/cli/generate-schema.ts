import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { schemaTypes } from '#db/schema-types.ts'
import { startTestPostgres } from '#embedded/postgres/test-postgres.ts'

const server = await startTestPostgres()
try {
  await migrate(server.connectionString)
  const client = new pg.Client(server.connectionString)
  await client.connect()
  await writeFile(join(import.meta.dirname, '../db/schema.gen.ts'), await schemaTypes(client))
  await client.end()
} finally {
  await server.stop()
}
