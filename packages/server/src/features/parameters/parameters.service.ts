import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type { ChangeRequest } from '@ipoteka-office/contract/change-requests/change-requests.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import { type ParameterCode, parameterCodes, specOf } from '@ipoteka-office/contract/parameters/declared.ts'
import type { ParameterValue } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import { parameterText } from '@ipoteka-office/contract/parameters/parameter-text.ts'
import type {
  NewValue,
  Parameter,
  ParameterFilter,
  ParameterRow,
} from '@ipoteka-office/contract/parameters/parameters.ts'
import { parameterValueFields as of } from '@ipoteka-office/contract/parameters/value-fields.ts'
import { valueSchema } from '@ipoteka-office/contract/parameters/value-schema.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Db } from '#db/database.ts'
import { requestChange } from '#features/change-requests/change-requests.service.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import { refuseUnknownCodes } from '#features/references/known-codes.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import type { AskedChange } from './parameter-changes.service.ts'
import type { BankFigures } from './parameter-reader.service.ts'
import { findParameters, lockHead } from './parameters.repo.ts'
import type { StoredParameter } from './stored-parameters.ts'
import { codesIn, dictionariesOf, dictionaryOf, toRow, toValueRows, valueOn } from './parameters.rules.ts'

/** What the parameters need beside the database. */
export interface ParameterParts extends BankFigures {
  readonly references: ReferenceReader
}

type Filter = z.output<typeof ParameterFilter>

const noParameter = () => notFound('Параметр не найден')

const fits = (row: ParameterRow, { search = '', group, waiting, planned }: Filter): boolean => {
  const words = search.toLocaleLowerCase('ru').split(/\s+/).filter(Boolean)
  const text = `${row.title} ${row.code} ${row.current.source}`.toLocaleLowerCase('ru')
  return (
    words.every((word) => text.includes(word)) &&
    (group === undefined || row.group === group) &&
    (waiting !== true || row.pendingRequestId !== null) &&
    (planned !== true || row.next !== null)
  )
}

/** The declared parameters in the order of their declaration: the list is closed, so it is filtered here. */
export async function findRows(
  { clock, references }: ParameterParts,
  db: Db,
  filter: Filter,
): Promise<ParameterRow[]> {
  const stored = new Map((await findParameters(db, parameterCodes)).map((one) => [one.code, one]))
  const nameOf = await codeNames(references, dictionariesOf(parameterCodes))
  const today = bankDay(clock)
  return parameterCodes
    .flatMap((code) => stored.get(code) ?? [])
    .map((one) => toRow(one, today, nameOf))
    .filter((row) => fits(row, filter))
}

export async function listParameters(
  parts: ParameterParts,
  db: Db,
  { page, size, ...filter }: PageQuery & Filter,
): Promise<Page<ParameterRow>> {
  const rows = await findRows(parts, db, filter)
  return toPage(rows.slice(page * size, (page + 1) * size), rows.length, { page, size })
}

async function findStored(db: Db, code: ParameterCode): Promise<StoredParameter> {
  const [stored] = await findParameters(db, [code])
  if (stored === undefined) throw noParameter()
  return stored
}

export async function getParameter(
  { clock, references }: ParameterParts,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  code: ParameterCode,
): Promise<Parameter> {
  const stored = await findStored(db, code)
  const spec = specOf(code)
  const nameOf = await codeNames(references, dictionariesOf([code]))
  const today = bankDay(clock)
  return {
    ...toRow(stored, today, nameOf),
    id: stored.id,
    about: spec.about,
    dictionary: dictionaryOf(spec),
    values: toValueRows(stored, today, nameOf),
    canRequest: mayRequest(actor) && stored.pendingRequestId === null,
    version: stored.version,
  }
}

const mayRequest = (actor: Actor) => actor.isAhml && actor.operations.Parameter?.includes('Update') === true

/** Every parameter on both days. */
export async function compareParameters(
  { references }: ParameterParts,
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
) {
  const nameOf = await codeNames(references, dictionariesOf(parameterCodes))
  return (await findParameters(db, parameterCodes))
    .toSorted((one, other) => parameterCodes.indexOf(one.code) - parameterCodes.indexOf(other.code))
    .map((stored) => {
      const { code } = stored
      const spec = specOf(code)
      const [before, after] = [from, to].map((day) => valueOn(stored, day).value) as [
        ParameterValue,
        ParameterValue,
      ]
      return {
        code,
        title: spec.title,
        group: spec.group,
        before: parameterText(spec, before, nameOf),
        after: parameterText(spec, after, nameOf),
        differs: !isDeepStrictEqual(before, after),
      }
    })
}

