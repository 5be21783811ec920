import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { type Background, startInBackground, untilAnswers } from './background.ts'
import type { Place } from './place.ts'

const root = resolve(import.meta.dirname, '../../..')
export const realm = 'ipoteka'
/** The client by which the product makes accounts. */
export const adminClient = 'ipoteka-office-admin'
const addressesInRealm = /http:\/\/(?:localhost|proxy):8080/g

/** The distribution as Maven Central has it, a zip or an unpacked folder; nothing in it is changed. */
function unpack(source: string, folder: string): string {
  if (statSync(source).isDirectory()) cpSync(source, join(folder, 'keycloak'), { recursive: true })
  else execFileSync('unzip', ['-q', source, '-d', join(folder, 'keycloak')])
  const home = execFileSync('find', [join(folder, 'keycloak'), '-name', 'kc.sh'], { encoding: 'utf8' }).trim()
  if (home === '') throw new Error(`В ${source} нет Keycloak: нужен архив org.keycloak:keycloak-quarkus-dist`)
  return resolve(home, '../..')
}

/** The delivered realm with the addresses of this bank, as the first day says. */
function putRealm(home: string, { url }: Place): void {
  const text = readFileSync(join(root, 'deploy/keycloak/realm.json'), 'utf8')
  mkdirSync(join(home, 'data/import'), { recursive: true })
  writeFileSync(join(home, 'data/import/realm.json'), text.replace(addressesInRealm, url))
}

/** Keycloak on its own database behind the proxy, which has the certificate. */
export async function startKeycloak(
  source: string,
  { place, databasePort }: { readonly place: Place; readonly databasePort: number },
): Promise<Background> {
  const home = unpack(source, place.folder)
  putRealm(home, place)
  const { ports, passwords, authority, url } = place
  const keycloak = startInBackground(join(home, 'bin/kc.sh'), ['start', '--import-realm'], {
    logFile: join(place.folder, 'log/keycloak.log'),
    env: {
      PATH: process.env['PATH'],
      HOME: place.folder,
      JAVA_OPTS_KC_HEAP: '-Xms128m -Xmx700m',
      KC_DB: 'postgres',
      KC_DB_URL: `jdbc:postgresql://localhost:${databasePort}/keycloak?sslmode=verify-full&sslrootcert=${authority}`,
      KC_DB_USERNAME: 'ipoteka',
      KC_DB_PASSWORD: passwords.database,
      KC_CACHE: 'local',
      KC_HTTP_ENABLED: 'true',
      KC_HTTP_HOST: '127.0.0.1',
      KC_HTTP_PORT: `${ports.identity}`,
      KC_HTTP_RELATIVE_PATH: '/auth',
      KC_HOSTNAME: `${url}/auth`,
      KC_PROXY_HEADERS: 'xforwarded',
      KC_BOOTSTRAP_ADMIN_USERNAME: 'root',
      KC_BOOTSTRAP_ADMIN_PASSWORD: passwords.identity,
      // It tells the product of sign-outs over TLS.
      KC_TRUSTSTORE_PATHS: authority,
    },
  })
  await untilAnswers(`http://127.0.0.1:${ports.identity}/auth/realms/${realm}`, 240, keycloak)
  return keycloak
}

/** Calls of the admin interface, as the administrator of the identity server makes them by hand. */
function adminCalls({ ports, passwords }: Place) {
  const base = `http://127.0.0.1:${ports.identity}/auth`
  const token = async () => {
    const answer = await fetch(`${base}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: 'root',
        password: passwords.identity,
      }),
    })
    if (!answer.ok) throw new Error(`Keycloak: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { access_token: string }).access_token
  }
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${base}/admin/realms/${realm}${path}`, {
      method,
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`Keycloak ${method} ${path}: ${answer.status} ${await answer.text()}`)
    const text = await answer.text()
    return (text === '' ? null : JSON.parse(text)) as T
  }
}

/** The first administrator's account and the client that makes the others; answers the account's id. */
export async function openRealm(place: Place, login: string): Promise<string> {
  const call = adminCalls(place)
  await call('POST', '/users', {
    username: login,
    enabled: true,
    firstName: 'Мария',
    lastName: 'Иванова',
    email: 'ivanova@bank.example',
    credentials: [{ type: 'password', value: place.passwords.admin, temporary: false }],
  })
  const [user] = await call<{ id: string }[]>('GET', `/users?username=${login}&exact=true`)
  if (user === undefined) throw new Error('Keycloak не завёл администратора')
  const entry = await call<object>('GET', '/roles/apix_user')
  await call('POST', `/users/${user.id}/role-mappings/realm`, [entry])
  await call('POST', '/clients', {
    clientId: adminClient,
    secret: place.passwords.client,
    enabled: true,
    publicClient: false,
    standardFlowEnabled: false,
    serviceAccountsEnabled: true,
  })
  const [client] = await call<{ id: string }[]>('GET', `/clients?clientId=${adminClient}`)
  const [management] = await call<{ id: string }[]>('GET', '/clients?clientId=realm-management')
  const service = await call<{ id: string }>('GET', `/clients/${client?.id}/service-account-user`)
  const rights = await call<{ name: string }[]>('GET', `/clients/${management?.id}/roles`)
  await call(
    'POST',
    `/users/${service.id}/role-mappings/clients/${management?.id}`,
    rights.filter(({ name }) => ['manage-users', 'view-users', 'view-realm'].includes(name)),
  )
  return user.id
}
