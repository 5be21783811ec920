import { lowered } from '@ipoteka-office/contract/words.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import { insuranceTypes, insuredSexes } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import type * as api from '@ipoteka-office/contract/insurance/tariffs.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { allowedActions, moveRecord } from '#features/machines/move-record.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { StoredTariff } from './stored-tariff.ts'
import { tariffKind } from './tariff-kind.ts'
import {
  findNumberedLines,
  findTariff,
  findTariffs,
  type NumberedLine,
  type TariffWish,
} from './tariffs.repo.ts'

const objectType = 'insuranceTariff'

const present = ({ baseId: _, ...shown }: StoredTariff): api.Tariff => shown

async function cardOf({ clock }: BankFigures, context: Context, one: StoredTariff): Promise<api.TariffCard> {
  const { db, actor, requestId } = context
  return { ...present(one), actions: await allowedActions(tariffKind, { db, actor, requestId, clock }, one) }
}

async function find(
  { clock }: BankFigures,
  { db }: Context,
  id: number,
  how: { readonly lock?: boolean } = {},
): Promise<StoredTariff> {
  const one = await findTariff(db, id, bankDay(clock), how)
  if (one === undefined) throw notFound('Такого тарифа нет')
  return one
}

export const getTariff = async (parts: BankFigures, context: Context, id: number): Promise<api.TariffCard> =>
  cardOf(parts, context, await find(parts, context, id))

export async function listTariffs(
  { clock }: BankFigures,
  { db }: Context,
  wish: TariffWish,
): Promise<Page<api.Tariff>> {
  const { content, ...page } = await findTariffs(db, bankDay(clock), wish)
  return { ...page, content: content.map(present) }
}

type NameOf = (dictionary: string, code: string) => string

const rangeText = (label: string, from: number | null, to: number | null): string | null => {
  if (from === null && to === null) return null
  if (from === null) return `${label} до ${to}`
  return to === null ? `${label} от ${from}` : `${label} ${from}–${to}`
}

/** Whom and what a line is for, in words. */
function scopeText(line: NumberedLine, nameOf: NameOf): string {
  const named = (dictionary: string, code: string | null) => code && nameOf(dictionary, code)
  const parts = [
    named('product/type', line.product),
    rangeText('возраст', line.ageFrom, line.ageTo),
    line.sex && `пол ${lowered(insuredSexes[line.sex])}`,
    named('activityField', line.occupation),
    named('mortgageObjectType', line.object),
    rangeText('построен', line.builtFrom, line.builtTo),
    named('wallsMaterialType', line.material),
  ].filter((part): part is string => Boolean(part))
  return parts.length > 0 ? parts.join('; ') : 'любой риск'
}

export async function tariffRows(
  parts: BankFigures & { readonly references: ReferenceReader },
  context: Context,
  id: number,
  { kind, ...query }: PageQuery & { readonly kind?: api.TariffLineKind | undefined },
): Promise<Page<api.ShownTariffRow>> {
  await find(parts, context, id)
  const dictionaries = ['product/type', 'activityField', 'mortgageObjectType', 'wallsMaterialType']
  const nameOf = await codeNames(parts.references, dictionaries)
  const { content, ...page } = await findNumberedLines(context.db, id, kind, query)
  return {
    ...page,
    content: content.map((line) => ({
      n: line.n,
      line: line.line,
      kind: line.kind,
      typeName: insuranceTypes[line.type],
      scope: scopeText(line, nameOf),
      rate: line.rate,
      minPremium: line.minPremium,
      from: line.from,
      to: line.to,
      before: line.before,
    })),
  }
}

/** Agrees to a tariff, declines it or takes back one that has not begun; 409 with it as it is when what was seen is old. */
export async function decideTariff(
  parts: BankFigures,
  context: Context,
  id: number,
  { version, ...move }: ParsedRequest<typeof api.decideTariff>['body'],
): Promise<api.TariffCard> {
  const { db, actor, requestId } = context
  const one = await find(parts, context, id, { lock: true })
  if (one.version !== version)
    throw stale(await cardOf(parts, context, one), await findLastChangeOf(db, { objectType, objectId: id }))
  await moveRecord(tariffKind, { db, actor, requestId, clock: parts.clock }, one, move)
  return getTariff(parts, context, id)
}
