/** A code at its place in what was sent. */
export interface AskedCode {
  readonly path: string
  readonly dictionary: string
  readonly code: string
}
