import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { serveIdentityFiles, serveIdentityScript } from '#embedded/identity/browser-files.ts'
import { handleNotFound } from './error-handler.ts'
import { pagePolicy } from './security.ts'

/** Put by the build where the page's nonce and the allowed identity hosts belong. */
const nonceMark = '__CSP_NONCE__'
const hostsMark = '__IDENTITY_HOSTS__'
/** Whether somebody wants to hear of errors of the pages. */
const reportsMark = '__ERROR_REPORTS__'

/** Paths that are never a page of the browser part. */
const notPages = /^\/(?:api|auth|assets|static|ws)(?:\/|$)/

/** The built page, read again when a new build replaces it. */
function pageSource(file: string, { allowedIdentityHosts, errorReports }: Config) {
  const marks = {
    [hostsMark]: allowedIdentityHosts.join(' '),
    [reportsMark]: errorReports === null ? 'off' : 'on',
  }
  let readAt = 0
  let parts: string[] = []
  return (): string[] => {
    const { mtimeMs } = statSync(file)
    if (mtimeMs !== readAt) {
      let text = readFileSync(file, 'utf8')
      for (const [mark, value] of Object.entries(marks)) text = text.replaceAll(mark, value)
      parts = text.split(nonceMark)
      readAt = mtimeMs
    }
    return parts
  }
}

/** The build puts compressed twins beside its files; without them answers are compressed as they go. */
const staticOptions = { index: false, preCompressed: true, cacheControl: false, dotfiles: 'deny' } as const
/**
 * The worker that reads PDF, in a policy of its own: it decodes images by WebAssembly, which pages may not,
 * and since it reads what strangers send, it may talk to nobody.
 */
const pdfWorker = /pdf\.worker[^/]*\.mjs(?:\.(?:br|gz))?$/
const workerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'"
/** A file of the build's root, such as the page's icon. */
const rootFile = /^\/[\w-]+\.(?:svg|png|ico|txt|webmanifest|js|json)$/

/** What a visit needs before it can leave for the identity server: asked for beside the page's own scripts. */
const firstNeeds = ({ identity }: Config) =>
  [
    `</assets/${identity.configFile}>; rel=preload; as=fetch; crossorigin`,
    `<${identity.browserUrl}/js/keycloak.js>; rel=modulepreload; crossorigin`,
  ].join(', ')

/** Serves the built browser part: hashed files for ever, other files briefly, the page for every other address. */
export async function servePages(app: FastifyInstance, config: Config, dist: string): Promise<void> {
  serveIdentityScript(app)
  serveIdentityFiles(app, config)
  await app.register(fastifyStatic, {
    ...staticOptions,
    root: join(dist, 'static'),
    prefix: '/static/',
    setHeaders: (reply, path) => {
      void reply.header('cache-control', 'public, max-age=31536000, immutable')
      if (pdfWorker.test(path)) void reply.header('content-security-policy', workerPolicy)
    },
  })
  const source = pageSource(join(dist, 'index.html'), config)
  const policy = pagePolicy(config)
  const link = firstNeeds(config)
  const sendPage = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(nonce),
        'cache-control': 'no-cache',
        link,
      })
      .send(source().join(nonce))
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || notPages.test(path)) return handleNotFound(request, reply)
    if (rootFile.test(path) && existsSync(join(dist, path)))
      return reply.header('cache-control', 'public, max-age=300').sendFile(path.slice(1), dist)
    // A file that is missing is missing; a page is any address without an extension.
    if (/\.[a-z0-9]{2,5}$/i.test(path)) return handleNotFound(request, reply)
    if (!existsSync(join(dist, 'index.html')))
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('Браузерная часть не собрана: запустите npm start')
    return sendPage(reply)
  })
}
