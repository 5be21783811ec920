import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config.ts'

const script = fileURLToPath(import.meta.resolve('keycloak-js'))

/**
 * keycloak-js as an ES module at the place where the browser looks for it, beside the identity server's address:
 * Keycloak 26 itself no longer serves it.
 */
export function serveIdentityScript(app: FastifyInstance): void {
  const url = '/auth/js/keycloak.js'
  if (app.hasRoute({ method: 'GET', url })) return
  const text = readFileSync(script)
  app.get(url, async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
      .type('text/javascript; charset=utf-8')
      .send(text),
  )
}

/** The identity configurations under /assets/, a closed list, for the embedded identity server and for a real one. */
export function serveIdentityFiles(app: FastifyInstance, config: Config): void {
  for (const [name, content] of Object.entries(config.identity.files)) {
    const url = `/assets/${name}`
    if (app.hasRoute({ method: 'GET', url })) continue
    app.get(url, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(content),
    )
  }
}
