import type { ProductKind } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { ObjectType, OperationOf } from '@ipoteka-office/contract/operations.ts'
import { forbidden } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'

/** Who reads the catalogue, on which day of the bank. */
export interface ProductReader {
  readonly actor: Actor
  readonly today: string
}

export type ProductOperation = OperationOf<'CreditProduct'>

/** Whose operations are asked for: mortgages have their own, the other lending has the others. */
export const objectOf = (lending: Lending): ObjectType & ('CreditProduct' | 'LoanProduct') =>
  lending === 'MORTGAGE' ? 'CreditProduct' : 'LoanProduct'

const lendings: readonly Lending[] = ['MORTGAGE', 'CASH_LOAN', 'CREDIT_CARD']

/** Whether the person has the right to products of this lending. */
export const holds = (
  { operations }: Pick<Actor, 'operations'>,
  lending: Lending,
  operation: ProductOperation,
): boolean => operations[objectOf(lending)]?.includes(operation) ?? false

/** The lending whose products the person may list or read. */
export const lendingsOf = (actor: Pick<Actor, 'operations'>, operation: ProductOperation): Lending[] =>
  lendings.filter((lending) => holds(actor, lending, operation))

const wordsOf: Record<Exclude<ProductOperation, 'List' | 'Read'>, string> = {
  Create: 'создавать продукты',
  Update: 'менять черновики продуктов',
  Submit: 'отправлять продукты на согласование',
  Approve: 'согласовывать продукты',
  Release: 'выпускать продукты',
  Archive: 'снимать продукты с продажи',
  ImportRates: 'загружать ставки',
  ExportRates: 'выгружать ставки',
  Comment: 'читать и писать внутренние комментарии',
  ReadAudit: 'читать историю продуктов',
  IndividualRate: 'назначать индивидуальную ставку',
}

/** Why the person may not; null when they may. People of partners only read what they are offered. */
export function refusalOf(actor: Actor, lending: Lending, operation: keyof typeof wordsOf): string | null {
  if (!actor.isAhml) return 'Это делают сотрудники банка'
  return holds(actor, lending, operation) ? null : `Нет права ${wordsOf[operation]}`
}

/** 403 unless the person may. */
export function requireRight(actor: Actor, lending: Lending, operation: keyof typeof wordsOf): void {
  const refusal = refusalOf(actor, lending, operation)
  if (refusal !== null) throw forbidden(refusal)
}

/** What an addition of the catalogue is called. */
export const kindNames: Record<ProductKind, string> = {
  PRODUCT: 'продукта',
  OPTION: 'опции',
  PROMOTION: 'акции',
}
