import { fillPath } from '@ipoteka-office/contract/path.ts'
import * as api from '@ipoteka-office/contract/uploads/uploads.ts'
import { uploadChecker } from '#features/uploads/upload-check.service.ts'
import { findActor } from '#http/session/session.ts'
import { systemClock } from '#lib/bank-time.ts'
import { formOf } from './documents.ts'
import { deliveredParameters } from './delivered-parameters.ts'
import type { TestApp } from './test-app.ts'
import type { Login } from './test-tokens.ts'

/** An answer of a call with a form. */
export interface FormAnswer {
  readonly status: number
  // Each call has its own shape, and tests look into it.
  readonly body: { [key: string]: unknown } & Partial<api.Upload> & {
      message?: string
      current?: { received: number }
    }
}

/** Sends a form to an address under /api. */
export async function sendForm(
  bank: TestApp,
  url: string,
  { headers, payload }: ReturnType<typeof formOf>,
  as: Login = 'admin',
): Promise<FormAnswer> {
  const raw = await bank.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${await bank.tokenOf(as)}`, ...headers },
    payload,
  })
  return { status: raw.statusCode, body: raw.body === '' ? {} : raw.json() }
}

/** Sends one part of an item. */
export const sendPart = (
  bank: TestApp,
  { uid, item, offset }: { uid: string; item: number; offset: number },
  content: Buffer,
  as: Login = 'admin',
): Promise<FormAnswer> =>
  sendForm(
    bank,
    `${fillPath(api.sendChunk.path, { uid })}?item=${item}&offset=${offset}`,
    formOf('part', content),
    as,
  )

/** Does the work of the queue for one item, as a worker does it. */
export const checkItem = (bank: TestApp, item: number, isLastAttempt = true): Promise<void> =>
  uploadChecker({
    db: bank.db,
    gate: bank.gate,
    findActor,
    bank: { clock: systemClock('Europe/Moscow'), parameters: deliveredParameters },
  })({ item }, { id: '1', attempt: 1, isLastAttempt, signal: new AbortController().signal })

interface Bring {
  readonly name: string
  readonly content: Buffer
}

/** Declares files, brings them in parts and has them checked; answers the state of the upload. */
export async function bring(
  bank: TestApp,
  owner: { ownerType: string; ownerId: number },
  files: readonly Bring[],
  as: Login = 'admin',
): Promise<api.Upload> {
  const declared = files.map(({ name, content }) => ({ name, size: content.length }))
  const { status, body, error } = await bank.call(
    api.createUpload,
    { body: { ...owner, files: declared } },
    { as },
  )
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(error)}`)
  for (const [at, { item }] of body.items.entries()) {
    const content = files[at]?.content ?? Buffer.alloc(0)
    for (let offset = 0; offset < content.length; offset += api.maxChunkBytes)
      await sendPart(
        bank,
        { uid: body.uid, item, offset },
        content.subarray(offset, offset + api.maxChunkBytes),
        as,
      )
    await checkItem(bank, item)
  }
  return (await bank.call(api.getUpload, { params: { uid: body.uid } }, { as })).body
}
