import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { ApiError, invalid } from './errors.ts'
import type { IncomingFile } from './route.ts'

/** One file and nothing else in a form. */
export const multipartLimits = { files: 1, fields: 0, parts: 1, headerPairs: 20, fieldNameSize: 100 }

const noFile = () => invalid([{ path: 'file', message: 'Выберите файл' }], 'Файл не передан')

/** A form that breaks off is the sender's fault, whatever the parser calls it. */
async function* whole(content: Readable): AsyncGenerator<Buffer> {
  try {
    yield* content
  } catch {
    throw invalid([{ path: 'file', message: 'Файл передан не полностью' }], 'Файл передан не полностью')
  }
}

/** Takes in what a handler that refused has left, so that its answer arrives instead of a broken connection. */
export async function readToEnd({ content }: IncomingFile): Promise<void> {
  if (content.readableEnded || content.destroyed) return
  // A form that breaks off now was refused anyway.
  await finished(content.resume(), { writable: false }).catch(() => undefined)
}

/** The file of a form as it comes in; 415 for anything that is not a form, 400 for a form without a file. */
export async function incomingFile(request: FastifyRequest, maxBytes: number): Promise<IncomingFile> {
  if (!request.isMultipart())
    throw new ApiError(415, 'ER_INVALID_DTO_DATA', 'Передайте файл формой multipart/form-data')
  const part = await request.file({
    limits: { ...multipartLimits, fileSize: maxBytes },
    throwFileSizeLimit: false,
  })
  if (part === undefined) throw noFile()
  return {
    name: part.filename ?? '',
    content: Readable.from(whole(part.file)),
    isCut: () => part.file.truncated,
  }
}
