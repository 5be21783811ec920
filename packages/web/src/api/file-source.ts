import type { EndpointSpec, RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { send } from './send.ts'

type OnProgress = (done: number, total: number | null) => void

/** Reads an answer with its progress. */
async function bytesOf(
  response: Response,
  total: number | null,
  onProgress: OnProgress,
): Promise<Uint8Array> {
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array(await response.arrayBuffer())
  const parts: Uint8Array[] = []
  let done = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value)
    done += read.value.length
    onProgress(done, total)
  }
  const whole = new Uint8Array(done)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const lengthOf = (response: Response): number | null => {
  const header = response.headers.get('content-length')
  return header === null || response.headers.has('content-encoding') ? null : Number(header)
}

/** The size of the whole file in `Content-Range: bytes 0-1023/4096`; null when the answer is the whole. */
function wholeSize(response: Response): number | null {
  if (response.status !== 206) return null
  const size = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return size === undefined ? null : Number(size)
}

/** A file behind a call, for a viewer: read by parts where the server answers by parts. */
export function fileSource<const S extends EndpointSpec>(endpoint: S, request: RequestOf<S>) {
  const part = async (begin: number, end: number, signal: AbortSignal): Promise<Uint8Array> => {
    const response = await send(endpoint, request, { signal, range: `bytes=${begin}-${end - 1}` })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return response.status === 206 ? bytes : bytes.subarray(begin, end)
  }
  return {
    async open(wholeUpTo: number | null, signal: AbortSignal, onProgress: OnProgress) {
      const range = wholeUpTo === null ? {} : { range: `bytes=0-${wholeUpTo - 1}` }
      const response = await send(endpoint, request, { signal, ...range })
      const head = await bytesOf(response, lengthOf(response), onProgress)
      return { size: wholeSize(response) ?? head.length, head, part }
    },
  }
}
