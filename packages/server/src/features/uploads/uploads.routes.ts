import * as api from '@ipoteka-office/contract/uploads/uploads.ts'
import type { FileStore } from '#files/file-store.ts'
import { type Route, route } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { abandon, createUpload, getUpload, keepDuplicate, receiveChunk } from './uploads.service.ts'

interface Parts {
  readonly files: FileStore
  readonly clock: BankClock
}

/** Several files at once, in parts. */
export const uploadsRoutes = ({ files, clock }: Parts): Route[] => [
  route(api.createUpload, ({ body }, context) => createUpload(context, body, clock)),
  route(api.sendChunk, ({ params, query, file }, context) =>
    receiveChunk(context, files, { ...params, ...query }, file),
  ),
  route(api.getUpload, ({ params }, context) => getUpload(context, params.uid)),
  route(api.abandonUpload, ({ params }, context) => abandon(context, files, params.uid)),
  route(api.abandonUploadItem, ({ params }, context) => abandon(context, files, params.uid, params.item)),
  route(api.keepDuplicate, ({ params }, context) => keepDuplicate(context, params.uid, params.item)),
]
