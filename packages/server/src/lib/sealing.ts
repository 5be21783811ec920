import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** A key with the name under which what it has sealed is kept. */
export interface SealKey {
  readonly id: string
  readonly key: Buffer
}

/** Bytes that the first of the keys has sealed. */
export interface Sealed {
  readonly keyId: string
  readonly bytes: Buffer
}

/** Seals with the first key: nonce, tag and the hidden bytes in one; `place` is bound in, so that nothing is moved elsewhere. */
export function seal([first]: readonly [SealKey, ...SealKey[]], plain: Uint8Array, place: string): Sealed {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, first.key, nonce).setAAD(Buffer.from(place))
  const hidden = Buffer.concat([sealing.update(plain), sealing.final()])
  return { keyId: first.id, bytes: Buffer.concat([nonce, sealing.getAuthTag(), hidden]) }
}

/** Opens what one of the keys has sealed for the same place; throws when the key is gone or a bit has changed. */
export function unseal(keys: readonly SealKey[], { keyId, bytes }: Sealed, place: string): Buffer {
  const found = keys.find(({ id }) => id === keyId)
  if (found === undefined) throw new Error(`The key ${keyId} is not among the configured ones`)
  const opening = createDecipheriv(cipher, found.key, bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()])
}
