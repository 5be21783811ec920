import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { lockPatiently } from './advisory-lock.ts'
import { writeCaseTypes } from './case-types.ts'
import { type Migration, runMigration } from './run-migration.ts'

const delivered = join(import.meta.dirname, 'migrations')
const grants = join(import.meta.dirname, 'grants.sql')
/** Any number that nothing else locks: one migration at a time over all instances. */
const lockKey = 7_330_120

async function readMigrations(folder = delivered): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{3}-.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

function refuseChanged(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const changed = migrations.filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed.length === 0) return
  throw new Error(
    `Миграции изменены после применения: ${changed.map(({ name }) => name).join(', ')}. ` +
      'База другой версии; демонстрационную начните заново командой npm run db:reset.',
  )
}

const readApplied = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migration',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/**
 * The server works as a role that may not change history. Whoever owns the database makes it, or is made a member of it
 * by an administrator: said before anything is changed.
 */
async function requireServerRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; may: boolean }>(`
    SELECT current_user AS owner, r.rolsuper OR coalesce((SELECT pg_has_role(current_user, x.oid, 'MEMBER')
        -- Before PostgreSQL 16 whoever makes roles may also give those of others.
        OR (r.rolcreaterole AND current_setting('server_version_num')::int < 160000)
      FROM pg_roles x WHERE x.rolname = 'ipoteka_app'), r.rolcreaterole) AS may
    FROM pg_roles r WHERE r.rolname = current_user`)
  const [found] = rows
  if (found?.may === true) return
  throw new Error(
    `Пользователю базы ${found?.owner} нужна роль ipoteka_app, под которой работает сервер. Администратор PostgreSQL выполняет один раз: ` +
      `CREATE ROLE ipoteka_app NOLOGIN; GRANT ipoteka_app TO "${found?.owner}"; (роль уже есть — только GRANT)`,
  )
}

async function apply(client: pg.Client, log: (line: string) => void, folder?: string): Promise<void> {
  await requireServerRole(client)
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
  const migrations = await readMigrations(folder)
  const applied = await readApplied(client)
  refuseChanged(migrations, applied)
  for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
    await runMigration({ client, migration, log })
    log(`применена миграция ${migration.name}`)
  }
  await writeCaseTypes(client)
  await client.query(await readFile(grants, 'utf8'))
}

/**
 * Brings the database to the newest schema, as its owner; several instances may call it at once, while others work.
 * `folder`: other migrations than those that are delivered.
 */
export async function migrate(
  connectionString: string,
  log: (line: string) => void = () => undefined,
  folder?: string,
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await lockPatiently(client, lockKey)
    await apply(client, log, folder)
  } finally {
    await client.end()
  }
}

/** Names of migrations that the database still lacks; empty when it is current. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM schema_migration')
  const applied = new Set(rows.map(({ name }) => name))
  return (await readMigrations()).map(({ name }) => name).filter((name) => !applied.has(name))
}
