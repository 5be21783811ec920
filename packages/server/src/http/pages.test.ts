import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
let webDir: string

async function build(name: string): Promise<void> {
  await mkdir(join(webDir, 'static'), { recursive: true })
  await writeFile(join(webDir, `static/${name}.js`), `export const build = '${name}'`)
  await writeFile(join(webDir, `static/${name}.js.br`), name)
  await writeFile(join(webDir, 'index.html'), `<script src="/static/${name}.js"></script>`)
  // Builds of the same millisecond do not happen outside tests.
  const at = new Date(Date.now() + Math.random() * 1e6)
  await utimes(join(webDir, 'index.html'), at, at)
}

beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'ipoteka-web-'))
  bank = await testApp({ webDir })
})
afterAll(async () => {
  await bank.close()
  await rm(webDir, { recursive: true })
})

const get = async (url: string) => {
  const { statusCode, body } = await bank.app.inject(url)
  return [statusCode, body]
}

it('a running server serves a build that was not there at its start, and every later one', async () => {
  expect((await get('/'))[0]).toBe(503)
  for (const name of ['first-1a', 'second-2b']) {
    await build(name)
    expect(await get('/')).toEqual([200, `<script src="/static/${name}.js"></script>`])
    expect(await get(`/static/${name}.js`)).toEqual([200, `export const build = '${name}'`])
  }
  // A tab that was opened before the second build.
  expect(await get('/static/first-1a.js')).toEqual([200, "export const build = 'first-1a'"])
})

it('a page knows whether somebody wants to hear of its errors', async () => {
  const mark = '<meta name="error-reports" content="__ERROR_REPORTS__" />'
  await writeFile(join(webDir, 'index.html'), mark)
  expect((await get('/'))[1]).toBe(mark.replace('__ERROR_REPORTS__', 'off'))
  const listened = await testApp({ webDir, env: { ERROR_REPORTS_DSN: 'https://abc@errors.bank.ru/1' } })
  try {
    const { body, headers } = await listened.app.inject('/')
    expect(body).toBe(mark.replace('__ERROR_REPORTS__', 'on'))
    // Browsers tell the server alone.
    expect(headers['content-security-policy']).not.toContain('errors.bank.ru')
  } finally {
    await listened.close()
  }
})

it('a page comes with what the way to the identity server needs, which is there', async () => {
  const { headers } = await bank.app.inject('/partners')
  const asked = [...String(headers.link).matchAll(/<([^>]+)>; rel=(\w+)/g)].map(([, url = '', rel]) => [
    new URL(url, bank.config.publicUrl).pathname,
    rel,
  ])
  expect(asked).toEqual([
    ['/assets/keycloak.json', 'preload'],
    ['/auth/js/keycloak.js', 'modulepreload'],
  ])
  for (const [url = ''] of asked) expect((await get(url))[0]).toBe(200)
})

it('a server whose build was emptied and built anew goes on with the new one', async () => {
  await build('third-3c')
  await rm(webDir, { recursive: true })
  expect((await get('/'))[0]).toBe(503)
  expect((await get('/static/third-3c.js'))[0]).toBe(404)
  await build('fourth-4d')
  expect((await get('/list-workload-employees/oic'))[1]).toContain('fourth-4d')
  expect((await get('/static/fourth-4d.js'))[0]).toBe(200)
  const packed = await bank.app.inject({
    url: '/static/fourth-4d.js',
    headers: { 'accept-encoding': 'br' },
  })
  expect([packed.statusCode, packed.headers['content-encoding']]).toEqual([200, 'br'])
})
