import { existsSync } from 'node:fs'
import { has, isRoot, run } from './processes.mjs'

const program = '/usr/lib/rabbitmq/bin/rabbitmq-server'

/** Makes sure that the continuous check has RabbitMQ; elsewhere nothing is installed for it, and those tests are left out. */
export async function ensureRabbit() {
  if (existsSync(program)) return
  if (process.env.CI !== undefined && isRoot && has('apt-get')) {
    console.log('Устанавливаем RabbitMQ из Debian…')
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'rabbitmq-server'], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      quiet: true,
    })
  }
  if (!existsSync(program))
    console.log(
      'RabbitMQ нет: сообщения между процессами через него не проверяются (apt-get install rabbitmq-server).',
    )
}
