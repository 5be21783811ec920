import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import { directGrant } from '#testing/processes/direct-grant.ts'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, firstOf } from '../check.ts'

const path = '/api/reference/region'

interface Real {
  readonly payload: ReturnType<typeof decodeJwt>
  readonly kid: string
  readonly alg: string
  readonly key: KeyObject
}

/** The product's own signing key, out of its database: forgeries are wrong in exactly one thing. */
async function realToken(bank: BankUnderTest): Promise<Real> {
  const token = await bank.token('admin')
  const { kid = '', alg = 'RS256' } = decodeProtectedHeader(token)
  const [row] = await bank.sql<{ jwk: JWK }>('SELECT jwk FROM identity.signing_key WHERE kid = $1', [kid])
  if (row === undefined) throw new Error(`No signing key ${kid}`)
  return {
    payload: decodeJwt(token),
    kid,
    alg,
    key: createPrivateKey({ key: row.jwk, format: 'jwk' }),
  }
}

const sign = (
  real: Real,
  change: Record<string, unknown>,
  header: Record<string, unknown> = {},
  key = real.key,
) =>
  new SignJWT({ ...real.payload, ...change })
    .setProtectedHeader({ alg: real.alg, kid: real.kid, typ: 'at+jwt', ...header })
    .sign(key)

async function forgeries(bank: BankUnderTest, real: Real): Promise<Map<string, string | null>> {
  const now = Math.floor(Date.now() / 1_000)
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicPem = createPublicKey(real.key).export({ type: 'spki', format: 'pem' })
  const valid = await sign(real, {})
  const [head = '', body = '', signature = ''] = valid.split('.')
  const jwk = other.publicKey.export({ format: 'jwk' })
  return new Map<string, string | null>([
    ['без токена', null],
    ['пустой', ''],
    ['не токен', 'abc.def.ghi'],
    ['alg none', new UnsecuredJWT(real.payload).encode()],
    ['HS256 открытым ключом', await sign(real, {}, { alg: 'HS256' }, Buffer.from(publicPem) as never)],
    ['другой ключ, тот же kid', await sign(real, {}, {}, other.privateKey)],
    ['неизвестный kid', await sign(real, {}, { kid: 'unknown' })],
    ['kid с путём', await sign(real, {}, { kid: '../../../dev/null' }, other.privateKey)],
    [
      'jku чужого хоста',
      await sign(real, {}, { kid: 'x', jku: 'http://127.0.0.1:9/jwks' }, other.privateKey),
    ],
    ['jwk в заголовке', await sign(real, {}, { kid: 'x', jwk }, other.privateKey)],
    ['истёк', await sign(real, { exp: now - 120, iat: now - 500 })],
    ['ещё не действует', await sign(real, { nbf: now + 600 })],
    ['без срока', await sign(real, { exp: undefined })],
    ['чужой издатель', await sign(real, { iss: 'https://login.other.ru/auth/realms/ipoteka' })],
    ['чужой получатель', await sign(real, { aud: 'another' })],
    ['без получателя', await sign(real, { aud: undefined })],
    ['токен личности (ID)', (await directGrant(bank.url, 'admin')).id_token],
    [
      'тело изменено',
      [
        head,
        Buffer.from(JSON.stringify({ ...real.payload, sub: 'x' })).toString('base64url'),
        signature,
      ].join('.'),
    ],
    ['подпись отрезана', `${head}.${body}.`],
  ])
}

async function accepted(bank: BankUnderTest, tokens: Map<string, string | null>): Promise<string[]> {
  const faults: string[] = []
  for (const [name, token] of tokens) {
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
    const { status } = await bank.send('GET', path, { login: null, headers })
    if (status !== 401) faults.push(`${name}: ${status} вместо 401`)
  }
  return faults
}

export const tokenChecks: Check[] = [
  {
    row: 24,
    title: 'поддельные токены',
    release: true,
    async run(bank) {
      const real = await realToken(bank)
      const tokens = await forgeries(bank, real)
      const planted = await accepted(bank, new Map([['настоящий', await sign(real, {})]]))
      return {
        measured: `${tokens.size} подделок`,
        faults: firstOf(await accepted(bank, tokens)),
        control: { planted: 'верный токен, подписанный тем же способом', found: planted.length === 1 },
      }
    },
  },
]
