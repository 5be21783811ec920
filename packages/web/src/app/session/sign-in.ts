import { endSessionPath, type IdentityConfig } from '@ipoteka-office/contract/session/identity.ts'
import type Keycloak from 'keycloak-js'
import { type Session, sessionExpired, type SessionState, sessionState } from '#api/session.ts'
import { SignInError } from '#api/sign-in-error.ts'
import { noteSessionOver, setTokenSource, whenSessionOver } from '#api/token.ts'
import { endDrafts } from '#ui/form/draft-storage.ts'
import { keep, readKept } from '#lib/kept.ts'
import { logWarning } from '#lib/log.ts'
import { allowedHostsOf, configFileOf, isAllowedIdentity, loadIdentityConfig } from './identity-config.ts'
import { loadIdentityScript } from './identity-script.ts'
import { identityTokens } from './identity-tokens.ts'
import { isBack } from './is-back.ts'
import { NotConnectedError } from './not-connected-error.ts'
import { hasRequiredRole, missingRoleText } from './required-role.ts'
import { tellSignedOut, whenSignedOut } from './signed-out.ts'
import { keepFresh } from './token-refresh.ts'

const tabStorage = () => sessionStorage
const logoutFlag = 'logout'
const logoutTried = 'logout.tried'
const configKey = 'keycloak'

/** Calls come with their schemas, which the way to the identity server does without. */
const loadCalls = () => import('#api/load-user.ts')

const isLogoutPath = (path: string): boolean => /^\/logout\/?$/.test(path)

/** Signs in and brings the session state to OK, ERROR, NOTCONNECT or LOGOUT (specification 1 §4). */
export async function signIn(): Promise<void> {
  sessionState.set({ status: 'WAIT' })
  try {
    const state = await reachState()
    if (state) sessionState.set(state)
  } catch (failure) {
    sessionState.set(failedState(failure))
  }
}

function failedState(failure: unknown): SessionState {
  logWarning('Вход не выполнен', failure)
  if (failure instanceof NotConnectedError) {
    return { status: 'NOTCONNECT', reason: failure.message, address: failure.address }
  }
  const reason = failure instanceof SignInError ? failure.message : 'Ошибка обращения к серверу входа'
  return { status: 'ERROR', reason }
}

// Answers null when the browser is on its way to the identity server.
async function reachState(): Promise<SessionState | null> {
  // A chunk that fails is asked for again when it is needed.
  if (isBack) loadCalls().catch(() => undefined)
  const config = await readConfig()
  const KeycloakClient = await loadIdentityScript(config, location.origin)
  const keycloak = new KeycloakClient({
    url: new URL(config['auth-server-url'], location.origin).href.replace(/(?<!\/)\/+$/, ''),
    realm: config.realm,
    clientId: config.resource,
  })
  const leaving = isLogoutPath(location.pathname) || readKept(logoutFlag, tabStorage) !== null
  const authenticated = await initialise(keycloak, leaving)
  if (leaving) return leave(keycloak, authenticated)
  if (!authenticated) return null
  keep(logoutTried, null, tabStorage)
  return enter(keycloak)
}

async function readConfig(): Promise<IdentityConfig> {
  const search = new URLSearchParams(location.search)
  const file = configFileOf(search, readKept(configKey, tabStorage))
  if (search.has('keycloak')) keep(configKey, file, tabStorage)
  const config = await loadIdentityConfig(file)
  if (!isAllowedIdentity(config['auth-server-url'], location.origin, allowedHostsOf(document))) {
    throw new SignInError('Сервер входа из файла настроек не входит в список разрешённых')
  }
  return config
}

async function initialise(keycloak: Keycloak, leaving: boolean): Promise<boolean> {
  try {
    return await keycloak.init({
      // Leaving must not show a sign-in page to somebody who has already left.
      onLoad: leaving ? 'check-sso' : 'login-required',
      pkceMethod: 'S256',
      checkLoginIframe: false,
    })
  } catch (cause) {
    throw new SignInError('Ошибка обращения к серверу входа', { cause })
  }
}

