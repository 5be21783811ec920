import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './product.ts'

const program = '/usr/lib/rabbitmq/bin/rabbitmq-server'

/** Whether the system has RabbitMQ, as Debian packages it. */
export const hasRabbit = existsSync(program)

/** Erlang takes some time to begin with, and more of it on a busy machine. */
const startMs = 90_000

/** A broker of one test, in a folder of its own. */
export interface Rabbit {
  readonly url: string
  /** The broker is gone at once, as with a power cut. */
  kill(): Promise<void>
  /** At the same address again; what only lay in memory is lost. */
  start(): Promise<void>
  close(): Promise<void>
}

/** Whether somebody speaks AMQP there: a client of another version of it is answered with the right one. */
const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('AMQP\0\0\0\0'))
    socket.setTimeout(1_000, () => socket.destroy())
    socket.on('data', (data) => {
      resolve(data.toString('latin1').startsWith('AMQP'))
      socket.destroy()
    })
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
  })

/** Starts RabbitMQ on ports of its own. */
export async function startRabbit(): Promise<Rabbit> {
  const place = mkdtempSync(join(tmpdir(), 'ipoteka-rabbit-'))
  const [port, between, names] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ...process.env,
    HOME: place,
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(names),
    RABBITMQ_NODENAME: `ipoteka-${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(between),
    RABBITMQ_MNESIA_BASE: join(place, 'data'),
    RABBITMQ_LOG_BASE: join(place, 'log'),
    RABBITMQ_LOGS: '-',
    RABBITMQ_CONFIG_FILE: join(place, 'none'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(place, 'plugins'),
  }
  let running: ChildProcess | null = null
  const kill = async () => {
    if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return
    const gone = once(running, 'exit')
    // The script has started Erlang as a child in the same group.
    process.kill(-running.pid, 'SIGKILL')
    await gone
  }
  const start = async () => {
    running = spawn(program, [], { env, detached: true, stdio: 'ignore' })
    for (const end = Date.now() + startMs; !(await answers(port)); await wait(200))
      if (Date.now() > end || running.exitCode !== null) throw new Error('RabbitMQ did not start')
  }
  const close = async () => {
    await kill()
    spawnSync('epmd', ['-port', String(names), '-kill'], { env, stdio: 'ignore' })
    rmSync(place, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await close()
    throw error
  }
  return { url: `amqp://guest:guest@127.0.0.1:${port}`, kill, start, close }
}
