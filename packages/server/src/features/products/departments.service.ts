import type { CheckingType } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { ProductDepartment } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { Db } from '#db/database.ts'
import { findDepartments } from './departments.repo.ts'

/** Which of the approvers' departments checks applications of a programme. */
export type DepartmentOf = (programme: string | null) => CheckingType

export const checkingTypes: Readonly<Record<ProductDepartment, CheckingType>> = { OIC: 'oic', NIS: 'nis' }

/** Departments by the products of a day; a programme without a product is checked by the larger one. */
export async function departmentsOn(db: Db, day: string): Promise<DepartmentOf> {
  const found = await findDepartments(db, day)
  const byType = new Map(found.map(({ typeCode, department }) => [typeCode, checkingTypes[department]]))
  return (programme) => byType.get(programme ?? '') ?? 'oic'
}
