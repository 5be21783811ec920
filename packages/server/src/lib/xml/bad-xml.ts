/** What came cannot be read as it should; the words are shown to people. */
export class BadXml extends Error {}

/** What the document does not say that was asked for: counted by path. */
export interface UnknownTag {
  readonly path: string
  readonly count: number
}
