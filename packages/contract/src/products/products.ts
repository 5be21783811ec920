import { z } from 'zod'
import { Day, ItemsAnswer, Version } from '../common/items.ts'
import { pageOf, PageQuery } from '../common/page.ts'
import { PersonRef } from '../common/refs.ts'
import { RecordProcess } from '../common/process.ts'
import { Code, Id, IdParam, keyOf, messages, requiredText, text } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { listExport } from '../exports/list-export.ts'
import { HistoryEntry } from '../history/history.ts'
import { Lending, ProductDepartment, ProductKind } from './product-kinds.ts'
import {
  Product,
  productColumns,
  ProductFilter,
  ProductRow,
  ProductSort,
  productTabs,
  ProductVersion,
  PromotionUse,
} from './product-rows.ts'
import { VersionContent } from './version/version-content.ts'

/*
 * Rights follow the lending of the product: CreditProduct for mortgages, LoanProduct for the others. No call knows it
 * before the product is read, so each is for who is signed in and the server asks the right of the product's object.
 */
const Key = z.object({ id: IdParam })
const NumberParam = IdParam

/** A page of products, options or promotions of a catalogue. */
export const searchProducts = endpoint({
  method: 'POST',
  path: '/product/filtered',
  summary: 'Список продуктов, опций и акций',
  access: signedIn,
  query: PageQuery.extend({ sort: ProductSort.optional() }),
  body: ProductFilter,
  response: pageOf(ProductRow),
  reads: true,
})
/** How many rows each tab has under the same filter. */
export const countProducts = endpoint({
  method: 'POST',
  path: '/product/filtered/counts',
  summary: 'Число продуктов по вкладкам',
  access: signedIn,
  body: ProductFilter,
  response: z.record(keyOf(productTabs), z.int()),
  reads: true,
})
export const productsExport = listExport({
  path: '/product/filtered/export',
  of: 'продуктов',
  access: signedIn,
  filter: ProductFilter,
  sort: ProductSort.optional(),
  columns: productColumns,
})

/** Whose products there are: for the filter of the bank's people. */
export const listProductOwners = endpoint({
  method: 'GET',
  path: '/product/owners',
  summary: 'Ответственные за продукты',
  access: signedIn,
  response: z.array(PersonRef),
})

/** With its draft, or the version named. */
export const getProduct = endpoint({
  method: 'GET',
  path: '/product/:id',
  summary: 'Продукт, опция или акция',
  access: signedIn,
  params: Key,
  query: z.object({ number: NumberParam.optional() }),
  response: Product,
})
export const getProductVersion = endpoint({
  method: 'GET',
  path: '/product/:id/versions/:number',
  summary: 'Выпуск продукта',
  access: signedIn,
  params: Key.extend({ number: NumberParam }),
  response: ProductVersion,
})
export const createProduct = endpoint({
  method: 'POST',
  path: '/product',
  summary: 'Новый продукт, опция или акция',
  access: signedIn,
  body: z.object({
    kind: ProductKind,
    lending: Lending,
    typeCode: Code,
    code: z
      .string()
      .regex(/^[A-Z0-9][A-Z0-9-]{1,29}$/, 'Код: латинские прописные буквы, цифры и дефис, до 30 знаков'),
    department: ProductDepartment,
    name: requiredText(120),
  }),
  response: Product,
  idempotent: true,
})
/** A copy of what is in force, or of the newest version, as another product of this type. */
export const copyProduct = endpoint({
  method: 'POST',
  path: '/product/:id/copy/type/:typeId',
  summary: 'Копия продукта',
  access: signedIn,
  params: Key.extend({ typeId: Code }),
  response: Product,
  idempotent: true,
})
/** The draft of the next version; begins with what the version named says. */
export const createVersion = endpoint({
  method: 'POST',
  path: '/product/:id/versions',
  summary: 'Черновик нового выпуска',
  access: signedIn,
  params: Key,
  body: z.object({ from: z.int().min(1).nullable() }),
  response: Product,
  idempotent: true,
})
/** A draft alone; an old version answers 409 with the draft as it is. */
export const saveVersion = endpoint({
  method: 'PUT',
  path: '/product/:id/versions/:number',
  summary: 'Сохранение черновика выпуска',
  access: signedIn,
  params: Key.extend({ number: NumberParam }),
  body: z.object({
    content: VersionContent,
    validFrom: Day.nullable(),
    validTo: Day.nullable(),
    version: Version,
  }),
  response: ProductVersion,
  bodyLimit: 1024 * 1024,
})

