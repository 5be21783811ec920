import { PgBoss, type Queue } from 'pg-boss'
import pg from 'pg'
import { queues } from './queues.ts'

/** Schema of the queue's tables. */
export const jobSchema = 'pgboss'

/** Part of the migration, run by the owner: tables of the queue, its queues, and the server role's rights on them. */
export async function installJobs(connectionString: string): Promise<void> {
  const boss = new PgBoss({
    connectionString,
    schema: jobSchema,
    max: 2,
    supervise: false,
    schedule: false,
    application_name: 'ipoteka-migrate',
  })
  const failures: unknown[] = []
  boss.on('error', (error) => failures.push(error))
  await boss.start()
  try {
    // The dead letters come first: the others refer to them.
    for (const [name, options] of Object.entries<Partial<Queue>>(queues)) {
      const { policy: _, ...changeable } = options
      if ((await boss.getQueue(name)) === null) await boss.createQueue(name, options)
      else await boss.updateQueue(name, changeable)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  if (failures.length > 0) throw failures[0]
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(`
      GRANT USAGE ON SCHEMA ${jobSchema} TO ipoteka_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${jobSchema} TO ipoteka_app;
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${jobSchema} TO ipoteka_app;
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${jobSchema} TO ipoteka_app`)
  } finally {
    await client.end()
  }
}
