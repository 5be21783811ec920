import type Keycloak from 'keycloak-js'
import { sessionExpired } from '#api/session.ts'
import { noteRenewed, type TokenSource } from '#api/token.ts'
import { logWarning } from '#lib/log.ts'
import type { Renewable } from './token-refresh.ts'

const soonMs = 5_000

/** Milliseconds until the access token expires, by the identity server's clock. */
export function remainingMs(keycloak: Keycloak): number {
  const expires = keycloak.tokenParsed?.exp ?? 0
  return (expires + (keycloak.timeSkew ?? 0)) * 1_000 - Date.now()
}

/** Tokens of the identity client: one renewal at a time, whoever asks for it. */
export function identityTokens(keycloak: Keycloak): TokenSource & Renewable & { end(): void } {
  let renewing: Promise<boolean> | null = null
  let isOver = false
  const renewOrThrow = async (): Promise<void> => {
    renewing ??= keycloak.updateToken(-1).finally(() => {
      renewing = null
    })
    try {
      const isOther = await renewing
      // The identity server may hear of the end later than we do: its newer token opens nothing either.
      if (isOver) return
      sessionExpired.set(false)
      if (isOther) noteRenewed()
    } catch (failure) {
      if (remainingMs(keycloak) <= 0) sessionExpired.set(true)
      throw failure
    }
  }
  const renew = async () => {
    try {
      await renewOrThrow()
      return keycloak.token
    } catch (failure) {
      logWarning('Не удалось обновить токен', failure)
      return undefined
    }
  }
  return {
    current: () => keycloak.token,
    fresh: async () => {
      if (remainingMs(keycloak) > soonMs) return keycloak.token
      return (await renew()) ?? keycloak.token
    },
    renew,
    renewOrThrow,
    remainingMs: () => remainingMs(keycloak),
    /** The session is over: a renewal that is under way does not bring it back. */
    end: () => {
      isOver = true
    },
  }
}
