/** An object of the search as an answer needs it. */
export interface ObjectRow {
  readonly pos: number
  readonly objectId: string
  readonly fiasId: string
  readonly level: number
  readonly type: string
  readonly typeName: string | null
  readonly name: string
  readonly path: readonly number[]
}

/** A house as an answer needs it. */
export interface HouseRow {
  readonly objectId: string
  readonly parentId: string
  readonly fiasId: string
  readonly number: string
  readonly type: string | null
  readonly typeName: string | null
  readonly base: string
  readonly addType1: string | null
  readonly add1: string | null
  readonly addType2: string | null
  readonly add2: string | null
}
