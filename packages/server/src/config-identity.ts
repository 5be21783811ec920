/** Of the variables those that name the identity server. */
interface IdentityValues {
  readonly IDENTITY_URL?: string | undefined
  readonly IDENTITY_INTERNAL_URL?: string | undefined
  readonly IDENTITY_ISSUER?: string | undefined
  readonly IDENTITY_REALM: string
  readonly IDENTITY_CLIENT_ID: string
  readonly IDENTITY_AUDIENCE?: string | undefined
  readonly IDENTITY_FILES?: readonly string[] | undefined
  readonly IDENTITY_ADMIN_CLIENT_ID?: string | undefined
  readonly IDENTITY_ADMIN_CLIENT_SECRET?: string | undefined
}

function adminOf(value: IdentityValues, url: string) {
  const { IDENTITY_ADMIN_CLIENT_ID: clientId, IDENTITY_ADMIN_CLIENT_SECRET: clientSecret } = value
  return clientId === undefined || clientSecret === undefined ? null : { url, clientId, clientSecret }
}

/** The identity server, its addresses and the files by which the browser finds it. */
export function identityOf(value: IdentityValues, publicUrl: string) {
  const mode: 'embedded' | 'external' = value.IDENTITY_URL === undefined ? 'embedded' : 'external'
  const browserUrl = value.IDENTITY_URL ?? `${publicUrl}/auth`
  const issuer = value.IDENTITY_ISSUER ?? `${browserUrl}/realms/${value.IDENTITY_REALM}`
  const innerUrl = value.IDENTITY_INTERNAL_URL ?? browserUrl
  const inner = `${innerUrl}/realms/${value.IDENTITY_REALM}`
  const configFile = 'keycloak.json'
  const fileOf = (url: string) => ({
    realm: value.IDENTITY_REALM,
    'auth-server-url': url,
    resource: value.IDENTITY_CLIENT_ID,
  })
  const files: Record<string, ReturnType<typeof fileOf>> = { [configFile]: fileOf(browserUrl) }
  for (const pair of value.IDENTITY_FILES ?? []) {
    const at = pair.indexOf('=')
    files[pair.slice(0, at)] = fileOf(pair.slice(at + 1).replace(/(?<!\/)\/+$/, ''))
  }
  return {
    mode,
    /** `iss` of every accepted token. */
    issuer,
    /** What the browser calls `auth-server-url`. */
    browserUrl,
    realm: value.IDENTITY_REALM,
    clientId: value.IDENTITY_CLIENT_ID,
    /** Must be in `aud` of every accepted access token. */
    audience: value.IDENTITY_AUDIENCE ?? value.IDENTITY_CLIENT_ID,
    /** Where the server itself fetches the signing keys of an external identity server. */
    jwksUrl: `${inner}/protocol/openid-connect/certs`,
    /** Access to the administration of an external identity server; null: accounts are not kept from here. */
    admin: adminOf(value, innerUrl),
    /** The identity configuration under /assets/ that is used unless the query names another. */
    configFile,
    /** All identity configurations under /assets/: the same server by other addresses (IDENTITY_FILES). */
    files,
  }
}

/** Hosts of all those addresses. */
export const hostsOf = ({ files }: ReturnType<typeof identityOf>): string[] => [
  ...new Set(Object.values(files).map((file) => new URL(file['auth-server-url']).host)),
]