/** The parameter, held until the transaction ends, in the version that the caller knows. */
async function takeForChange(
  parts: ParameterParts,
  context: Context,
  code: ParameterCode,
  version: number,
): Promise<StoredParameter> {
  const { db } = context
  const { id } = await findStored(db, code)
  await lockHead(db, id)
  const stored = await findStored(db, code)
  if (stored.version !== version)
    throw stale(
      await getParameter(parts, context, code),
      await findLastChangeOf(db, { objectType: 'parameter', objectId: id }),
    )
  return stored
}

async function readValue(db: Db, code: ParameterCode, value: NewValue['value']): Promise<ParameterValue> {
  const spec = specOf(code)
  const read = valueSchema(spec).safeParse(value)
  if (!read.success)
    throw invalid(
      read.error.issues.map(({ path, message }) => ({ path: ['value', ...path].join('.'), message })),
    )
  await refuseUnknownCodes(db, codesIn(spec, read.data))
  return read.data
}

interface Asked {
  readonly stored: StoredParameter
  readonly change: AskedChange
  readonly title: string
  readonly fields: { label: string; oldValue: string; newValue: string }[]
}

async function ask(
  bank: BankFigures,
  { db, actor }: Context,
  { stored, change, title, fields }: Asked,
): Promise<ChangeRequest> {
  const { id, code, version } = stored
  const request = await requestChange(
    { db, actor, bank },
    {
      kind: 'parameter',
      objectId: id,
      title: `«${specOf(code).title}»: ${title}`,
      payload: change,
      diff: { fields, added: [], removed: [] },
      baseVersion: version,
      affected: 0,
    },
  )
  await publish(db, topics.parameters)
  return request
}

/** Puts a new value, from a day on, before a second person. */
export async function requestValue(
  parts: ParameterParts,
  context: Context,
  code: ParameterCode,
  { version, validFrom, source, reason, ...body }: NewValue,
): Promise<ChangeRequest> {
  const stored = await takeForChange(parts, context, code, version)
  if (validFrom < bankDay(parts.clock))
    throw invalid([
      { path: 'validFrom', message: 'Прошлое не меняется: укажите сегодняшний день или будущий' },
    ])
  const value = await readValue(context.db, code, body.value)
  const before = valueOn(stored, validFrom)
  if (isDeepStrictEqual(before.value, value))
    throw invalid([{ path: 'value', message: `Такое значение уже действует с ${dayText(before.validFrom)}` }])
  const nameOf = await codeNames(parts.references, dictionariesOf([code]))
  const text = (one: ParameterValue) => parameterText(specOf(code), one, nameOf)
  return ask(parts, context, {
    stored,
    change: { action: 'set', validFrom, value, source, reason },
    title: `новое значение с ${dayText(validFrom)}`,
    fields: [
      { label: of.value.label, oldValue: text(before.value), newValue: text(value) },
      { label: of.validFrom.label, oldValue: dayText(before.validFrom), newValue: dayText(validFrom) },
      { label: of.source.label, oldValue: before.source, newValue: source },
      { label: of.reason.label, oldValue: '', newValue: reason },
    ],
  })
}

/** Puts the withdrawal of a value whose day has not come before a second person. */
export async function requestWithdrawal(
  parts: ParameterParts,
  context: Context,
  { code, valueId }: { readonly code: ParameterCode; readonly valueId: number },
  { version, reason }: { readonly version: number; readonly reason: string },
): Promise<ChangeRequest> {
  const stored = await takeForChange(parts, context, code, version)
  const value = stored.values.find(({ id, withdrawn }) => id === valueId && !withdrawn)
  if (value === undefined) throw notFound('Такого значения у параметра нет')
  if (value.validFrom <= bankDay(parts.clock))
    throw conflict('Значение уже действует: его не отзывают, а заменяют новым с другой даты')
  const nameOf = await codeNames(parts.references, dictionariesOf([code]))
  const text = parameterText(specOf(code), value.value, nameOf)
  return ask(parts, context, {
    stored,
    change: { action: 'withdraw', valueId },
    title: `отзыв значения с ${dayText(value.validFrom)}`,
    fields: [
      { label: `Значение с ${dayText(value.validFrom)}`, oldValue: text, newValue: 'не вступит в силу' },
      { label: of.reason.label, oldValue: '', newValue: reason },
    ],
  })
}
