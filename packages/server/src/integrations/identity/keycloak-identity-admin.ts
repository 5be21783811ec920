import { entryRole, type IdentityAdmin, IdentityRefused, IdentityUnavailable } from './identity-admin.ts'

/** Where the admin interface is and who asks. */
export interface KeycloakAdminOptions {
  /** Address that the server itself uses, without `/realms/…`. */
  readonly url: string
  readonly realm: string
  readonly clientId: string
  readonly clientSecret: string
  readonly timeoutMs?: number
}

interface KeycloakUser {
  readonly id: string
  readonly username: string
  readonly enabled: boolean
}

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const defaultTimeoutMs = 10_000
/** A token is renewed this long before its end. */
const tokenReserveMs = 10_000

const unavailable = (what: string, how = {}) => new IdentityUnavailable(`Keycloak: ${what}`, how)

async function textOf(response: Response): Promise<string> {
  const text = await response.text()
  try {
    const { errorMessage, error_description, error } = JSON.parse(text) as Record<string, string>
    return errorMessage ?? error_description ?? error ?? ''
  } catch {
    return ''
  }
}

/** Client credentials, remembered until shortly before they end. */
function tokenKeeper({
  url,
  realm,
  clientId,
  clientSecret,
  timeoutMs = defaultTimeoutMs,
}: KeycloakAdminOptions) {
  let known: { token: string; until: number } | null = null
  return {
    forget: () => {
      known = null
    },
    async get(): Promise<string> {
      if (known !== null && known.until > Date.now()) return known.token
      const response = await fetch(`${url}/realms/${realm}/protocol/openid-connect/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw unavailable(`нет ответа (${String(error)})`)
      })
      if (response.status === 400 || response.status === 401)
        throw new IdentityRefused(
          `Keycloak не принял клиента ${clientId}: проверьте IDENTITY_ADMIN_CLIENT_ID и IDENTITY_ADMIN_CLIENT_SECRET`,
        )
      if (!response.ok) throw unavailable(`ответ ${response.status} на запрос токена`)
      const { access_token, expires_in } = (await response.json()) as {
        access_token: string
        expires_in: number
      }
      known = { token: access_token, until: Date.now() + expires_in * 1_000 - tokenReserveMs }
      return access_token
    },
  }
}

/** Calls of the admin interface that turn its refusals into ours. */
function caller(options: KeycloakAdminOptions) {
  const { url, realm, timeoutMs = defaultTimeoutMs } = options
  const tokens = tokenKeeper(options)
  const send = async ({ method, path, body }: Call): Promise<Response> => {
    const token = await tokens.get()
    return fetch(`${url}/admin/realms/${realm}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw unavailable(`нет ответа (${String(error)})`)
    })
  }
  /** `expected` are answers that the caller reads itself. */
  return async (call: Call, expected: readonly number[] = []): Promise<Response> => {
    let response = await send(call)
    if (response.status === 401) {
      await response.body?.cancel()
      tokens.forget()
      response = await send(call)
    }
    if (response.ok || expected.includes(response.status)) return response
    const said = await textOf(response)
    if (response.status === 403)
      throw new IdentityRefused('Keycloak: у клиента нет прав manage-users и view-users в этом realm')
    if (response.status >= 500 || response.status === 401 || response.status === 429)
      throw unavailable(`ответ ${response.status}${said && ` (${said})`}`)
    throw new IdentityRefused(`Keycloak отказал: ${said || `ответ ${response.status}`}`)
  }
}

const toUser = ({ id, username, enabled }: KeycloakUser) => ({ id, login: username, enabled })

/** Roles of Keycloak that every account of a realm has, and those that only look after the own profile. */
const isOrdinary = (role: string) =>
  role === entryRole || /^(?:default-roles-.+|offline_access|uma_authorization)$/.test(role)
const ordinaryClients = new Set(['account', 'broker'])

