import { type IdentityConfig, isIdentityConfig } from '@ipoteka-office/contract/session/identity.ts'
import { SignInError } from '#api/sign-in-error.ts'

const defaultFile = 'keycloak.json'

/** The file under /assets/ that the address asks for: a plain name and nothing else, so that no other host can be named. */
export function configFileOf(search: URLSearchParams, kept: string | null): string {
  const asked = search.get('keycloak') ?? kept
  if (asked === null || asked === '') return defaultFile
  if (!/^[\w-]{1,64}(\.json)?$/.test(asked)) {
    throw new SignInError('Недопустимое имя файла настроек входа в параметре keycloak')
  }
  return asked.endsWith('.json') ? asked : `${asked}.json`
}

/** Reads the identity configuration; every way to fail has its own words (specification 1 §8). */
export async function loadIdentityConfig(file: string): Promise<IdentityConfig> {
  const url = `/assets/${file}`
  const response = await fetch(url, { cache: 'no-cache' }).catch((cause: unknown) => {
    throw new SignInError('Ошибка загрузки настроек сервера входа', { cause })
  })
  if (!response.ok) {
    const status = [response.status, response.statusText].filter(Boolean).join(' ')
    throw new SignInError(`Ошибка загрузки настроек сервера входа: HTTP ${status}, ${response.url}`)
  }
  const config: unknown = await response.json().catch(() => null)
  if (!isIdentityConfig(config)) {
    throw new SignInError(`Ошибка загрузки настроек сервера входа: в файле ${url} не хватает данных`)
  }
  return config
}

/** Whether the identity script may be loaded from there: our own origin or a host that the server has listed. */
export function isAllowedIdentity(
  authServerUrl: string,
  origin: string,
  allowedHosts: readonly string[],
): boolean {
  if (!URL.canParse(authServerUrl, origin)) return false
  const url = new URL(authServerUrl, origin)
  if (url.origin === origin) return true
  return (url.protocol === 'https:' || url.protocol === 'http:') && allowedHosts.includes(url.host)
}

/** The hosts that the server has written into the page. */
export function allowedHostsOf(page: Document): string[] {
  const content = page.querySelector('meta[name="identity-hosts"]')?.getAttribute('content') ?? ''
  return content.split(/[\s,]+/).filter((host) => /^[\w.-]+(:\d+)?$/.test(host))
}
