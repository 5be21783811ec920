import { sql } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Db } from '#db/database.ts'
import { endSession } from '#http/session/ended-sessions.repo.ts'
import { sidKey } from '#http/session/ended-sessions.ts'
import { openEnvelope } from './refresh-envelope.ts'

interface Stored {
  payload: AdapterPayload
  consumed_at: string | null
}

const now = () => Math.floor(Date.now() / 1_000)

const asPayload = (row: Stored | undefined): AdapterPayload | undefined =>
  row && {
    ...row.payload,
    ...(row.consumed_at ? { consumed: Math.floor(new Date(row.consumed_at).getTime() / 1000) } : {}),
  }

/** oidc-provider's store for one kind of artefact: a row each, so that a restart signs nobody out. */
export function artefactStore(db: Db, model: string): Adapter {
  return {
    async upsert(id, payload, expiresIn) {
      await sql`
        INSERT INTO identity.artefact (model, id, payload, grant_id, user_code, uid, expires_at)
        VALUES (${model}, ${id}, ${JSON.stringify(payload)}::jsonb, ${payload.grantId ?? null},
          ${payload.userCode ?? null}, ${payload.uid ?? null},
          ${expiresIn ? sql`now() + make_interval(secs => ${expiresIn})` : null})
        ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
          user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at
      `.execute(db)
    },
    async find(id) {
      const found = await sql<Stored>`
        SELECT payload, consumed_at FROM identity.artefact
        WHERE model = ${model} AND id = ${openEnvelope(id)} AND (expires_at IS NULL OR expires_at > now())
      `.execute(db)
      return asPayload(found.rows[0])
    },
    async findByUserCode(userCode) {
      const found = await sql<Stored>`
        SELECT payload, consumed_at FROM identity.artefact WHERE model = ${model} AND user_code = ${userCode}
      `.execute(db)
      return asPayload(found.rows[0])
    },
    async findByUid(uid) {
      const found = await sql<Stored>`
        SELECT payload, consumed_at FROM identity.artefact
        WHERE model = ${model} AND uid = ${uid} AND (expires_at IS NULL OR expires_at > now())
      `.execute(db)
      return asPayload(found.rows[0])
    },
    async destroy(id) {
      await sql`DELETE FROM identity.artefact WHERE model = ${model} AND id = ${id}`.execute(db)
    },
    async revokeByGrantId(grantId) {
      await sql`DELETE FROM identity.artefact WHERE model = ${model} AND grant_id = ${grantId}`.execute(db)
      // Signing out, a refresh token that comes back and its revocation all end the grant: its access tokens end too.
      if (model === 'RefreshToken') await endSession(db, { key: sidKey(grantId), endedAt: now() })
    },
    async consume(id) {
      await sql`
        UPDATE identity.artefact SET consumed_at = now() WHERE model = ${model} AND id = ${id} AND consumed_at IS NULL
      `.execute(db)
    },
  }
}

/** Ends a session of an account by its grant, or with null every one: neither its cookie nor its tokens sign in again. */
export async function deleteSession(db: Db, accountId: string, grantId: string | null): Promise<void> {
  await sql`DELETE FROM identity.artefact WHERE payload ->> 'accountId' = ${accountId}
    AND model IN ('Session', 'Grant', 'RefreshToken', 'AuthorizationCode')
    AND (${grantId}::text IS NULL OR grant_id = ${grantId} OR (model = 'Grant' AND id = ${grantId})
      OR EXISTS (SELECT FROM jsonb_each(payload -> 'authorizations') AS a (client, given)
        WHERE model = 'Session' AND given ->> 'grantId' = ${grantId}))`.execute(db)
}

/** Drops what has expired. */
export async function deleteExpiredArtefacts(db: Db): Promise<void> {
  await sql`DELETE FROM identity.artefact WHERE expires_at < now()`.execute(db)
}
