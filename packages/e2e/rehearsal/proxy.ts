import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Background, startInBackground, untilAnswers } from './background.ts'
import type { Place } from './place.ts'

const delivered = resolve(import.meta.dirname, '../../../deploy/nginx-machine.conf')

/** The whole configuration; a web process that is being replaced gets no requests. */
function write({ ports, certificate, key, folder }: Place, away: number | null): string {
  const server = (port: number) => `127.0.0.1:${port}${port === away ? ' down' : ''}`
  const site = readFileSync(delivered, 'utf8')
    .replace('127.0.0.1:8081', server(ports.web1))
    .replace('127.0.0.1:8082', server(ports.web2))
    .replace('127.0.0.1:8090', `127.0.0.1:${ports.identity}`)
    .replace('listen 443', `listen 127.0.0.1:${ports.proxy}`)
    .replace('/etc/ipoteka-office/tls/certificate.pem', certificate)
    .replace('/etc/ipoteka-office/tls/key.pem', key)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const main = [
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/log/nginx.log warn;`,
    'events { worker_connections 1024; }',
    'http {',
    'access_log off;',
    ...temporary.map((kind) => `${kind}_temp_path ${folder}/nginx-${kind};`),
    site,
    '}',
  ]
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, main.join('\n'))
  return path
}

export interface Proxy {
  /** Sends requests past the web process at `port`; null sends them to both again. */
  leaveOut(port: number | null): Promise<void>
}

/** nginx with the delivered settings of one machine, its ports and certificate put in. */
export async function startProxy(place: Place): Promise<Proxy> {
  const path = write(place, null)
  const nginx: Background = startInBackground('nginx', ['-c', path, '-g', 'daemon off; user root;'], {
    logFile: join(place.folder, 'log/nginx-start.log'),
    env: { PATH: process.env['PATH'] },
  })
  await untilAnswers(`${place.url}/auth/realms/ipoteka`, 20, nginx)
  return {
    async leaveOut(port) {
      write(place, port)
      execFileSync('nginx', ['-c', path, '-s', 'reload'])
      // Workers with the old settings finish what they have begun.
      await sleep(1_000)
    },
  }
}
