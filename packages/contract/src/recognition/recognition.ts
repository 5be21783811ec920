import { z } from 'zod'
import { caseTypes, caseTypesWith } from '../cases/types/case-types.ts'
import type { MaskKind } from '../common/masks.ts'
import { Id, Instant } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

/** What can be recognised. */
export const recognitionKinds = {
  PASSPORT: 'Паспорт гражданина РФ',
  INCOME_CERTIFICATE: 'Справка о доходах',
} as const
export type RecognitionKind = keyof typeof recognitionKinds
export const RecognitionKind = z.enum(['PASSPORT', 'INCOME_CERTIFICATE'])

/** Types of documents (`docType`) whose scans can be recognised. */
export const recognisedDocumentTypes: Readonly<Record<string, RecognitionKind>> = {
  PASSPORT_RF: 'PASSPORT',
  SELLER_PASSPORT: 'PASSPORT',
  NDFL2: 'INCOME_CERTIFICATE',
}

/** Owners of documents whose questionnaire a recognised paper fills. */
export const ownersWithPapers: readonly string[] = caseTypesWith(
  ({ questions }) => questions !== undefined,
).map((type) => caseTypes[type].documents.owner)
/** Papers of those who take part, by the type of the document: what they tell goes into the questionnaire. */
export const paperKinds = {
  PASSPORT_RF: 'PASSPORT',
  NDFL2: 'INCOME_CERTIFICATE',
} as const satisfies Readonly<Record<string, RecognitionKind>>

/** Fields of a passport: name → label, in the order of reading. */
export const passportFields = {
  lastName: 'Фамилия',
  firstName: 'Имя',
  middleName: 'Отчество',
  sex: 'Пол',
  birthDate: 'Дата рождения',
  birthPlace: 'Место рождения',
  series: 'Серия',
  number: 'Номер',
  issueDate: 'Дата выдачи',
  unitCode: 'Код подразделения',
  issuer: 'Кем выдан',
} as const
export type PassportFieldName = keyof typeof passportFields

/** Fields of an income certificate: name → label, in the order of the form. */
export const certificateFields = {
  year: 'Год',
  certificateDate: 'Дата справки',
  agentName: 'Налоговый агент',
  agentInn: 'ИНН агента',
  agentKpp: 'КПП агента',
  oktmo: 'ОКТМО',
  personInn: 'ИНН физического лица',
  lastName: 'Фамилия',
  firstName: 'Имя',
  middleName: 'Отчество',
  birthDate: 'Дата рождения',
  documentNumber: 'Серия и номер документа',
  taxRate: 'Ставка налога, %',
  totalIncome: 'Общая сумма дохода',
  totalDeductions: 'Сумма вычетов',
  taxBase: 'Налоговая база',
  taxCalculated: 'Налог исчисленный',
  taxWithheld: 'Налог удержанный',
  averageIncome: 'Средний доход в месяц',
} as const
export type CertificateFieldName = keyof typeof certificateFields

/** Fields of either paper that are numbers of a person, hidden as those of the questionnaire are. */
export const recognisedNumbers: Readonly<
  Partial<Record<PassportFieldName | CertificateFieldName, MaskKind>>
> = {
  series: 'document',
  number: 'document',
  documentNumber: 'document',
  personInn: 'inn',
}

/** Where a value was read. */
export const recognitionSources = {
  MRZ: 'машиночитаемая зона',
  VISUAL: 'текст документа',
  COMPUTED: 'посчитано',
} as const
export type RecognitionSource = keyof typeof recognitionSources

/** From this confidence on a field is taken without a look at the scan. */
export const sureConfidence = 0.9

const part = z.number().min(0).max(1)
/** A place on a page in parts of its width and height, as the page lies in the file (before any rotation). */
export const PageBox = z.object({
  page: z.int().min(1),
  x: part,
  y: part,
  width: part,
  height: part,
})
export type PageBox = z.output<typeof PageBox>

/** One recognised value: dates are ISO, money is decimal text, sex is MALE or FEMALE. */
export const RecognisedField = z.object({
  name: z.string(),
  label: z.string(),
  value: z.string(),
  confidence: part,
  box: PageBox.nullable(),
  source: z.enum(['MRZ', 'VISUAL', 'COMPUTED']),
  /** Why the value deserves a look, in Russian. */
  problems: z.array(z.string()),
})
export type RecognisedField = z.output<typeof RecognisedField>

