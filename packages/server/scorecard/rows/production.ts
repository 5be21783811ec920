import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '#testing/processes/product.ts'
import type { Check } from '../check.ts'

const main = join(import.meta.dirname, '../../src/main.ts')
const good = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://nobody:x@127.0.0.1:1/none',
  IDENTITY_URL: 'https://login.bank.ru/auth',
  PUBLIC_URL: 'https://office.bank.ru',
  CLAMD_URL: 'tcp://127.0.0.1:1',
  CREDIT_REPORTS_KEY: `reports:${Buffer.alloc(32, 7).toString('base64')}`,
  DATA_DIR: '/tmp/ipoteka-scorecard-production',
}
const switches: Record<string, string>[] = [
  { DEMO_DATA: 'yes' },
  { AUTH: 'no' },
  { ROLES: 'no' },
  { STUB: 'yes' },
  { IDENTITY_URL: '' },
  { DATABASE_URL: '' },
  { PUBLIC_URL: '' },
  { PUBLIC_URL: 'http://office.bank.ru' },
  { IDENTITY_URL: 'http://login.bank.ru/auth' },
  { DATABASE_URL: 'postgresql://nobody:x@db.bank.ru/none' },
  { CLAMD_URL: '' },
  { TRUST_PROXY: 'yes' },
]

/** What the server says when it is started so; it must end by itself. */
async function start(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const port = String(await freePort())
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: port, ...good, ...env },
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part))
  child.stderr.on('data', (part: Buffer) => (output += part))
  const limit = setTimeout(() => child.kill('SIGKILL'), 15_000)
  const code = await new Promise<number | null>((done) => child.once('exit', done))
  clearTimeout(limit)
  return { code, output }
}

async function refusals(count: number): Promise<string[]> {
  const faults: string[] = []
  for (const change of switches.slice(0, count)) {
    const [name = ''] = Object.keys(change)
    const { code, output } = await start(change)
    if (code === 0 || code === null) faults.push(`${name}=${change[name]}: сервер не отказался`)
    else if (!output.includes(`${name}:`))
      faults.push(`${name}=${change[name]}: отказ не называет переменную`)
  }
  return faults
}

export const productionChecks: Check[] = [
  {
    row: 26,
    title: 'заглушки в production',
    release: true,
    async run(bank, extent) {
      const count = extent.of(switches.length, 1)
      const faults = await refusals(count)
      // The browser's switches have no meaning for the server, in any mode.
      for (const query of ['auth=no', 'roles=no', 'validation=yes', 'stub=yes']) {
        const bare = await bank.send('GET', `/api/reference/region?${query}`, { login: null })
        if (bare.status !== 401) faults.push(`?${query} без токена: ${bare.status}`)
        const header = await bank.send('POST', `/api/application/intake?${query}`, {
          login: 'underwriter',
          body: [],
          headers: { 'x-roles': 'no', 'x-auth': 'no', cookie: 'roles=no; auth=no' },
        })
        if (header.status !== 403) faults.push(`?${query} без права: ${header.status}`)
      }
      const healthy = await start({})
      const planted = !/(DEMO_DATA|AUTH|ROLES|STUB|CLAMD_URL|TRUST_PROXY):/.test(healthy.output)
      return {
        measured: `${count} запусков с запрещённым, 8 вызовов с переключателями`,
        faults,
        control: { planted: 'без запрещённого отказ переменных не называет', found: planted },
        notRun: ['production-сборка браузерной части с auth=no — в packages/e2e'],
      }
    },
  },
]