interface Mappings {
  readonly realmMappings?: readonly { readonly name: string }[]
  readonly clientMappings?: Readonly<Record<string, unknown>>
}

const privilegesIn = ({ realmMappings = [], clientMappings = {} }: Mappings): string[] => [
  ...realmMappings.map(({ name }) => name).filter((name) => !isOrdinary(name)),
  ...Object.keys(clientMappings).filter((client) => !ordinaryClients.has(client)),
]

/** Accounts of Keycloak through its admin REST interface. */
export function keycloakIdentityAdmin(options: KeycloakAdminOptions): IdentityAdmin {
  const call = caller(options)
  const userPath = (id: string) => `/users/${encodeURIComponent(id)}`

  const findUser = async (login: string) => {
    const response = await call({
      method: 'GET',
      path: `/users?${new URLSearchParams({ username: login, exact: 'true', max: '2' })}`,
    })
    const found = ((await response.json()) as KeycloakUser[]).find(
      ({ username }) => username.toLowerCase() === login.toLowerCase(),
    )
    return found === undefined ? null : toUser(found)
  }

  const linkUser = async (id: string) => {
    const role = await call({ method: 'GET', path: `/roles/${entryRole}` }, [404])
    if (role.status === 404) throw new IdentityRefused(`Keycloak: в realm нет роли ${entryRole}`)
    await call({ method: 'POST', path: `${userPath(id)}/role-mappings/realm`, body: [await role.json()] })
  }

  return {
    provider: 'KEYCLOAK',
    canSendLetter: true,
    findUser,
    linkUser,
    async privilegesOf(id) {
      const read = async (path: string) => (await call({ method: 'GET', path })).json()
      const own = (await read(`${userPath(id)}/role-mappings`)) as Mappings
      const groups = (await read(`${userPath(id)}/groups`)) as { id: string }[]
      const shared = await Promise.all(
        groups.map(async (group) => (await read(`/groups/${group.id}/role-mappings`)) as Mappings),
      )
      return [...new Set([own, ...shared].flatMap(privilegesIn))]
    },
    async getUser(id) {
      const response = await call({ method: 'GET', path: userPath(id) }, [404])
      return response.status === 404 ? null : toUser((await response.json()) as KeycloakUser)
    },
    async createUser({ login, lastName, firstName, email }) {
      const body = {
        username: login,
        firstName,
        lastName,
        enabled: true,
        ...(email !== null && { email }),
        requiredActions: ['UPDATE_PASSWORD'],
      }
      const response = await call({ method: 'POST', path: '/users', body }, [409])
      if (response.status !== 409) {
        const id = response.headers.get('location')?.split('/').at(-1)
        if (!id) throw unavailable('в ответе на создание нет адреса учётной записи', { isUnread: true })
        await linkUser(id)
        return id
      }
      // Made by an earlier attempt whose answer was lost, or it is the e-mail that is taken.
      const found = await findUser(login)
      if (found === null) throw new IdentityRefused(`Keycloak отказал: ${await textOf(response)}`)
      await linkUser(found.id)
      return found.id
    },
    async setEnabled(id, enabled) {
      await call({ method: 'PUT', path: userPath(id), body: { enabled } })
      if (!enabled) await call({ method: 'POST', path: `${userPath(id)}/logout` })
    },
    async endSession(id, sid) {
      // An account or a session that has gone meanwhile is not there any more.
      if (sid === null) await call({ method: 'POST', path: `${userPath(id)}/logout` }, [404])
      else await call({ method: 'DELETE', path: `/sessions/${encodeURIComponent(sid)}` }, [404])
    },
    async setPassword(id, value) {
      const body = { type: 'password', value, temporary: true }
      await call({ method: 'PUT', path: `${userPath(id)}/reset-password`, body })
    },
    async sendPasswordReset(id) {
      await call({ method: 'PUT', path: `${userPath(id)}/execute-actions-email`, body: ['UPDATE_PASSWORD'] })
    },
  }
}
