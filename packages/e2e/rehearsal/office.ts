import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { type Background, startInBackground, untilAnswers } from './background.ts'
import type { Gateways } from './gateways.ts'
import { adminClient } from './keycloak.ts'
import type { Place } from './place.ts'

/** This checkout. */
export const root = resolve(import.meta.dirname, '../../..')

/** Two processes that serve people and one that does jobs. */
export const roles = ['web1', 'web2', 'worker'] as const
export type Role = (typeof roles)[number]

/** The environment of every process and command of the bank, as /etc/ipoteka-office/environment would hold it. */
export function environment(place: Place, database: string, gateways: Gateways): NodeJS.ProcessEnv {
  const { url, passwords, folder, ports } = place
  const key = (name: string) => `${name}:${Buffer.alloc(32, passwords.database).toString('base64')}`
  return {
    PATH: process.env['PATH'],
    HOME: folder,
    NODE_ENV: 'production',
    NODE_EXTRA_CA_CERTS: place.authority,
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATABASE_URL: database,
    IDENTITY_URL: `${url}/auth`,
    IDENTITY_INTERNAL_URL: `http://127.0.0.1:${ports.identity}/auth`,
    IDENTITY_ADMIN_CLIENT_ID: adminClient,
    IDENTITY_ADMIN_CLIENT_SECRET: passwords.client,
    TRUST_PROXY: '1',
    // The rehearsal brings no antivirus: its signatures take minutes to come.
    ACCEPTED_RISKS: 'no-antivirus',
    DATA_DIR: join(folder, 'data'),
    FILES_DIR: join(folder, 'files'),
    BACKUP_DIR: join(folder, 'backup'),
    BACKUP_KEY: key('backup'),
    CREDIT_REPORTS_KEY: key('reports'),
    CHECKS_URL: gateways.url,
    CHECKS_TOKEN: gateways.token,
    CREDIT_REPORTS_URL: gateways.url,
    CREDIT_REPORTS_TOKEN: gateways.token,
    LOG_LEVEL: 'info',
  }
}

/** Runs a command of package.json, as people do; answers what it has printed. */
export function command(
  env: NodeJS.ProcessEnv,
  name: string,
  args: readonly string[] = [],
  from = root,
): string {
  return execFileSync('npm', ['run', '-s', name, '--', ...args], {
    cwd: from,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** The processes of the bank: two that serve people, one that does jobs. */
export class Office {
  readonly #place: Place
  readonly #running = new Map<Role, Background>()
  env: NodeJS.ProcessEnv

  constructor(place: Place, env: NodeJS.ProcessEnv) {
    this.#place = place
    this.env = env
  }

  /** Starts a process of the version that lies in `from`, and waits until it says that it is ready, or only alive. */
  async start(
    role: Role,
    { from = root, waitFor = 'readyz' }: { from?: string; waitFor?: 'readyz' | 'healthz' } = {},
  ): Promise<void> {
    const port = this.#place.ports[role]
    const program = startInBackground(
      join(from, 'node_modules/.bin/node'),
      [join(from, 'packages/server/src/main.ts')],
      {
        cwd: from,
        logFile: join(this.#place.folder, `log/${role}.log`),
        env: { ...this.env, ROLE: role === 'worker' ? 'worker' : 'web', PORT: `${port}` },
      },
    )
    this.#running.set(role, program)
    await untilAnswers(`http://127.0.0.1:${port}/${waitFor}`, 120, program)
  }

  /** Waits until every process is ready for people. */
  async untilReady(): Promise<void> {
    for (const [role, program] of this.#running)
      await untilAnswers(`http://127.0.0.1:${this.#place.ports[role]}/readyz`, 60, program)
  }

  async stop(role: Role, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.#running.get(role)?.stop(signal)
    this.#running.delete(role)
  }

  async stopAll(signal?: NodeJS.Signals): Promise<void> {
    for (const role of [...this.#running.keys()]) await this.stop(role, signal)
  }
}
