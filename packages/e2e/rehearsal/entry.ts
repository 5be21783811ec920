import type { Employee } from '@ipoteka-office/contract/employees/employees.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeFor, entryAddress, exchange, protocolOf, type RealBank, signIn, type Tokens } from './people.ts'
import type { Place } from './place.ts'

/** Row 25 of docs/scorecard.md at the real Keycloak. */
const verifier = 'v'.repeat(43)
/** A disabled person and a session that was ended are out by then. */
const outByMs = 60_000

function refuse(what: string, holds: boolean, found: unknown): void {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(found)}`)
}

/** The answer to somebody who comes with another question than the product's own page asks. */
async function refusedEntry(url: string, change: Record<string, string | undefined>): Promise<void> {
  const answer = await fetch(entryAddress(url, verifier, change), { redirect: 'manual' })
  const to = answer.headers.get('location')
  const isRefused = to === null ? answer.status === 400 : new URL(to).searchParams.has('error')
  refuse(`Вход с ${JSON.stringify(change)} не отвергнут`, isRefused, { status: answer.status, to })
}

const refresh = (url: string, token: string): Promise<Response> =>
  fetch(`${protocolOf(url)}/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'apix', grant_type: 'refresh_token', refresh_token: token }),
  })

const ask = (url: string, { access_token }: Tokens): Promise<Response> =>
  fetch(`${url}/api/notifications?page=0&size=1`, { headers: { authorization: `Bearer ${access_token}` } })

/** Waits until the product turns a token away; answers in how many ms. */
async function untilTurnedAway(url: string, tokens: Tokens): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const { status } = await ask(url, tokens)
    const ms = Math.round(performance.now() - begun)
    if (status === 401 || status === 403) return ms
    if (ms > outByMs) throw new Error(`Через ${ms} мс токен ещё действует: ${status}`)
    await sleep(100)
  }
}

/** Whoever comes must come by the product's own way, with each token once, and is out at once when told to go. */
export async function checkEntry({ url, passwords }: Place, bank: RealBank): Promise<string> {
  await refusedEntry(url, { code_challenge: undefined, code_challenge_method: undefined })
  await refusedEntry(url, { code_challenge_method: 'plain' })
  await refusedEntry(url, { redirect_uri: 'https://office.example/' })
  await refusedEntry(url, { redirect_uri: `${url}.example/` })
  const own = { now: passwords.people, next: passwords.people }
  const given = await codeFor(url, 'product', own)
  const stolen = await exchange(url, given.code, verifier)
  refuse('Код отдан не тому, кто его просил', stolen.status === 400, stolen.status)
  const first = await signIn(url, 'product', own)
  const renewed = await refresh(url, first.refresh_token)
  refuse('Токен не обновлён', renewed.ok, renewed.status)
  const again = await refresh(url, first.refresh_token)
  refuse('Токен обновлён дважды', again.status === 400, again.status)

  const leaving = await signIn(url, 'product', own)
  refuse('Вошедшему не отвечено', (await ask(url, leaving)).ok, leaving)
  await fetch(`${protocolOf(url)}/logout`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'apix', refresh_token: leaving.refresh_token }),
  })
  const left = await untilTurnedAway(url, leaving)

  const dismissed = await signIn(url, 'product', own)
  refuse('Вошедшему не отвечено', (await ask(url, dismissed)).ok, dismissed)
  const { id, partner } = await bank.call<Employee>('GET', '/employee/getUserByLogin?login=product')
  const card = `/partner/${partner.id}/employee/${id}`
  const { version } = await bank.call<Employee>('GET', card)
  const off = await fetch(`${url}/api${card}?version=${version}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${await bank.token('admin')}` },
  })
  refuse('Сотрудник не отключён', off.ok, await off.text())
  const out = await untilTurnedAway(url, dismissed)
  return `вышедший — за ${left} мс, отключённый — за ${out} мс`
}
