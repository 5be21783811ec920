import { sql } from 'kysely'

/** The id of who signs in so; null for nobody. */
export const employee = (login: string | null) => sql`(SELECT id FROM employee WHERE login = ${login}::text)`

/** Cases that are not over and that the person sees, numbered within each type: looked up before anything is said of them. */
export const seenBy = (login: string) => sql`(SELECT * FROM seen_case WHERE login = ${login})`
