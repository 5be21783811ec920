import { command, runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode20 } from './lib/node.mjs'

const port = process.env.PORT ?? '8080'
const webPort = process.env.WEB_PORT ?? '5173'

requireNode20()
await command(async () => {
  await ensureInstalled()
  console.log(`Страницы с горячей заменой: http://localhost:${webPort} (сервер — на порту ${port})\n`)
  // People open Vite's address; it passes everything but pages to the server.
  const server = runChild(
    [
      '--watch-path=packages/server/src',
      '--watch-path=packages/contract/src',
      '--watch-preserve-output',
      'packages/server/src/main.ts',
    ],
    { PORT: port, PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${webPort}` },
  )
  const pages = runChild(
    [
      'node_modules/vite/bin/vite.js',
      'packages/web',
      '--config',
      'packages/web/vite.config.ts',
      '--clearScreen',
      'false',
    ],
    {
      PORT: port,
      WEB_PORT: webPort,
    },
  )
  const code = await Promise.race([server, pages])
  // The other one learns it from its signal or from the closed channel.
  process.kill(process.pid, 'SIGTERM')
  await Promise.all([server, pages])
  return code
})
