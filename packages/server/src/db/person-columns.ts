import { sql } from 'kysely'

/** Who a person is. */
export interface Identity {
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string
  readonly sex: string | null
  readonly birthDate: string | null
  /** Ten digits. */
  readonly passport: string | null
}

/** Who a person is, of a table by its alias, as `Identity` names it. */
export const identityOf = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`${column('last_name')} AS "lastName", ${column('first_name')} AS "firstName",
    ${column('middle_name')} AS "middleName", ${column('sex')}, ${column('birth_date')}::text AS "birthDate",
    ${column('passport')}`
}
