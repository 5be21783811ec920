import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config.ts'

const script = fileURLToPath(import.meta.resolve('keycloak-js'))

/**
 * What the browser needs to sign in, with the embedded identity server and with a real one: the configuration files
 * under /assets/ (a closed list) and keycloak-js as an ES module, which Keycloak 26 itself no longer serves.
 */
export async function serveIdentityFiles(app: FastifyInstance, config: Config): Promise<void> {
  for (const [name, content] of Object.entries(config.identity.files)) {
    app.get(`/assets/${name}`, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(content),
    )
  }
  const text = readFileSync(script)
  app.get('/auth/js/keycloak.js', async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
      .type('text/javascript; charset=utf-8')
      .send(text),
  )
}
