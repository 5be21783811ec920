import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { resourcesPath } from './pages.ts'

const fonts = join(
  dirname(createRequire(import.meta.url).resolve('@fontsource-variable/golos-text/package.json')),
  'files',
)

const files: Record<string, { path: string; type: string }> = {
  'identity.css': { path: join(import.meta.dirname, 'identity.css'), type: 'text/css; charset=utf-8' },
  'sign-out.js': { path: join(import.meta.dirname, 'sign-out.js'), type: 'text/javascript; charset=utf-8' },
  'golos-text-cyrillic-wght-normal.woff2': {
    path: join(fonts, 'golos-text-cyrillic-wght-normal.woff2'),
    type: 'font/woff2',
  },
  'golos-text-latin-wght-normal.woff2': {
    path: join(fonts, 'golos-text-latin-wght-normal.woff2'),
    type: 'font/woff2',
  },
}

/** The sign-in page's own style, script and font: a closed list. */
export async function serveResources(app: FastifyInstance): Promise<void> {
  for (const [name, { path, type }] of Object.entries(files)) {
    const content = readFileSync(path)
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`
    app.get(`${resourcesPath}/${name}`, async (request, reply) => {
      reply.headers({ etag, 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(content)
    })
  }
}
