import { z } from 'zod'
import { documentKinds } from '../common/file-kinds.ts'
import { keyOf, Code, Id, IdParam, Instant, isCleanText, messages } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

/**
 * Several files at once, in parts: an upload is declared, each file of it (an item) is brought in chunks one after another,
 * checked when it is whole, and becomes a document. Whatever breaks off goes on from `received`.
 */
const mebibyte = 1_048_576
/** Largest part: 20 s on a link of half a megabit. */
export const maxChunkBytes = mebibyte
/** Smallest part but for a file's last one. */
export const minChunkBytes = mebibyte / 16
/** Largest file of a document. */
export const maxFileBytes = 100 * mebibyte
/** Files of one upload. */
export const maxUploadFiles = 100
/** All files of one upload together. */
export const maxUploadBytes = 1_024 * mebibyte
/** An upload that nobody goes on with is forgotten after so many hours. */
export const uploadHours = 24
/** What may be uploaded as a document. */
export const uploadKinds = documentKinds

export const uploadStates = {
  RECEIVING: 'Загружается',
  CHECKING: 'Проверяется',
  DONE: 'Загружен',
  DUPLICATE: 'Уже есть',
  REFUSED: 'Не принят',
  ABANDONED: 'Отменён',
} as const
export type UploadState = keyof typeof uploadStates
/** Nothing happens to the item any more by itself. */
export const isSettled = (state: UploadState): boolean => state !== 'RECEIVING' && state !== 'CHECKING'

const UploadFile = z.object({
  /** As the person's computer calls it; the server makes it fit to save. */
  name: z
    .string()
    .min(1, messages.required)
    .max(1_000, 'Не более 1000 символов')
    .refine(isCleanText, 'Недопустимые символы в имени'),
  size: z
    .int()
    .min(1, 'Файл пуст')
    .max(maxFileBytes, `Файл больше ${maxFileBytes / mebibyte} МБ`),
  /** Type of the document (`docType`); null: not assigned yet. */
  typeCode: Code.nullable().default(null),
  /** The document that gets one more file; null: a new document. */
  documentId: Id.nullable().default(null),
})
export type UploadFile = z.input<typeof UploadFile>

/** Where the same bytes already are. */
const SameFile = z.object({ documentId: Id, storageId: z.uuid(), name: z.string() })

export const UploadItem = z.object({
  item: Id,
  name: z.string(),
  size: z.int(),
  /** Bytes that are safe on the server: where the next chunk begins. */
  received: z.int(),
  state: keyOf(uploadStates),
  /** Why it was refused or is there already, for the person. */
  reason: z.string().nullable(),
  /** What was removed from the file to make it harmless. */
  warnings: z.array(z.string()),
  typeCode: z.string().nullable(),
  /** What the file has become (DONE). */
  documentId: Id.nullable(),
  storageId: z.uuid().nullable(),
  /** Of a DUPLICATE. */
  same: SameFile.nullable(),
})
export type UploadItem = z.output<typeof UploadItem>

export const Upload = z.object({
  uid: z.uuid(),
  ownerType: z.string(),
  ownerId: Id,
  createdAt: Instant,
  /** When it is forgotten unless it goes on. */
  expiresAt: Instant,
  items: z.array(UploadItem),
})
export type Upload = z.output<typeof Upload>

const UploadKey = z.object({ uid: z.uuid('Укажите идентификатор загрузки') })
const ItemKey = UploadKey.extend({ item: IdParam })
const create = can('Document', 'Create')

export const createUpload = endpoint({
  method: 'POST',
  path: '/document/multiupload',
  summary: 'Начало загрузки нескольких файлов: что будет передано и к чему относится',
  access: create,
  idempotent: true,
  body: z
    .object({
      ownerType: Code,
      ownerId: Id,
      files: z
        .array(UploadFile)
        .min(1, 'Выберите файлы')
        .max(maxUploadFiles, `Не более ${maxUploadFiles} файлов за раз`),
    })
    .refine(({ files }) => files.reduce((sum, { size }) => sum + size, 0) <= maxUploadBytes, {
      path: ['files'],
      message: `Файлы вместе больше ${maxUploadBytes / mebibyte} МБ, загрузите их по частям`,
    }),
  response: Upload,
})

/** Part of one item. 409 with `current: {received}` when the offset is not where the item goes on; a repeat is harmless. */
export const sendChunk = endpoint({
  method: 'POST',
  path: '/document/multiupload/:uid',
  summary: 'Часть одного из файлов загрузки',
  access: create,
  upload: { maxBytes: maxChunkBytes },
  params: UploadKey,
  query: z.object({
    item: IdParam,
    offset: z
      .string()
      .regex(/^\d{1,10}$/, 'Укажите смещение в байтах')
      .transform(Number),
  }),
  response: Upload,
})

/** `current` of the 409 of `sendChunk`. */
export const RightOffset = z.object({ received: z.int() })

export const getUpload = endpoint({
  method: 'GET',
  path: '/document/multiupload/:uid',
  summary: 'Состояние загрузки: чтобы продолжить её и узнать итог по каждому файлу',
  access: create,
  params: UploadKey,
  response: Upload,
})

/** Files that are not documents yet are given up; those that are stay. */
export const abandonUpload = endpoint({
  method: 'DELETE',
  path: '/document/multiupload/:uid',
  summary: 'Отмена загрузки: всего, что ещё не стало документами',
  access: create,
  ownTransactions: true,
  params: UploadKey,
  response: Upload,
})

export const abandonUploadItem = endpoint({
  method: 'DELETE',
  path: '/document/multiupload/:uid/:item',
  summary: 'Отмена загрузки одного файла',
  access: create,
  ownTransactions: true,
  params: ItemKey,
  response: Upload,
})

/** A DUPLICATE is stored all the same, from the bytes that are already here. */
export const keepDuplicate = endpoint({
  method: 'POST',
  path: '/document/multiupload/:uid/:item/keep',
  summary: 'Загрузить файл, хотя такой уже есть',
  access: create,
  params: ItemKey,
  response: Upload,
})

/** What the server takes, to say it before anything is sent. */
export const uploadHint = `PDF, JPEG, PNG, TIFF, DOCX, XLSX, XML и SIG, файл до ${maxFileBytes / mebibyte} МБ`
