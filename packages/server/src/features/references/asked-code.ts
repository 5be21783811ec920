/** A code of a dictionary at its place in what was sent. */
export interface AskedCode {
  readonly path: string
  readonly dictionary: string
  readonly code: string
  /** What people call the field. */
  readonly label: string
  /** Attributes with which a value is not for this field, whatever its dictionary says. */
  readonly unless?: Readonly<Record<string, boolean | string>>
}
