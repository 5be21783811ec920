import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, inject } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { signIn } from '#sign-in.ts'
import { copyData, freePort, Product } from '../../server/src/testing/processes/product.ts'

describe('restart of the server with tabs open', () => {
  test('after kill -9 the tab reconnects within 20 s and nobody is signed out', { timeout: 150_000 }, async ({
    office,
  }) => {
    office.faults.allow(/WebSocket|ERR_CONNECTION|Failed to (load|fetch)|50[0-9]/)
    const place = mkdtempSync(join(tmpdir(), 'ipoteka-restart-'))
    chmodSync(place, 0o755)
    const dataDir = join(place, 'data')
    const demoBank = inject('demoBank')
    if (demoBank !== null) copyData(demoBank, dataDir)
    const product = new Product({ dataDir, port: await freePort() })
    try {
      await product.start(120)
      const page = await office.window()
      const sockets: string[] = []
      page.on('websocket', (socket) => {
        socket.on('framereceived', ({ payload }) => {
          if (String(payload).startsWith('CONNECTED')) sockets.push(socket.url())
        })
      })
      await page.goto(`${product.url}/list-workload-employees/nis`)
      await signIn(page, 'admin')
      await page.locator('tbody tr').first().waitFor()
      await expect.poll(() => sockets.length, { timeout: 10_000 }).toBe(1)
      await product.kill()
      const begun = Date.now()
      await product.start(30)
      await expect.poll(() => sockets.length, { timeout: 25_000, interval: 100 }).toBe(2)
      expect(Date.now() - begun).toBeLessThan(20_000)
      await page.reload()
      await page.locator('tbody tr').first().waitFor()
      expect(await page.getByLabel('Логин').count()).toBe(0)
    } finally {
      await product.stop()
      rmSync(place, { recursive: true, force: true })
    }
  })
})
