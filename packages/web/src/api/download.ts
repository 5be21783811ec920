import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import type { RequestArgs } from './call.ts'
import { bodyOf, send } from './send.ts'

/** The file name of a `Content-Disposition`: the UTF-8 form first, the plain one else. */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition ?? '')
  const name = encoded ? decoded(encoded.trim()) : (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim())
  return name?.replace(/[\\/]/g, '_') || fallback
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What a download ended in: a saved file, or another answer (a background task that will make the file). */
export type Downloaded = { kind: 'file'; name: string } | { kind: 'answer'; body: unknown }

/** Calls an endpoint that `produces: 'file'` and saves the file under the name the server gave it. */
export async function download<const S extends EndpointSpec>(
  endpoint: S,
  ...[request, options]: RequestArgs<S>
): Promise<Downloaded> {
  const response = await send(endpoint, request ?? {}, options)
  const disposition = response.headers.get('content-disposition')
  if (disposition === null && response.headers.get('content-type')?.includes('json')) {
    return { kind: 'answer', body: await bodyOf(response) }
  }
  const name = fileNameOf(disposition, 'файл')
  saveBlob(await response.blob(), name)
  return { kind: 'file', name }
}

/** Hands a file to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Freed later: Safari reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
