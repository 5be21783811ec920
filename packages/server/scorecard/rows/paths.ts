import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, firstOf } from '../check.ts'

/** Ways to write «one folder up». */
const ups = [
  ...['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '..\\', '%252e%252e%252f', '..%c0%af'],
  ...['%c0%ae%c0%ae/', '..;/', '....//', '..%00/', '..%2f%00', '%2e%2e%5c', '..%255c', '%u002e%u002e/'],
  ...['..//', './../', '%2e./', '.%2e/'],
]
/** Addresses that lead to files. */
const places = ['/static/', '/assets/', '/auth/js/', '/api/docs/static/', '/q/']
const targets = ['etc/passwd', 'package.json']
const paths = places.flatMap((place) =>
  ups.flatMap((up) => targets.map((target) => `${place}${up.repeat(8)}${target}`)),
)

/** As it is: a client that tidies an address up would hide what is asked for. */
function getRaw(url: string, path: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((done, fail) => {
    const call = request({ hostname, port, path, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => done({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      answer.on('error', fail)
    })
    call.on('error', fail)
    call.end()
  })
}

async function ledOut(url: string): Promise<string[]> {
  const faults: string[] = []
  for (const path of paths) {
    const { status, text } = await getRaw(url, path)
    if (/root:.*:0:0:|"name": "ipoteka-office"/.test(text)) faults.push(`${path}: виден чужой файл`)
    else if (status >= 500) faults.push(`${path}: ${status}`)
  }
  return faults
}

/** Serves whatever file an address leads to: what the check must notice. */
function naiveServer() {
  const home = resolve(import.meta.dirname, '../../../..')
  return createServer(({ url = '' }, answer) => {
    try {
      answer.end(readFileSync(join(home, 'packages/web', decodeURIComponent(url))))
    } catch {
      answer.writeHead(404).end()
    }
  })
}

/** Ways to write the address of this very machine, with the port of somebody who listens there. */
const innerAddresses = (port: number): string[] => {
  const hosts = [
    ...['127.0.0.1', 'localhost', '127.1', '127.0.1', '0', '0.0.0.0', '2130706433', '0x7f000001'],
    ...['0x7f.0.0.1', '0177.0.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[0:0:0:0:0:ffff:7f00:1]'],
    ...['localhost.', '127.0.0.1.nip.io', 'LOCALHOST', '127.0.0.1%2f', 'bank.ru@127.0.0.1', '①②⑦.⓪.⓪.①'],
  ]
  return hosts.flatMap((host) => [`http://${host}:${port}/inner`, `//${host}:${port}/inner`])
}

/** Calls that keep a text which looks like an address. */
const placesOfLinks = (link: string): [method: string, path: string, body: unknown][] => [
  [
    'POST',
    '/api/views/scorecard.links',
    { name: link.slice(0, 60), state: link, shared: false, isDefault: false },
  ],
  ['POST', '/api/case/1/comments', { text: `<img src="${link}"> ${link}` }],
  ['POST', '/api/error-report', { type: 'Error', message: link, stack: `at ${link}` }],
  ['GET', `/?keycloak=${encodeURIComponent(link)}`, undefined],
  ['GET', `/api/suggestion/party?query=${encodeURIComponent(link)}`, undefined],
  ['GET', `/api/suggestion/email?query=${encodeURIComponent(link)}`, undefined],
]

/** Whom the product calls when it is given addresses of its own machine: nobody. */
async function callsInside(bank: BankUnderTest) {
  const heard: string[] = []
  const listener = createServer(({ url = '' }, answer) => {
    heard.push(url)
    answer.end()
  })
  await new Promise<void>((ready) => listener.listen(0, () => ready()))
  const { port } = listener.address() as AddressInfo
  const refused: string[] = []
  let sent = 0
  try {
    for (const [method, path, body] of innerAddresses(port).flatMap(placesOfLinks)) {
      const { status } = await bank.send(method, path, { body })
      if (status >= 400) refused.push(`${method} ${path}: ${status}`)
      sent += 1
    }
    // What is called later is called by a job.
    await sleep(3_000)
    const before = heard.length
    await fetch(`http://localhost:${port}/planted`)
    return { heard: heard.slice(0, before), refused, sent, listens: heard.length > before }
  } finally {
    listener.close()
  }
}

export const pathChecks: Check[] = [
  {
    row: 37,
    title: 'выход из каталога, обращения к внутренним адресам',
    release: false,
    async run(bank) {
      const faults = await ledOut(bank.url)
      const { heard, refused, sent, listens } = await callsInside(bank)
      // What is not taken in tries nothing.
      if (refused.length > 0) faults.push(`вызовов отклонено ${refused.length}: ${refused[0]}`)
      faults.push(...heard.map((url) => `сервер обратился к своей машине: ${url}`))
      const naive = naiveServer()
      await new Promise<void>((ready) => naive.listen(0, () => ready()))
      const planted = await ledOut(`http://localhost:${(naive.address() as AddressInfo).port}`)
      naive.close()
      return {
        measured: `${paths.length} записей выхода из каталога, ${sent} вызовов с ${innerAddresses(1).length} записями своего адреса`,
        faults: firstOf(faults),
        control: {
          planted: 'сервер, который отдаёт любой файл; обращение к слушателю',
          found: planted.length > 0 && listens,
        },
      }
    },
  },
]
