import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { isAlive, readPostmaster } from '#embedded/postgres/postmaster.ts'
import { DemoBank } from '#testing/demo-bank.ts'
import { directGrant } from '#testing/processes/direct-grant.ts'
import { freePort, Product } from '#testing/processes/product.ts'

const bank = new DemoBank(inject('demoBankPlace'))
const parent = mkdtempSync(join(tmpdir(), 'ipoteka-main-'))
chmodSync(parent, 0o755)
let product: Product

const postmaster = () => readPostmaster(join(product.dataDir, 'postgres', 'data'))?.pid ?? 0
const log = () => readFileSync(product.logFile, 'utf8')

afterEach(async () => {
  await product.stop()
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

it('starts with nothing configured, tells its address and sign-ins, and SIGTERM leaves no process', async () => {
  const firstStart = async (dataDir: string) => {
    product = new Product({ dataDir, port: await freePort() })
    // Filling the demo bank beside other tests takes its time.
    await product.start(150)
    expect(log()).toMatch(new RegExp(`Система работает: ${product.url} `))
    expect(log()).toMatch(/демонстрационный банк создан/)
    expect(log()).toMatch(/admin\s+оператор/)
    const database = postmaster()
    expect(isAlive(database)).toBe(true)
    expect(await product.stop()).toBe(0)
    expect(isAlive(database)).toBe(false)
  }
  // What this start leaves is the bank that other tests copy, unless one of them was quicker.
  if (!(await bank.fillFirst(firstStart))) await firstStart(join(parent, 'first'))
}, 180_000)

describe('a later start', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    const dataDir = join(parent, 'data')
    await bank.copyTo(dataDir)
    product = new Product({ dataDir, port: await freePort() })
  }, 180_000)

  it('takes over what kill -9 left and keeps people signed in', async () => {
    await product.start()
    const { refresh_token } = await directGrant(product.url, 'admin')
    const orphan = postmaster()
    await product.kill()
    expect(isAlive(orphan)).toBe(true)
    await product.start()
    expect(postmaster()).toBe(orphan)
    const renewed = await fetch(`${product.url}/auth/realms/ipoteka/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'apix', grant_type: 'refresh_token', refresh_token }),
    })
    expect(renewed.status).toBe(200)
  })

  it('is one start for whoever waits for it twice', async () => {
    await product.start()
    const { pid } = product
    await product.start()
    expect(product.pid).toBe(pid)
  })

  it('names a second server on the same data, and a port that is taken', async () => {
    await product.start()
    const second = new Product({ dataDir: product.dataDir, port: await freePort() })
    await expect(second.start()).rejects.toThrow(/ended with 1/)
    expect(log()).toContain(`Система уже работает: ${product.url}`)

    const other = createServer().listen(0, 'localhost')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const third = new Product({ dataDir: join(parent, 'third'), port })
    await expect(third.start()).rejects.toThrow(/ended with 1/)
    expect(readFileSync(third.logFile, 'utf8')).toContain(`Порт ${port} занят`)
    other.close()
  })

  it('refuses production without its settings, naming each', async () => {
    const bare = new Product({
      dataDir: join(parent, 'bare'),
      port: await freePort(),
      env: { NODE_ENV: 'production', DEMO_DATA: 'yes' },
    })
    await expect(bare.start()).rejects.toThrow(/ended with 1/)
    const said = readFileSync(bare.logFile, 'utf8')
    for (const name of ['DATABASE_URL', 'IDENTITY_URL', 'PUBLIC_URL', 'DEMO_DATA'])
      expect(said).toContain(`• ${name}: `)
    expect(said).not.toContain('    at ')
  })
})
