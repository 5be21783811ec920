import { once } from 'node:events'
import { ConfigError, loadConfig } from './config.ts'
import { PoolerError } from './db/pooler.ts'
import { bankCommand } from './db/seed/bank-command.ts'
import { demoAccounts, demoPassword } from './db/seed/demo-accounts.ts'
import { DataInUse } from './embedded/data-lock.ts'
import { PortError } from './embedded/free-port.ts'
import { PostgresStartError } from './embedded/postgres/start-error.ts'
import { secondsSince } from './progress.ts'
import { type RunningServer, startServer } from './start-server.ts'

const begun = performance.now()
const print = (line: string) => process.stdout.write(`${line}\n`)
/** A terminal sends Ctrl C to all of a group, npm passes it on again: so close together it is one wish. */
const sameSignalMs = 1_000

/** Errors whose text says all there is to do; a stack would hide it. */
const isPlain = (error: unknown) =>
  [ConfigError, DataInUse, PoolerError, PortError, PostgresStartError].some((kind) => error instanceof kind)

function fail(error: unknown): void {
  const text = isPlain(error) && error instanceof Error ? error.message : error
  process.stderr.write(`${text instanceof Error ? text.stack : text}\n`)
  process.exitCode = 1
}

/** Stops once, whatever asks for it; a second signal ends at once. */
function stopOnSignals(): { running: (server: RunningServer) => void } {
  let server: RunningServer | null = null
  let asked: number | null = null

  const stop = async () => {
    if (!server) return
    print('Останавливается…')
    await server.stop()
    print('Остановлено.')
    process.exit(process.exitCode ?? 0)
  }
  const ask = () => {
    const now = performance.now()
    if (asked === null) {
      asked = now
      stop().catch((error: unknown) => {
        fail(error)
        process.exit(1)
      })
    } else if (now - asked > sameSignalMs) process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  // The command that started us was killed.
  process.on('disconnect', ask)
  process.channel?.unref()
  return {
    running: (started) => {
      server = started
      // A signal during the start: stop what has just been started.
      if (asked !== null) stop().catch(fail)
    },
  }
}

/** The command that started us builds the pages meanwhile and tells when they are there. */
async function pagesThatFollow(): Promise<void> {
  process.channel?.ref()
  await once(process, 'message')
  process.channel?.unref()
}

const signals = stopOnSignals()
const pages = process.argv.includes('--pages-follow') ? pagesThatFollow() : undefined
try {
  const config = loadConfig()
  print(`Ипотека-офис запускается на порту ${config.port}…`)
  const server = await startServer(config, (line) => print(`  ${line}`), pages)
  signals.running(server)
  if (server.waitsForBank)
    print(
      `\nБанк ещё не создан, войти некому. Первого администратора создаёт команда\n  ${bankCommand}\nСистема заметит его сама и откроется на ${config.publicUrl}`,
    )
  else print(`\nСистема работает: ${config.publicUrl}  (запуск ${secondsSince(begun)})`)
  if (config.demoData && config.identity.mode === 'embedded') {
    print(`Демонстрационный вход, пароль у всех «${demoPassword}»:`)
    for (const { login, purpose } of demoAccounts) print(`  ${login.padEnd(14)}${purpose}`)
  }
  if (!config.production) print('Остановить: Ctrl C')
} catch (error) {
  fail(error)
  process.exit(1)
}
