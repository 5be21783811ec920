import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface StoredObject {
  readonly content: Buffer
  readonly storedAt: Date
}
interface Multipart {
  readonly key: string
  readonly parts: Map<number, Buffer>
  readonly initiated: Date
}
/** What happens to the next requests of a kind instead of an answer. */
type Fault = 'error' | 'silence' | 'cut'

/** As much of S3 as the store uses, in memory: objects, parts, ranges, lists by pages, sums, and planted faults. */
export interface S3Server {
  readonly url: string
  readonly objects: Map<string, StoredObject>
  readonly uploads: Map<string, Multipart>
  /** The next `count` requests whose `METHOD name` begins so fail. */
  plant(begins: string, fault: Fault, count?: number): void
  /** `METHOD name` of everything that was asked. */
  readonly asked: string[]
  close(): Promise<void>
}

const bucket = 'files'
const pageSize = 5
const xml = (name: string, inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><${name}>${inner}</${name}>`
const tag = (name: string, value: string | number | boolean) => `<${name}>${value}</${name}>`
const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('base64')
const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`

class Failure extends Error {
  readonly status: number

  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const body = await buffer(request)
  const promised = request.headers['x-amz-checksum-sha256']
  if (promised !== undefined && promised !== sumOf(body)) throw new Failure(400, 'BadDigest')
  return body
}

/** Starts the server on a free port. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, Multipart>()
  const faults: { begins: string; fault: Fault; left: number }[] = []
  const asked: string[] = []
  let count = 0

  const objectOf = (key: string): StoredObject => {
    const found = objects.get(key)
    if (found === undefined) throw new Failure(404, 'NoSuchKey')
    return found
  }
  const uploadOf = (id: string | null): Multipart => {
    const found = uploads.get(id ?? '')
    if (found === undefined) throw new Failure(404, 'NoSuchUpload')
    return found
  }

  function list(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].toSorted().filter((key) => key > after)
    const page = keys.slice(0, pageSize)
    const isMore = keys.length > page.length
    const contents = page.map((key) =>
      tag(
        'Contents',
        tag('Key', key) +
          tag('LastModified', objectOf(key).storedAt.toISOString()) +
          tag('Size', objectOf(key).content.length),
      ),
    )
    return xml(
      'ListBucketResult',
      tag('IsTruncated', isMore) +
        (isMore ? tag('NextContinuationToken', page.at(-1) ?? '') : '') +
        contents.join(''),
    )
  }

  const listUploads = () =>
    xml(
      'ListMultipartUploadsResult',
      [...uploads]
        .map(([id, { key, initiated }]) =>
          tag('Upload', tag('Key', key) + tag('UploadId', id) + tag('Initiated', initiated.toISOString())),
        )
        .join(''),
    )

  function read(request: IncomingMessage, response: ServerResponse, key: string, isCut: boolean): void {
    const { content, storedAt } = objectOf(key)
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const start = Number(from ?? 0)
    if (from !== undefined && start >= content.length) throw new Failure(416, 'InvalidRange')
    const part = content.subarray(start, to === undefined || to === '' ? undefined : Number(to) + 1)
    response.writeHead(from === undefined ? 200 : 206, {
      'content-length': part.length,
      'last-modified': storedAt.toUTCString(),
      etag: etagOf(content),
    })
    if (request.method === 'HEAD') response.end()
    else if (isCut) response.write(part.subarray(0, Math.floor(part.length / 2)), () => response.destroy())
    else response.end(part)
  }

  async function put(request: IncomingMessage, key: string, query: URLSearchParams): Promise<string> {
    const content = await bodyOf(request)
    const part = query.get('partNumber')
    if (part === null) objects.set(key, { content, storedAt: new Date() })
    else uploadOf(query.get('uploadId')).parts.set(Number(part), content)
    return etagOf(content)
  }

  async function post(request: IncomingMessage, key: string, query: URLSearchParams): Promise<string> {
    if (query.has('uploads')) {
      count += 1
      uploads.set(`upload-${count}`, { key, parts: new Map(), initiated: new Date() })
      return xml(
        'InitiateMultipartUploadResult',
        tag('Bucket', bucket) + tag('Key', key) + tag('UploadId', `upload-${count}`),
      )
    }
    const upload = uploadOf(query.get('uploadId'))
    const named = [...(await bodyOf(request)).toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)]
    const content = Buffer.concat(named.map(([, part]) => upload.parts.get(Number(part)) ?? Buffer.alloc(0)))
    objects.set(key, { content, storedAt: new Date() })
    uploads.delete(query.get('uploadId') ?? '')
    return xml('CompleteMultipartUploadResult', tag('Key', key) + tag('ETag', etagOf(content)))
  }

  function answerBucket(method: string, query: URLSearchParams): string {
    if (method === 'HEAD') return ''
    return query.has('uploads') ? listUploads() : list(query)
  }

  function remove(response: ServerResponse, key: string, query: URLSearchParams): void {
    const upload = query.get('uploadId')
    if (upload === null) objects.delete(key)
    else uploads.delete(upload)
    response.writeHead(204).end()
  }

  async function answerObject(
    request: IncomingMessage,
    response: ServerResponse,
    { key, query, isCut }: { key: string; query: URLSearchParams; isCut: boolean },
  ): Promise<void> {
    if (request.method === 'PUT') response.setHeader('etag', await put(request, key, query)).end()
    else if (request.method === 'POST') response.end(await post(request, key, query))
    else if (request.method === 'DELETE') remove(response, key, query)
    else read(request, response, key, isCut)
  }

  async function answer(request: IncomingMessage, response: ServerResponse, isCut: boolean): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://s3')
    const [, name, key = ''] = pathname.split('/')
    if (request.headers.authorization?.includes('Credential=key/') !== true)
      throw new Failure(403, 'AccessDenied')
    if (name !== bucket) throw new Failure(404, 'NoSuchBucket')
    if (key === '') response.end(answerBucket(request.method ?? '', query))
    else await answerObject(request, response, { key, query, isCut })
  }

  const faultOf = (text: string): Fault | null => {
    const found = faults.find(({ begins, left }) => left > 0 && text.startsWith(begins))
    if (found === undefined) return null
    found.left -= 1
    return found.fault
  }

  const server = createServer((request, response) => {
    const text = `${request.method} ${request.url}`
    asked.push(text)
    const fault = faultOf(text)
    if (fault === 'silence') return
    if (fault === 'error') {
      request.resume()
      response.writeHead(503).end(xml('Error', tag('Code', 'SlowDown')))
      return
    }
    answer(request, response, fault === 'cut').catch((error: unknown) => {
      const { status, message } = error instanceof Failure ? error : new Failure(500, 'InternalError')
      response.writeHead(status).end(request.method === 'HEAD' ? '' : xml('Error', tag('Code', message)))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    uploads,
    asked,
    plant: (begins, fault, left = 1) => void faults.push({ begins, fault, left }),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