const Move = z.object({ number: z.int().min(1), version: Version, comment: text(1_000).default('') })
const moveOf = <const P extends string>(path: P, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    summary,
    access: signedIn,
    params: Key,
    body: Move,
    response: Product,
    idempotent: true,
  })
export const submitVersion = moveOf('/product/:id/submit', 'Отправить выпуск на согласование')
export const approveVersion = moveOf('/product/:id/approve', 'Согласовать выпуск')
export const correctVersion = moveOf('/product/:id/correction', 'Вернуть выпуск на корректировку')
export const releaseVersion = moveOf('/product/:id/release', 'Выпустить')
export const withdrawVersion = moveOf('/product/:id/withdraw', 'Отозвать выпуск до вступления в силу')
export const archiveVersion = moveOf('/product/:id/archive', 'Снять с продажи')
export const discardVersion = moveOf('/product/:id/discard', 'Отказаться от черновика')

/** The waiting version of each of several products led the same way; each is answered by itself. */
export const bulkMoveProducts = endpoint({
  method: 'POST',
  path: '/product/bulk',
  summary: 'Отправить, согласовать или выпустить несколько продуктов',
  access: signedIn,
  body: z.object({
    ids: z.array(Id).min(1).max(200),
    action: z.enum(['submit', 'approve', 'correction', 'release'], messages.unknownCode),
    comment: text(1_000).default(''),
  }),
  response: ItemsAnswer,
  idempotent: true,
})

export const getVersionProcess = endpoint({
  method: 'GET',
  path: '/product/:id/versions/:number/process',
  summary: 'Путь выпуска',
  access: signedIn,
  params: Key.extend({ number: NumberParam }),
  response: RecordProcess,
})
export const listReleases = endpoint({
  method: 'GET',
  path: '/product/:id/releases',
  summary: 'Выпуски продукта',
  access: signedIn,
  params: Key,
  response: z.array(
    ProductVersion.omit({
      content: true,
      actions: true,
      editable: true,
      issues: true,
      warnings: true,
      version: true,
    }),
  ),
})
export const listProductAudit = endpoint({
  method: 'GET',
  path: '/product/:id/audit',
  summary: 'История изменений продукта',
  access: signedIn,
  params: Key,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})

export const ProductComment = z.object({
  id: Id,
  author: PersonRef,
  at: z.string(),
  /** Of the version it was written about. */
  number: z.int(),
  text: z.string(),
})
export type ProductComment = z.output<typeof ProductComment>
export const listProductComments = endpoint({
  method: 'GET',
  path: '/product/:id/internal_comments',
  summary: 'Внутренние комментарии к продукту',
  access: signedIn,
  params: Key,
  response: z.array(ProductComment),
})
export const addProductComment = endpoint({
  method: 'POST',
  path: '/product/:id/internal_comments',
  summary: 'Комментарий к продукту',
  access: signedIn,
  params: Key,
  body: z.object({ number: z.int().min(1), text: requiredText(2_000) }),
  response: z.array(ProductComment),
  idempotent: true,
})
export const getPromotionUse = endpoint({
  method: 'GET',
  path: '/product/:id/use',
  summary: 'Сколько мест акции занято',
  access: signedIn,
  params: Key,
  response: PromotionUse,
})