/** A check over the fields; `passed` null: there was nothing to check with. */
export const RecognitionCheck = z.object({
  code: z.string(),
  label: z.string(),
  passed: z.boolean().nullable(),
  message: z.string(),
  /** Names of the fields it speaks of. */
  fields: z.array(z.string()),
})
export type RecognitionCheck = z.output<typeof RecognitionCheck>

/** A row of the monthly incomes of a certificate. */
export const IncomeRow = z.object({
  month: z.int().min(1).max(12),
  incomeCode: z.string(),
  amount: z.string(),
  deductionCode: z.string().nullable(),
  deduction: z.string().nullable(),
  confidence: part,
  box: PageBox.nullable(),
})
export type IncomeRow = z.output<typeof IncomeRow>

/** What a recognition found. */
export const Recognition = z.object({
  kind: RecognitionKind,
  documentId: Id,
  storageId: z.uuid(),
  /** Whether this is such a document at all; if not, `message` says what was missing. */
  found: z.boolean(),
  message: z.string().nullable(),
  documentFields: z.array(RecognisedField),
  checks: z.array(RecognitionCheck),
  /** Monthly incomes of a certificate; empty for a passport. */
  incomes: z.array(IncomeRow),
  /** Turn clockwise that makes the page upright: 0, 90, 180 or 270. */
  rotation: z.int(),
  /** Program and version that read the text. */
  engine: z.string(),
  durationMs: z.int(),
  recognisedAt: Instant,
  recognisedBy: z.string(),
  /** Answered from an earlier recognition of the same file. */
  stored: z.boolean(),
})
export type Recognition = z.output<typeof Recognition>

/** Whether recognition works here, and how busy it is. */
export const RecognitionState = z.object({
  available: z.boolean(),
  /** «Tesseract 5.3.0», when available. */
  engine: z.string().nullable(),
  /** Why it is not available and what to do, in Russian. */
  message: z.string().nullable(),
  running: z.int(),
  waiting: z.int(),
})
export type RecognitionState = z.output<typeof RecognitionState>

const RecognitionBody = z.object({
  documentId: Id,
  storageId: z.uuid('Укажите идентификатор файла'),
  /** Reads the file anew although an earlier result is there. */
  again: z.boolean().default(false),
})
export type RecognitionInput = z.input<typeof RecognitionBody>

/** 503 when the engine is not installed or the queue is full; leaving the call cancels the work. */
export const recognisePassport = endpoint({
  method: 'POST',
  path: '/recognising/verification/passport',
  summary: 'Распознавание паспорта гражданина РФ',
  access: can('Document', 'Recognise'),
  body: RecognitionBody,
  response: Recognition,
  ownTransactions: true,
})

/** As for the passport. */
export const recogniseIncomeCertificate = endpoint({
  method: 'POST',
  path: '/recognising/verification/income-certificate',
  summary: 'Распознавание справки о доходах (КНД 1175018)',
  access: can('Document', 'Recognise'),
  body: RecognitionBody,
  response: Recognition,
  ownTransactions: true,
})

/** A page that can be read takes more bytes, however it was scanned. */
export const leastPageBytes = 20_000

/** Largest picture of which the kind is told before it is uploaded, in bytes. */
export const maxGuessedBytes = 15 * 1_048_576

/**
 * Which paper a picture shows, for a file whose name does not tell; null: none that can be recognised, no picture, or
 * recognition is busy or not there. Nothing of the file is kept. Leaving the call cancels the work.
 */
export const guessPaperType = endpoint({
  method: 'POST',
  path: '/recognising/paper-type',
  summary: 'Какой документ на изображении',
  access: can('Document', 'Recognise'),
  upload: { maxBytes: maxGuessedBytes },
  response: z.object({ typeCode: z.enum(['PASSPORT_RF', 'NDFL2']).nullable() }),
  ownTransactions: true,
})

export const getRecognitionState = endpoint({
  method: 'GET',
  path: '/recognising/state',
  summary: 'Доступно ли распознавание',
  access: can('Document', 'Recognise'),
  response: RecognitionState,
})
