import { z } from 'zod'
import { PersonRef } from '../common/refs.ts'
import { line } from '../common/fields.ts'
import { FlagParam, KeptDifference, SearchText, Version } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, Id, IdParam, Instant, requiredText, text } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'
import { BackgroundTask } from '../notifications/notifications.ts'
import { ProductCalculation, ProductLoan } from './by-product.ts'
import { ProductBorrower, ProductBorrowerAnswer } from './product-borrower.ts'
import { calculateLoan, evaluateCreditor, LoanCalculation, LoanTerms } from './calculators.ts'

/** What was computed. */
export const calculationKinds = {
  LOAN: 'График и ПСК',
  PRODUCT: 'График и ПСК по продукту',
  BORROWER: 'Возможности заёмщика',
  PRODUCT_BORROWER: 'Возможности заёмщика по продукту',
} as const
export type CalculationKind = keyof typeof calculationKinds
const CalculationKind = keyOf(calculationKinds)

/** The figures by which a kept result is recognised; null where its kind has none. */
const Figures = z.object({
  amount: z.string().nullable(),
  rate: z.string().nullable(),
  months: z.int().nullable(),
  payment: z.string().nullable(),
  fullLoanCost: z.string().nullable(),
  debtLoad: z.string().nullable(),
})

/** A kept result in a list. */
export const SavedCalculation = z.object({
  id: Id,
  kind: CalculationKind,
  title: z.string(),
  comment: z.string(),
  figures: Figures,
  methodVersion: z.string(),
  /** The method has changed since: the same inputs may give another result now. */
  outdated: z.boolean(),
  author: PersonRef,
  createdAt: Instant,
  deleted: z.boolean(),
  version: z.int(),
})
export type SavedCalculation = z.output<typeof SavedCalculation>

const BorrowerInput = evaluateCreditor.body
const BorrowerResult = evaluateCreditor.response

/** Inputs with the result they gave then, whole. */
export const CalculationContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('LOAN'), inputs: LoanTerms, result: LoanCalculation }),
  z.object({ kind: z.literal('PRODUCT'), inputs: ProductLoan, result: ProductCalculation }),
  z.object({ kind: z.literal('BORROWER'), inputs: BorrowerInput, result: BorrowerResult }),
  z.object({
    kind: z.literal('PRODUCT_BORROWER'),
    inputs: ProductBorrower,
    result: ProductBorrowerAnswer,
  }),
])
export type CalculationContent = z.output<typeof CalculationContent>

/** A kept calculation with its content. */
export const WholeCalculation = SavedCalculation.extend({ content: CalculationContent })
export type WholeCalculation = z.output<typeof WholeCalculation>

const access = can('Calculator', 'View')
const saving = can('Calculator', 'View', 'Save')
const Key = z.object({ id: IdParam })

/** The server computes the result itself and keeps it with its inputs. */
export const saveCalculation = endpoint({
  method: 'POST',
  path: '/calculation',
  summary: 'Сохранение расчёта с исходными данными',
  access: saving,
  idempotent: true,
  body: z.object({
    title: requiredText(120),
    comment: text(1_000).default(''),
    calculation: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('LOAN'), inputs: calculateLoan.body }),
      z.object({ kind: z.literal('PRODUCT'), inputs: ProductLoan }),
      z.object({ kind: z.literal('BORROWER'), inputs: BorrowerInput }),
      z.object({ kind: z.literal('PRODUCT_BORROWER'), inputs: ProductBorrower }),
    ]),
  }),
  response: SavedCalculation,
})

/** Results kept by people of visible partners, the newest first. */
export const listCalculations = endpoint({
  method: 'GET',
  path: '/calculation',
  summary: 'Сохранённые расчёты',
  access,
  query: PageQuery.extend({
    /** Part of the title or the comment. */
    query: SearchText.default(''),
    kind: CalculationKind.optional(),
    mine: FlagParam.default(false),
    deleted: FlagParam.default(false),
  }),
  response: pageOf(SavedCalculation),
})

export const getCalculation = endpoint({
  method: 'GET',
  path: '/calculation/:id',
  summary: 'Сохранённый расчёт: исходные данные и результат',
  access,
  params: Key,
  response: WholeCalculation,
})

/** What the present method gives for the kept inputs, beside what was kept. */
export const recheckCalculation = endpoint({
  method: 'GET',
  path: '/calculation/:id/recheck',
  summary: 'Сверка сохранённого расчёта с нынешней методикой',
  access,
  params: Key,
  response: z.object({
    methodVersion: z.string(),
    same: z.boolean(),
    differences: z.array(KeptDifference),
  }),
})

/** One's own only; the result itself never changes. */
/** What is entered of a saved calculation. */
export const savedCalculationFields = {
  title: line('Название', {}, 120),
  comment: line('Примечание', {}, 1_000),
}

export const updateCalculation = endpoint({
  method: 'PUT',
  path: '/calculation/:id',
  summary: 'Название и примечание сохранённого расчёта',
  access: saving,
  params: Key,
  body: z.object({ title: requiredText(120), comment: text(1_000).default(''), version: Version }),
  response: SavedCalculation,
})

/** One's own only; `deleted: false` brings it back. */
export const markCalculationDeleted = endpoint({
  method: 'POST',
  path: '/calculation/:id/markDeleted',
  summary: 'Пометка удаления сохранённого расчёта',
  access: saving,
  params: Key,
  body: z.object({ deleted: z.boolean(), version: Version }),
  response: SavedCalculation,
})

export const listCalculationHistory = endpoint({
  method: 'GET',
  path: '/calculation/:id/history',
  summary: 'История сохранённого расчёта',
  access,
  params: Key,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})

/** Rows of a mass calculation at most. */
export const maxBatchRows = 100_000
/** Largest file of loans, in bytes. */
export const maxBatchBytes = 20 * 1_048_576

/** A file of loans, one a row; the answer is the task whose result is the same rows with their figures. */
export const startBatch = endpoint({
  method: 'POST',
  path: '/evaluate/batch',
  summary: 'Массовый расчёт графиков по файлу XLSX или CSV',
  access: can('Calculator', 'RunBatch'),
  upload: { maxBytes: maxBatchBytes },
  ownTransactions: true,
  response: BackgroundTask,
})

/** An example of the file that a mass calculation takes. */
export const getBatchTemplate = endpoint({
  method: 'GET',
  path: '/evaluate/batch/template',
  summary: 'Образец файла для массового расчёта',
  access: can('Calculator', 'RunBatch'),
  produces: 'file',
})
