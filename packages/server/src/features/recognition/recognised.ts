import type { Recognition } from '@ipoteka-office/contract/recognition/recognition.ts'

/** What a reading of a file gives; the rest of a `Recognition` tells whose file it was and when. */
export type Recognised = Pick<
  Recognition,
  'found' | 'message' | 'documentFields' | 'checks' | 'incomes' | 'rotation'
>

/** One file to read, as the child process gets it. */
export interface RecognitionJob {
  readonly kind: Recognition['kind']
  /** Path of a private copy of the file. */
  readonly path: string
  readonly contentType: string
  readonly tesseract: { readonly path: string; readonly version: string }
  /** The bank's date, ISO. */
  readonly today: string
}

/** Nothing was recognised, and why. */
export const nothingFound = (message: string, rotation = 0): Recognised => ({
  found: false,
  message,
  documentFields: [],
  checks: [],
  incomes: [],
  rotation,
})
