import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

interface User {
  id: string
  username: string
  email?: string
  enabled: boolean
  roles: string[]
  password?: { value: string; temporary: boolean }
  actions: string[]
  sessions: number
  requiredActions?: string[]
  groups: { realm: string[]; clients: string[] }[]
}

/** A small Keycloak: tokens for one client and the user calls of the admin interface, with its statuses and bodies. */
export interface FakeKeycloak {
  readonly url: string
  readonly users: User[]
  /** Requests so far: `POST /users`. */
  readonly calls: string[]
  /** The next so many admin calls answer this status. */
  fail(status: number, times?: number): void
  /** Tokens given out so far hold no longer. */
  expireTokens(): void
  /** The role by which people enter is missing in the realm. */
  dropRole(): void
  close(): Promise<void>
}

const clientSecret = 'fake-secret'
/** What the client of the tests says. */
export const fakeClient = { clientId: 'ipoteka-admin', clientSecret }

/** Starts it on a free port of this machine. */
export async function startFakeKeycloak(): Promise<FakeKeycloak> {
  const users: User[] = []
  const calls: string[] = []
  const tokens = new Set<string>()
  let failure = { status: 0, times: 0 }
  let hasRole = true

  const send = (
    res: ServerResponse,
    status: number,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    res.writeHead(status, { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers })
    res.end(body === undefined ? undefined : JSON.stringify(body))
  }

  const token = async (req: IncomingMessage, res: ServerResponse) => {
    const form = new URLSearchParams(await text(req))
    if (form.get('grant_type') !== 'client_credentials' || form.get('client_secret') !== clientSecret)
      return send(res, 401, { error: 'unauthorized_client', error_description: 'Invalid client credentials' })
    const access_token = randomUUID()
    tokens.add(access_token)
    return send(res, 200, { access_token, expires_in: 60, refresh_expires_in: 0, token_type: 'Bearer' })
  }

  const create = (body: Partial<User>, res: ServerResponse) => {
    const { username = '', email } = body
    if (users.some((user) => user.username.toLowerCase() === username.toLowerCase()))
      return send(res, 409, { errorMessage: 'User exists with same username' })
    if (email && users.some((user) => user.email === email))
      return send(res, 409, { errorMessage: 'User exists with same email' })
    const id = randomUUID()
    users.push({
      enabled: false,
      roles: [],
      actions: [],
      sessions: 1,
      groups: [],
      ...body,
      username: username.toLowerCase(),
      id,
    })
    return send(res, 201, undefined, { location: `http://internal/admin/realms/ipoteka/users/${id}` })
  }

  const ofUser = (user: User, action: string, body: unknown, res: ServerResponse) => {
    if (action === 'GET ')
      return send(res, 200, { id: user.id, username: user.username, enabled: user.enabled })
    if (action === 'GET groups')
      return send(
        res,
        200,
        user.groups.map((_, index) => ({ id: `${user.id}.${index}` })),
      )
    if (action === 'GET role-mappings')
      return send(res, 200, { realmMappings: user.roles.map((name) => ({ name })) })
    if (action === 'PUT ') Object.assign(user, body)
    else if (action === 'PUT reset-password') user.password = body as User['password'] & object
    else if (action === 'PUT execute-actions-email') user.actions.push(...(body as string[]))
    else if (action === 'POST logout') user.sessions = 0
    else if (action === 'POST role-mappings/realm')
      user.roles.push(...(body as { name: string }[]).map((r) => r.name))
    else return send(res, 405, { error: 'HTTP 405 Method Not Allowed' })
    return send(res, 204)
  }

  const ofGroup = (path: string, res: ServerResponse) => {
    const [, id, at] = /^\/groups\/(.+)\.(\d+)\/role-mappings$/.exec(path) ?? []
    const group = users.find((one) => one.id === id)?.groups[Number(at)]
    return send(res, 200, {
      realmMappings: group?.realm.map((name) => ({ name })),
      clientMappings: Object.fromEntries(group?.clients.map((client) => [client, {}]) ?? []),
    })
  }

  const role = (res: ServerResponse) =>
    hasRole
      ? send(res, 200, { id: 'r', name: 'apix_user' })
      : send(res, 404, { error: 'Could not find role' })

  const search = (username: string | null, res: ServerResponse) =>
    send(
      res,
      200,
      users.filter((user) => user.username === username?.toLowerCase()),
    )

  /** Failures that a test asked for, and calls without a token. */
  const refuse = (req: IncomingMessage, res: ServerResponse): boolean => {
    if (failure.times > 0) {
      failure.times -= 1
      send(res, failure.status, { error: 'unknown_error' })
      return true
    }
    if (tokens.has(req.headers.authorization?.slice(7) ?? '')) return false
    send(res, 401, { error: 'HTTP 401 Unauthorized' })
    return true
  }

  const ofSession = (path: string, res: ServerResponse) => send(res, path.endsWith('/gone') ? 404 : 204)

  const admin = async (req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(req.url ?? '', 'http://fake')
    const path = url.pathname.replace('/admin/realms/ipoteka', '')
    const content = await text(req)
    const body: unknown = content === '' ? undefined : JSON.parse(content)
    calls.push(`${req.method} ${path}`)
    if (refuse(req, res)) return
    if (path === '/roles/apix_user') return role(res)
    if (path === '/users')
      return req.method === 'POST'
        ? create(body as Partial<User>, res)
        : search(url.searchParams.get('username'), res)
    if (path.startsWith('/groups/')) return ofGroup(path, res)
    if (path.startsWith('/sessions/')) return ofSession(path, res)
    const [, id, action = ''] = /^\/users\/([^/]+)\/?(.*)$/.exec(path) ?? []
    const user = users.find((one) => one.id === id)
    if (user === undefined) return send(res, 404, { error: 'User not found' })
    return ofUser(user, `${req.method} ${action}`, body, res)
  }

  const server = createServer((req, res) => {
    const work = req.url?.includes('/protocol/openid-connect/token') ? token(req, res) : admin(req, res)
    work.catch((error: unknown) => send(res, 500, { error: String(error) }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    users,
    calls,
    fail: (status, times = 1) => {
      failure = { status, times }
    },
    expireTokens: () => tokens.clear(),
    dropRole: () => {
      hasRole = false
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
