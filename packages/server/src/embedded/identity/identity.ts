import type { JWTVerifyGetKey } from 'jose'
import { createLocalJWKSet, type JWK } from 'jose'
import type Provider from 'oidc-provider'
import type { Config } from '#config.ts'
import type { Db } from '#db/database.ts'
import { deleteExpiredArtefacts } from './artefacts.repo.ts'
import { ensureSecret, ensureSigningKey, findSigningKeys, rotateSigningKey } from './keys.repo.ts'
import { createProvider } from './provider.ts'
import { deleteOldAttempts } from './throttle.repo.ts'

/** The running embedded identity server; `mountIdentity` puts it under /auth. */
export interface Identity {
  /** The public key of a token, for jose's `jwtVerify`: no HTTP call to ourselves. */
  readonly publicKey: JWTVerifyGetKey
  readonly config: Config
  readonly db: Db
  /** The provider with the signing keys of now. */
  provider(): Provider
  /** A new signing key from now on; tokens of the old one stay valid until they expire. */
  rotateKeys(): Promise<void>
  close(): void
}

const publicPart = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({ kty, n, e, kid, alg, use })
const housekeepingEvery = 10 * 60_000

/** Opens the embedded identity server on a migrated database: keys and cookie secret are made at the first start. */
export async function openIdentity(options: {
  config: Config
  db: Db
  log?: (line: string) => void
}): Promise<Identity> {
  const { config, db } = options
  const cookieSecret = await ensureSecret(db, 'cookie-keys')
  let fingerprint = ''
  let provider: Provider
  let localKey: ReturnType<typeof createLocalJWKSet>

  const reload = async () => {
    const keys = await findSigningKeys(db)
    const seen = keys.map(({ kid }) => kid).join()
    if (seen === fingerprint) return
    fingerprint = seen
    provider = createProvider({ config, db, keys, cookieSecret })
    localKey = createLocalJWKSet({ keys: keys.map(publicPart) })
  }
  const housekeeping = async () => {
    await deleteExpiredArtefacts(db)
    await deleteOldAttempts(db)
    await ensureSigningKey(db)
    await reload()
  }
  await housekeeping()
  const timer = setInterval(() => {
    housekeeping().catch((error: unknown) => options.log?.(`сервер входа: ${String(error)}`))
  }, housekeepingEvery)
  timer.unref()

  return {
    config,
    db,
    publicKey: (header, token) => localKey(header, token),
    provider: () => provider,
    rotateKeys: async () => {
      await rotateSigningKey(db)
      await reload()
    },
    close: () => clearInterval(timer),
  }
}
