import type { ProductComment } from '@ipoteka-office/contract/products/products.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What was said of the product, the newest first. */
export async function findComments(db: Db, productId: number): Promise<ProductComment[]> {
  const { rows } = await sql<ProductComment>`
    SELECT c.id, json_build_object('id', e.id, 'fullName', e.full_name) AS author, c.at, c.number, c.text
    FROM product_comment c JOIN employee e ON e.id = c.author_id WHERE c.product_id = ${productId}
    ORDER BY c.id DESC LIMIT 500`.execute(db)
  return rows
}

export async function insertComment(
  db: Db,
  one: {
    readonly productId: number
    readonly number: number
    readonly authorId: number
    readonly at: Date
    readonly text: string
  },
): Promise<void> {
  await sql`INSERT INTO product_comment (product_id, number, author_id, at, text)
    VALUES (${one.productId}, ${one.number}, ${one.authorId}, ${one.at}, ${one.text})`.execute(db)
}
