import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { type BankProfile, readBankProfile } from './db/bank-profile.ts'
import { openDatabase } from './db/database.ts'
import { bankCommand } from './db/seed/bank-command.ts'
import { handleError } from './http/error-handler.ts'
import { unavailable } from './http/errors.ts'
import { logging } from './http/logger.ts'
import { pagePolicy, securityHeaders } from './http/security.ts'

const said = 'Банк в этой базе ещё не создан. Выполните на сервере npm run bank:create'

const seconds = 3
const apiPaths = /^\/(?:api|auth|ws|assets)(?:\/|$)/

const page = (nonce: string) => `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="${seconds + 2}">
<meta name="viewport" content="width=device-width">
<title>Банк ещё не создан — Ипотека-офис</title>
<style nonce="${nonce}">
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 15vh auto; max-width: 44rem; padding: 0 1rem }
pre { white-space: pre-wrap; padding: 1rem; border: 1px solid; border-radius: 8px }
</style>
</head>
<body>
<h1>Банк ещё не создан</h1>
<p>Система работает, но в её базе нет ни банка, ни сотрудников, поэтому войти пока некому. Администратору нужно выполнить на сервере:</p>
<pre>${bankCommand}</pre>
<p>Что значит каждый параметр: <code>npm run bank:create -- --help</code>. После этого страница откроется сама.</p>
</body>
</html>
`

/** Answers everybody that there is no bank yet: calls with 503 in words, people with a page. */
export async function waitingApp(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logging(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
  })
  const headers = { ...(await securityHeaders(config)), 'cache-control': 'no-store' }
  const policy = pagePolicy(config)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.code(503).header('retry-after', String(seconds))
    return { status: 'not ready', failed: ['bank'], message: `${said}: ${bankCommand}` }
  })
  app.setErrorHandler((error: Error, request, reply) => handleError(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !apiPaths.test(request.url)
    if (!isPage) return handleError(unavailable(said), request, reply)
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(503)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(nonce),
        'retry-after': String(seconds),
      })
      .send(page(nonce))
  })
  return app
}

/** What a server without a bank needs. */
export interface WaitingRoom {
  readonly config: Config
  readonly connectionString: string
  readonly log: Logger
  onBank(bank: BankProfile): Promise<void>
  /** The product did not start in the place of the room. */
  onFailure(error: unknown): void
}

/** Listens in the place of the product until somebody makes the bank, then leaves the place to it. */
export async function waitForBank({
  config,
  connectionString,
  log,
  onBank,
  onFailure,
}: WaitingRoom): Promise<{ leave(): Promise<void> }> {
  const app = await waitingApp(config)
  const { db, close } = openDatabase({ connectionString, poolSize: 1, onError: (error) => log.warn(error) })
  let timer: NodeJS.Timeout | undefined
  let left: Promise<void> | undefined
  const leave = () => {
    clearTimeout(timer)
    left ??= app.close().then(close)
    return left
  }
  const look = async () => {
    const bank = await readBankProfile(db).catch((error: unknown) => {
      log.warn({ err: error }, 'the bank could not be looked for')
      return null
    })
    if (left !== undefined) return
    if (bank === null) timer = setTimeout(() => void look(), seconds * 1_000)
    else
      await leave()
        .then(() => onBank(bank))
        .catch(onFailure)
  }
  await app.listen({ port: config.port, host: config.host })
  log.warn(`${said}: ${bankCommand}`)
  timer = setTimeout(() => void look(), seconds * 1_000)
  return { leave }
}
