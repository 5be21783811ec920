/** What the identity server of a process gives a person of the demo bank for their password. */
interface Granted {
  readonly access_token: string
  readonly id_token: string
  readonly refresh_token: string
  /** Seconds. */
  readonly expires_in?: number
}

/** Tokens by the direct grant, past the pages of the sign-in; `url` is that of the product. */
export async function directGrant(url: string, login: string): Promise<Granted> {
  const answer = await fetch(`${url}/auth/realms/ipoteka/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'apix',
      username: login,
      password: 'demo',
    }),
  })
  if (!answer.ok) throw new Error(`No token for ${login}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Granted
}
