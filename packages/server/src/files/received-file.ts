import type { FileKind } from '@ipoteka-office/contract/common/file-kinds.ts'

/** What a PDF says of its making: programs, and when it was made and changed. */
export interface PdfOrigin {
  readonly producer: string
  readonly creator: string
  readonly createdAt: string | null
  readonly modifiedAt: string | null
}

/** A file that was received, checked and stored; it counts once `recordFile` has written its row. */
export interface ReceivedFile {
  /** Of the object in the file store. */
  readonly key: string
  /** Fit to be saved under, with the extension of the real kind. */
  readonly name: string
  readonly kind: FileKind
  readonly contentType: string
  readonly size: number
  /** Of the bytes that are stored. */
  readonly sha256: string
  /** Of the bytes that came; another one when something was removed from them. */
  readonly sourceSha256: string
  /** Pages of a PDF or a TIFF, 1 for other images, else null. */
  readonly pages: number | null
  /** Pixels of an image (of its first page), else null. */
  readonly width: number | null
  readonly height: number | null
  /** What was removed or noticed, for the person. */
  readonly warnings: readonly string[]
  /** When clamd found nothing in it; null: not asked. */
  readonly scannedAt: Date | null
  /** Of a PDF; absent where it tells nothing, or nobody has looked. */
  readonly origin?: PdfOrigin
}

/** What may come in. */
export interface FileRules {
  readonly kinds: readonly FileKind[]
  readonly maxBytes: number
}
