import type { ProductDepartment } from '@ipoteka-office/contract/products/product-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Of each type that products are of, the department of the one that is sold on the day, else of the oldest. */
export async function findDepartments(
  db: Db,
  day: string,
): Promise<{ readonly typeCode: string; readonly department: ProductDepartment }[]> {
  const { rows } = await sql<{ typeCode: string; department: ProductDepartment }>`
    SELECT DISTINCT ON (p.type_code) p.type_code AS "typeCode", p.department FROM product p
    WHERE p.kind = 'PRODUCT' ORDER BY p.type_code, EXISTS (SELECT FROM product_version v
      WHERE v.product_id = p.id AND v.in_force @> ${day}::date) DESC, p.id`.execute(db)
  return rows
}
