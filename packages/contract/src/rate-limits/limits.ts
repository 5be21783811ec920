import { z } from 'zod'
import { changeRequestCalls, ChangeRequest } from '../change-requests/change-requests.ts'
import { DateText } from '../common/amounts.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { Code, Id, Instant, keyOf, requiredText, Option } from '../common/scalars.ts'
import { SignedBy } from '../common/refs.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { inOneOrder, listExport } from '../exports/list-export.ts'
import { limitFields as of } from './limit-fields.ts'
import { LimitGround } from './limit-kinds.ts'
import { LimitPercent } from './points.ts'
import { Quarter } from './quarters.ts'

/** What holds for a category in a quarter. */
const Figures = {
  quarter: Quarter,
  category: Code,
  /** Среднерыночное значение ПСК, percent. */
  average: LimitPercent,
  applies: z.boolean(),
  /** Null where it applies. */
  ground: LimitGround.nullable(),
  /** When the Bank of Russia published it. */
  publishedOn: DateText,
}

/** A limit as it is read. */
export const RateLimit = z.object({
  ...Figures,
  id: Id,
  categoryName: z.string(),
  /** Percent: by the law of the average. */
  value: LimitPercent,
  source: z.string(),
  /** Who asked for it and who agreed; null: it came with the bank. */
  request: SignedBy.nullable(),
  createdAt: Instant,
  /** When another one took its place; null: it holds. */
  replacedAt: Instant.nullable(),
})
export type RateLimit = z.output<typeof RateLimit>

/** A limit as a person asks for it. */
export const LimitInput = z.object({
  ...Figures,
  /** The limit in whose place it comes, as the person has seen it; null: there is none. */
  replaces: Id.nullable(),
})
export type LimitInput = z.output<typeof LimitInput>

/** A ground says why a limit does not apply, and nothing else. */
export const groundIssue = ({ applies, ground }: Pick<LimitInput, 'applies' | 'ground'>): string | null => {
  if (applies === (ground === null)) return null
  return applies ? 'Предел применяется: основание не нужно' : 'Назовите основание'
}

const read = canInBank('Rule', 'MaxRateCalculationRead')
const write = canInBank('Rule', 'MaxRateCalculationRead', 'MaxRateCalculationUpdate')
const approve = canInBank('Rule', 'MaxRateCalculationRead', 'MaxRateCalculationApprove')

export const LimitFilter = z.object({
  quarters: z.array(Quarter).max(40).default([]),
  categories: z.array(Code).max(100).default([]),
  applies: z
    .array(z.enum(['YES', 'NO']))
    .max(2)
    .default([]),
})
export type LimitFilter = z.output<typeof LimitFilter>

/** Limits in force, the latest quarter first. */
export const searchRateLimits = endpoint({
  method: 'POST',
  path: '/maxRate/limits/search',
  summary: 'Предельные ПСК по кварталам и категориям',
  access: read,
  query: PageQuery,
  body: LimitFilter,
  response: pageOf(RateLimit),
  reads: true,
})

export const limitColumns = {
  quarter: of.quarter.label,
  category: 'Код категории',
  categoryName: 'Категория',
  average: 'Среднерыночная, %',
  value: 'Предел, %',
  applies: 'Применяется',
  ground: of.ground.label,
  publishedOn: of.publishedOn.label,
  source: of.source.label,
} as const
export type LimitColumn = keyof typeof limitColumns

/** The same columns are read back by the load of a file. */
export const limitsExport = listExport({
  path: '/maxRate/limits/export',
  of: 'предельных ПСК',
  access: canInBank('Rule', 'MaxRateCalculationRead', 'MaxRateCalculationExport'),
  filter: LimitFilter,
  sort: inOneOrder,
  columns: limitColumns,
})

/** All that was ever said of a category in a quarter, the latest first. */
export const listLimitVersions = endpoint({
  method: 'GET',
  path: '/maxRate/limits/versions',
  summary: 'Предельная ПСК: прежние значения',
  access: read,
  query: z.object({ quarter: Quarter, category: Code }),
  response: z.array(RateLimit),
})

/** What the page works with: the quarters, the categories and what is missing. */
export const getLimitFrame = endpoint({
  method: 'GET',
  path: '/maxRate/frame',
  summary: 'Контроль предельной ставки: кварталы и категории',
  access: read,
  response: z.object({
    today: DateText,
    quarter: Quarter,
    next: Quarter,
    /** Quarters that have figures, the latest first. */
    quarters: z.array(Quarter),
    categories: z.array(Option),
    /** Categories without figures in this quarter and in the next one. */
    missing: z.object({ now: z.array(z.string()), next: z.array(z.string()) }),
    /** From this day a quarter without figures stops contracts. */
    requiredFrom: DateText,
    /** Margin under which a deal is near its limit, points. */
    near: z.string(),
    /** What a limit follows from. */
    law: z.object({ part: z.int(), ceiling: z.string() }),
  }),
})

/** More rows than any file of the Bank of Russia has, and fewer than would keep the server busy. */
export const maxLimitRows = 500
export const maxLimitBytes = 2 * 1_048_576

/** What becomes of a row of a file. */
export const limitRowKinds = {
  error: 'Ошибки',
  new: 'Новые',
  changed: 'Изменились',
  same: 'Без изменений',
} as const
export type LimitRowKind = keyof typeof limitRowKinds

/** A row of a file, and what holds now in its place. */
export const LimitRow = z.object({
  line: z.int(),
  kind: keyOf(limitRowKinds),
  /** What the row names, as far as it can be read. */
  quarter: Quarter.nullable(),
  category: z.string(),
  categoryName: z.string(),
  /** Null: wrong in the row. */
  input: LimitInput.nullable(),
  /** Percent: the limit that follows; null where the row is wrong. */
  value: z.string().nullable(),
  before: z.object({ average: z.string(), value: z.string() }).nullable(),
  notes: z.array(z.string()),
})
export type LimitRow = z.output<typeof LimitRow>

/** CSV or XLSX; compares and changes nothing. */
export const compareLimitFile = endpoint({
  method: 'POST',
  path: '/maxRate/limits/file',
  summary: 'Предельные ПСК из файла: проверка и сравнение',
  access: write,
  upload: { maxBytes: maxLimitBytes },
  response: z.object({ fileName: z.string(), rows: z.array(LimitRow) }),
})

/** Puts limits before a second person, all of them or none. */
export const requestRateLimits = endpoint({
  method: 'POST',
  path: '/maxRate/limits',
  summary: 'Предельные ПСК: отправить на подтверждение',
  access: write,
  body: z.object({
    limits: z.array(LimitInput).min(1).max(maxLimitRows),
    /** Where the figures come from. */
    source: requiredText(300),
  }),
  response: ChangeRequest,
  idempotent: true,
})

/** Limits and caps of rates, as a second person decides on them. */
export const rateRequests = changeRequestCalls('/maxRate/requests', 'предельные ПСК и потолки ставки', {
  see: read,
  decide: approve,
  make: write,
})
