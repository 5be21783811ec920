import { randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A key signs for 90 days and is published 2 days longer: every token it signed has expired by then. */
const signsDays = 90
const publishedDays = signsDays + 2

async function createKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
}

/** Private signing keys, the one that signs first. */
export async function findSigningKeys(db: Db): Promise<JWK[]> {
  const found = await sql<{ jwk: JWK }>`
    SELECT jwk FROM identity.signing_key
    WHERE created_at > now() - make_interval(days => ${publishedDays}) ORDER BY created_at DESC, kid
  `.execute(db)
  return found.rows.map(({ jwk }) => jwk)
}

/** Adds a key that signs from now on; those before it stay published until their tokens have expired. */
export async function rotateSigningKey(db: Db): Promise<void> {
  const key = await createKey()
  await sql`
    INSERT INTO identity.signing_key (kid, jwk) VALUES (${key.kid}, ${JSON.stringify(key)}::jsonb)
  `.execute(db)
}

/** Sees to a key that is young enough to sign; drops those nobody needs. */
export async function ensureSigningKey(db: Db): Promise<void> {
  const key = await createKey()
  await sql`
    INSERT INTO identity.signing_key (kid, jwk)
    SELECT ${key.kid}, ${JSON.stringify(key)}::jsonb
    WHERE NOT EXISTS (SELECT FROM identity.signing_key WHERE created_at > now() - make_interval(days => ${signsDays}))
  `.execute(db)
  await sql`
    DELETE FROM identity.signing_key WHERE created_at < now() - make_interval(days => ${publishedDays})
  `.execute(db)
}

/** A random secret that is the same after a restart and on every instance. */
export async function ensureSecret(db: Db, name: string): Promise<string> {
  const found = await sql<{ value: string }>`
    INSERT INTO identity.secret (name, value) VALUES (${name}, ${randomBytes(32).toString('base64url')})
    ON CONFLICT (name) DO UPDATE SET value = identity.secret.value RETURNING value
  `.execute(db)
  return found.rows[0]?.value ?? ''
}
