import { lendingKinds } from './lending-kinds.ts'
import { keyOf } from '../common/scalars.ts'

/** What one store of the catalogue holds. */
export const productKinds = { PRODUCT: 'Продукт', OPTION: 'Опция', PROMOTION: 'Акция' } as const
export type ProductKind = keyof typeof productKinds
export const ProductKind = keyOf(productKinds)

/** Who checks the papers of an application: a field of the product (decision 005 took it from the programme). */
export const productDepartments = { OIC: 'ОИК', NIS: 'НИС' } as const
export type ProductDepartment = keyof typeof productDepartments
export const ProductDepartment = keyOf(productDepartments)

/** Whose pledge secures the loan (specification 2 §3, product context). */
export const productPledges = { BANK: 'Залог банку', NON_BANK: 'Залог не банку' } as const
export const ProductPledge = keyOf(productPledges)

export const Lending = keyOf(lendingKinds)
export type Lending = keyof typeof lendingKinds

/** Whom the bank lends to on terms of their own. */
export const clientCategories = {
  SALARY: 'Зарплатный клиент',
  STATE: 'Работник бюджетной сферы',
  EMPLOYEE: 'Сотрудник банка',
  PARTNER: 'Клиент партнёра',
  PENSIONER: 'Пенсионер',
  REPEAT: 'Повторный клиент',
} as const
export type ClientCategory = keyof typeof clientCategories
