import { copyFileSync, chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseUser } from '../../server/src/embedded/postgres/system-user.ts'
import {
  type SystemCluster,
  systemCluster,
  systemPrograms,
} from '../../server/src/testing/clusters/system-postgres.ts'
import type { Place } from './place.ts'

/** Only over TLS and by password; the machine's own socket is for its administrator. */
const access = [
  'local all postgres trust',
  'hostssl all all 127.0.0.1/32 scram-sha-256',
  'hostssl all all ::1/128 scram-sha-256',
  'hostssl replication ipoteka 127.0.0.1/32 scram-sha-256',
  'hostssl replication ipoteka ::1/128 scram-sha-256',
  '',
].join('\n')

/** Settings of docs/operations.md, «Резервные копии», and TLS. */
const settings = {
  fsync: 'on',
  full_page_writes: 'on',
  ssl: 'on',
  ssl_cert_file: 'own.pem',
  ssl_key_file: 'own.key',
  wal_level: 'replica',
  max_slot_wal_keep_size: '2GB',
} as const

/** Certificates that the user of PostgreSQL may read, and who may come in. */
export function configure(cluster: SystemCluster, { certificate, key }: Place): void {
  const { ids } = chooseUser('/nowhere', () => undefined)
  const own = (name: string) => {
    const path = join(cluster.data, name)
    chmodSync(path, 0o600)
    if (ids.uid !== undefined && ids.gid !== undefined) chownSync(path, ids.uid, ids.gid)
  }
  copyFileSync(certificate, join(cluster.data, 'own.pem'))
  copyFileSync(key, join(cluster.data, 'own.key'))
  writeFileSync(join(cluster.data, 'pg_hba.conf'), access)
  for (const name of ['own.pem', 'own.key', 'pg_hba.conf']) own(name)
}

export const startCluster = (cluster: SystemCluster): void => cluster.start(settings)

/** Debian's PostgreSQL with two empty databases, the bank's and the identity server's. */
export async function openCluster(place: Place): Promise<SystemCluster> {
  const programs = systemPrograms()
  if (programs === null) throw new Error('Поставьте: apt-get install postgresql')
  const cluster = await systemCluster(programs)
  configure(cluster, place)
  startCluster(cluster)
  const sql = (text: string, database = 'postgres') =>
    cluster.run('psql', [
      ...['-h', join(cluster.place, 'run'), '-p', `${cluster.port}`, '-U', 'postgres', '-d', database],
      ...['-v', 'ON_ERROR_STOP=1', '-c', text],
    ])
  sql(`CREATE ROLE ipoteka LOGIN REPLICATION PASSWORD '${place.passwords.database}'`)
  // The server works as this role; versions before this one gave it to themselves.
  sql('CREATE ROLE ipoteka_app NOLOGIN')
  sql('GRANT ipoteka_app TO ipoteka WITH ADMIN OPTION')
  sql('CREATE DATABASE ipoteka OWNER ipoteka')
  sql('CREATE DATABASE keycloak OWNER ipoteka')
  sql('GRANT EXECUTE ON FUNCTION pg_switch_wal() TO ipoteka', 'ipoteka')
  return cluster
}

/** The address of a database, with the certificate checked. */
export const databaseUrl = (cluster: SystemCluster, { passwords, authority }: Place): string =>
  `postgresql://ipoteka:${passwords.database}@localhost:${cluster.port}/ipoteka?sslmode=verify-full&sslrootcert=${authority}`
