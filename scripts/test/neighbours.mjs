import { existsSync } from 'node:fs'
import { has, isRoot, run } from './processes.mjs'

const rabbit = '/usr/lib/rabbitmq/bin/rabbitmq-server'

/**
 * What stands beside a bank of many processes: by its package, how it is found, and what is not looked at without it.
 * @type {[name: string, isThere: () => boolean, what: string][]}
 */
const neighbours = [
  ['rabbitmq-server', () => existsSync(rabbit), 'сообщения между процессами через RabbitMQ'],
  ['pgbouncer', () => has('pgbouncer'), 'база за PgBouncer'],
]

/** Makes sure that the continuous check has RabbitMQ and PgBouncer; elsewhere nothing is installed for it, and those tests are left out. */
export async function ensureNeighbours() {
  const absent = () => neighbours.filter(([, isThere]) => !isThere())
  const names = absent().map(([name]) => name)
  if (names.length > 0 && process.env.CI !== undefined && isRoot && has('apt-get')) {
    console.log(`Устанавливаем из Debian: ${names.join(', ')}…`)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      quiet: true,
    })
  }
  for (const [name, , what] of absent()) console.log(`${name} нет: не проверяется ${what}.`)
}
