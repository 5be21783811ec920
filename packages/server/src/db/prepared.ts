import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** Stands in a statement where a value will be. */
class Place {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A statement whose text is put together once, with the first use, and not with every one of the many calls a second that
 * need it. `build` writes it with places for the values: `` prepared<{ id: number }, Row>((value) => sql`… = ${value('id')}`) ``.
 * Answers its rows.
 */
export function prepared<Values extends object, Row>(
  build: (value: <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>) => RawBuilder<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build((name) => sql`${new Place(name)}`).compile(db)
    const parameters = compiled.parameters.map((one) =>
      one instanceof Place ? values[one.name as keyof Values] : one,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
