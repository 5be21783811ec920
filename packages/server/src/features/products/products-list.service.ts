import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import { productVersionMachine } from '@ipoteka-office/contract/products/product-version-machine.ts'
import type {
  ProductFilter,
  ProductRow,
  ProductSort,
  ProductTab,
} from '@ipoteka-office/contract/products/product-rows.ts'
import { allowedAction } from '#features/machines/allowed-action.rules.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { holds, lendingsOf, type ProductOperation } from './product-reader.ts'
import { countTabs, findOwners, findProductPage, type ListedProduct } from './products-list.repo.ts'
import { readerOf } from './shown-product.service.ts'

const { states, transitions } = productVersionMachine

/** What may be done with the prepared version as far as a row knows it: its content is looked at when it is done. */
function actionsOf(actor: Actor, { prepared, lending }: ListedProduct): AllowedAction[] {
  if (prepared === null || !actor.isAhml) return []
  const isOwn = states[prepared.state].controls !== undefined && prepared.people.includes(actor.employeeId)
  const reasonDisabled = isOwn
    ? `Это ваша работа: в состоянии «${states[prepared.state].name}» решает другой сотрудник`
    : null
  return transitions.flatMap((transition) =>
    transition.from === prepared.state &&
    transition.by !== 'SYSTEM' &&
    transition.by.some((operation) => holds(actor, lending, operation as ProductOperation))
      ? [allowedAction(transition, { toStage: states[transition.to].name, reasonDisabled })]
      : [],
  )
}

/** A row as the person reads it; a rate over the key rate is not told to people of partners. */
export function toRow(actor: Actor, listed: ListedProduct): ProductRow {
  const { prepared: _, isOverKey, ...row } = listed
  const isHidden = isOverKey && !actor.isAhml
  return {
    ...row,
    ...(isHidden && { rateFrom: null, rateTo: null }),
    actions: actionsOf(actor, listed),
  }
}

/** Who works on what is the bank's own: people of partners are told of nobody. */
export const listOwners = ({ db, actor }: Context): Promise<PersonRef[]> =>
  actor.isAhml ? findOwners(db, lendingsOf(actor, 'List')) : Promise.resolve([])

export async function searchProducts(
  parts: BankFigures,
  context: Context,
  filter: ProductFilter,
  query: PageQuery & { readonly sort?: ProductSort | undefined },
): Promise<Page<ProductRow>> {
  const scope = { ...readerOf(parts, context), filter }
  const page = await findProductPage(context.db, scope, { ...query, sort: query.sort })
  return toPage(
    page.content.map((row) => toRow(context.actor, row)),
    page.totalElements,
    query,
  )
}

export const countProducts = (
  parts: BankFigures,
  context: Context,
  filter: ProductFilter,
): Promise<Record<ProductTab, number>> => countTabs(context.db, readerOf(parts, context), filter)
