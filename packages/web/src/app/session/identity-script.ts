import type { IdentityConfig } from '@ipoteka-office/contract/session/identity.ts'
import type Keycloak from 'keycloak-js'
import { NotConnectedError } from './not-connected-error.ts'

/** Scripts and chunks that take longer are given up (specification 2 §9). */
export const scriptTimeoutMs = 120_000

type KeycloakClass = typeof Keycloak

/** Where the identity script is: `{auth-server-url}/js/keycloak.js`. */
export const identityScriptUrl = (config: IdentityConfig, origin: string): string =>
  new URL(`${config['auth-server-url'].replace(/(?<!\/)\/+$/, '')}/js/keycloak.js`, origin).href

/** The promise, or a rejection when it takes longer than `ms`. */
export async function within<T>(promise: Promise<T>, ms: number, text: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(text)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Loads the identity client from the identity server, as an ES module. */
export async function loadIdentityScript(config: IdentityConfig, origin: string): Promise<KeycloakClass> {
  const url = identityScriptUrl(config, origin)
  try {
    const loading = import(/* @vite-ignore */ url) as Promise<{ default: KeycloakClass }>
    const module = await within(loading, scriptTimeoutMs, 'Истекло время ожидания 120 с')
    return module.default
  } catch (cause) {
    throw new NotConnectedError('Не удалось загрузить скрипт сервера входа', config['auth-server-url'], {
      cause,
    })
  }
}
