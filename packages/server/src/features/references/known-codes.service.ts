import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import type { Db } from '#db/database.ts'
import { invalid } from '#http/errors.ts'
import type { AskedCode } from './asked-code.ts'
import { codesIn } from './field-codes.rules.ts'
import { findCodes, type FoundCode } from './known-codes.repo.ts'

/** What passes beside the values in use. */
export interface CodeTerms {
  /** Codes that stood there before: one that has gone out of use since stays. */
  readonly kept?: readonly AskedCode[]
  /** The bank's day on which the values are valid. */
  readonly day?: string
  /** Values out of use as well: a dictionary may name them, a form may not. */
  readonly alsoOff?: true
}

const keyOf = ({ dictionary, code }: AskedCode) => `${dictionary} ${code}`

async function find(
  db: Db,
  asked: readonly AskedCode[],
  { day, alsoOff }: CodeTerms,
): Promise<{ asked: AskedCode; found: FoundCode }[]> {
  if (asked.length === 0) return []
  const found = await findCodes(db, {
    dictionaries: asked.map(({ dictionary }) => dictionary),
    codes: asked.map(({ code }) => code),
    unless: asked.map(({ unless }) => (unless === undefined ? null : JSON.stringify(unless))),
    day: day ?? null,
    alsoOff: alsoOff ?? false,
  })
  return asked.map((one, at) => ({ asked: one, found: found[at] ?? { name: null, title: null } }))
}

/** The refusal of a code: it names the field and says where to look. */
const refusalOf = ({ label, code, dictionary }: AskedCode, title: string | null): string =>
  `Выберите «${label}» из справочника «${title ?? dictionary}»: действующего значения с кодом «${code}» в нём нет`

/**
 * What is wrong with the codes, each at its place. The only way a code of a dictionary is checked (decision 008): one
 * statement for all codes of a call, in its transaction.
 */
export async function codeIssues(
  db: Db,
  asked: readonly AskedCode[],
  terms: CodeTerms = {},
): Promise<FieldError[]> {
  const kept = new Set(terms.kept?.map(keyOf))
  const wanted = asked.filter((one) => !kept.has(keyOf(one)))
  return (await find(db, wanted, terms)).flatMap(({ asked: one, found }) =>
    found.name === null ? [{ path: one.path, message: refusalOf(one, found.title) }] : [],
  )
}

/** 400 at the places of the codes that cannot be chosen. */
export async function refuseUnknownCodes(
  db: Db,
  asked: readonly AskedCode[],
  terms: CodeTerms = {},
): Promise<void> {
  const issues = await codeIssues(db, asked, terms)
  if (issues.length > 0) throw invalid(issues)
}

/** What is wrong with the codes of a form, which its fields tell from other values; `before` is the record as it stands. */
export const formIssues = (
  db: Db,
  fields: FieldSpecs,
  values: object,
  before: object | null = null,
): Promise<FieldError[]> => codeIssues(db, codesIn(fields, values), { kept: codesIn(fields, before ?? {}) })

/** 400 at the fields of a form whose codes cannot be chosen. */
export async function refuseUnknownIn(
  db: Db,
  fields: FieldSpecs,
  values: object,
  before: object | null = null,
): Promise<void> {
  const issues = await formIssues(db, fields, values, before)
  if (issues.length > 0) throw invalid(issues)
}

/** The name of a code, in use or not; null where there is none. */
export async function nameOfCode(db: Db, dictionary: string, code: string | null): Promise<string | null> {
  if (code === null) return null
  const [one] = await find(db, [{ path: '', dictionary, code, label: '' }], { alsoOff: true })
  return one?.found.name ?? null
}
