/** Which side of a difference to keep. */
export type Side = 'mine' | 'server'

/** One field that differs, both sides in words. */
export interface Difference {
  readonly key: string
  readonly label: string
  readonly mine: string
  readonly server: string
  /** The side that it most likely wants; null or absent where nobody knows. */
  readonly suggested?: Side | null
}

/** Which side of each difference was chosen, by its key. */
export type Choice = Readonly<Record<string, Side>>
