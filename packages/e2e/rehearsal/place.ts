import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { freePort } from '../../server/src/testing/processes/product.ts'

/** What the rehearsal stands on: folders, ports, certificates and passwords of a bank that lives for an hour. */
export interface Place {
  readonly folder: string
  /** The address that people open; everything goes through the proxy. */
  readonly url: string
  readonly ports: Readonly<Record<'identity' | 'proxy' | 'web1' | 'web2' | 'worker', number>>
  /** The authority that has signed `certificate`; Node.js and PostgreSQL are told of it. */
  readonly authority: string
  readonly certificate: string
  readonly key: string
  readonly passwords: Readonly<Record<'database' | 'identity' | 'admin' | 'people' | 'client', string>>
}

/** Programs of Debian's packages, with the package that brings each. */
const programs = {
  openssl: 'openssl',
  nginx: 'nginx-light',
  java: 'default-jre-headless',
  unzip: 'unzip',
} as const

/** Says by name what has to be installed first. */
export function ensurePrograms(): void {
  const missing = Object.entries(programs).filter(
    ([program]) => spawnSync('which', [program], { stdio: 'ignore' }).status !== 0,
  )
  if (missing.length > 0)
    throw new Error(`Поставьте: apt-get install ${missing.map(([, name]) => name).join(' ')}`)
}

const openssl = (folder: string, ...args: string[]) =>
  void execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })

/** An authority of the bank's own and a certificate of this machine, good for two days. */
function signCertificate(folder: string): void {
  const days = ['-days', '2']
  openssl(
    folder,
    ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'.split(' '),
    ...days,
    ...'-subj /CN=Rehearsal -keyout authority.key -out authority.pem'.split(' '),
  )
  openssl(
    folder,
    ...'req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -keyout own.key -out own.csr'.split(
      ' ',
    ),
  )
  writeFileSync(join(folder, 'own.ext'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n')
  openssl(
    folder,
    ...'x509 -req -in own.csr -CA authority.pem -CAkey authority.key -CAcreateserial -extfile own.ext'.split(
      ' ',
    ),
    ...days,
    '-out',
    'own.pem',
  )
}

const password = () => `Aa1${randomBytes(12).toString('hex')}`

/** Makes folders, certificates, passwords and chooses ports; from here on this process trusts the bank's authority. */
export async function makePlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'ipoteka-rehearsal-'))
  // The user of PostgreSQL goes through it.
  chmodSync(folder, 0o755)
  const certificates = join(folder, 'tls')
  for (const name of ['tls', 'files', 'backup', 'log']) mkdirSync(join(folder, name))
  signCertificate(certificates)
  const authority = join(certificates, 'authority.pem')
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(authority, 'utf8')])
  const [identity, proxy, web1, web2, worker] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  return {
    folder,
    url: `https://localhost:${proxy}`,
    ports: { identity, proxy, web1, web2, worker },
    authority,
    certificate: join(certificates, 'own.pem'),
    key: join(certificates, 'own.key'),
    passwords: {
      database: password(),
      identity: password(),
      admin: password(),
      people: password(),
      client: password(),
    },
  }
}
