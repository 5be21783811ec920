import type { Findings } from './inspect-file.ts'
import { Refusal } from './refusal.ts'

/** SEQUENCE { OBJECT IDENTIFIER signedData, [0] … }, after the length of the sequence (RFC 5652). */
const signedData = Buffer.from([0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02, 0xa0])

const broken = () => new Refusal('Файл подписи повреждён или это не подпись CMS (PKCS #7)')

function derOf(file: Buffer): Buffer {
  if (file[0] === 0x30) return file
  const body = file
    .toString('latin1')
    .replace(/-----(?:BEGIN|END) [A-Z0-9 ]+-----/g, '')
    .replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body)) throw broken()
  return Buffer.from(body, 'base64')
}

/** Where the content of the sequence begins and ends; of an indefinite length it ends with two zeros. */
function bodyOf(der: Buffer): { from: number; to: number } {
  const first = der[1] ?? 0
  if (first === 0x80) {
    if (der.at(-1) !== 0 || der.at(-2) !== 0) throw broken()
    return { from: 2, to: der.length }
  }
  const bytes = first & 0x7f
  if (first < 0x80 || bytes > 4 || der.length < 2 + bytes) throw broken()
  return { from: 2 + bytes, to: 2 + bytes + der.readUIntBE(2, bytes) }
}

/** A signature beside a document: the frame of CMS, whole and with nothing behind it. */
export async function inspectSignature(file: Buffer): Promise<Findings> {
  const der = derOf(file)
  const { from, to } = bodyOf(der)
  if (to !== der.length || !der.subarray(from, from + signedData.length).equals(signedData)) throw broken()
  return {}
}