/** What the person typed and did not save goes with them: the next one at this machine finds nothing. */
function forgetPerson(): void {
  try {
    endDrafts(localStorage)
  } catch (failure) {
    logWarning('Черновики не удалены: браузер не даёт доступа к хранилищу', failure)
  }
}

async function leave(keycloak: Keycloak, authenticated: boolean): Promise<SessionState | null> {
  forgetPerson()
  keep(logoutFlag, null, tabStorage)
  const tried = readKept(logoutTried, tabStorage) !== null
  keep(logoutTried, null, tabStorage)
  if (authenticated && !tried) {
    // Marked, so that an identity server that does not end the session cannot send us round in circles.
    keep(logoutTried, 'yes', tabStorage)
    await keycloak.logout({ redirectUri: `${location.origin}/logout/` })
    return null
  }
  tellSignedOut()
  return { status: 'LOGOUT' }
}

/** The server is told by the way: the token would still open everything for some minutes. */
function endToken(token: string | undefined): void {
  if (token === undefined) return
  const headers = { authorization: `Bearer ${token}` }
  fetch(endSessionPath, { method: 'POST', headers, keepalive: true }).catch((failure: unknown) =>
    logWarning('Токен не отозван, он закончится сам', failure),
  )
}

async function profileOf(keycloak: Keycloak): Promise<Session['profile']> {
  const known = keycloak.idTokenParsed ?? {}
  if (typeof known.preferred_username === 'string') {
    return { name: String(known.name ?? known.preferred_username), login: known.preferred_username }
  }
  try {
    const asked = (await keycloak.loadUserInfo()) as { name?: string; preferred_username?: string }
    if (!asked.preferred_username) throw new Error('preferred_username')
    return { name: asked.name ?? asked.preferred_username, login: asked.preferred_username }
  } catch (cause) {
    throw new SignInError('Ошибка получения информации о пользователе', { cause })
  }
}

async function enter(keycloak: Keycloak): Promise<SessionState> {
  // Of a session that ends from here nothing is to be said: the page is on its way out.
  let isLeaving = false
  const logout = () => {
    isLeaving = true
    forgetPerson()
    // The flag ends the session on the next visit should this way out be cut short.
    keep(logoutFlag, 'yes', tabStorage)
    keep(logoutTried, 'yes', tabStorage)
    endToken(keycloak.token)
    void keycloak.logout({ redirectUri: `${location.origin}/logout/` })
  }
  const profile = await profileOf(keycloak)
  const realm = keycloak.realmAccess?.roles ?? []
  const resource = keycloak.resourceAccess?.[keycloak.clientId ?? '']?.roles ?? []
  if (!hasRequiredRole({ realm, resource })) return { status: 'ERROR', reason: missingRoleText, logout }

  // Otherwise the client leaves for the sign-in page by itself when a renewal is refused, in the middle of a form.
  keycloak.loginRequired = false
  const tokens = identityTokens(keycloak)
  setTokenSource(tokens)
  try {
    const { loadUser } = await loadCalls()
    const session = await loadUser(profile)
    const stopRenewing = keepFresh(tokens)
    // What is typed stays: whoever signs in again finds it.
    whenSessionOver(() => {
      stopRenewing()
      tokens.end()
      // The token may still open something for some minutes.
      setTokenSource(null)
      if (!isLeaving) sessionExpired.set(true)
    })
    whenSignedOut(() => {
      forgetPerson()
      noteSessionOver()
    })
    const signInAgain = () => void keycloak.login({ redirectUri: location.href })
    return { status: 'OK', session: { ...session, logout, signInAgain } }
  } catch (failure) {
    logWarning('Вход не выполнен', failure)
    const reason = failure instanceof SignInError ? failure.message : 'Ошибка запроса данных пользователя'
    return { status: 'ERROR', reason, logout }
  }
}
