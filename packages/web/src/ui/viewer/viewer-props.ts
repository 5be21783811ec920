import type { ReactNode } from 'react'
import type { FileSource } from './file-source.ts'
import type { Rotation, Spot } from './page-layout.ts'

/** What a viewer shows and what may be done in it. */
export interface ViewerProps {
  source: FileSource
  /** Name of the file, for screen readers and for its download. */
  name: string
  /** The turn kept with the file. */
  rotation: Rotation
  onRotate: (rotation: Rotation) => void
  /** Why the turn is not kept; the view turns all the same where it is null. */
  rotateReason?: string | null
  /** Absent: the person may not take the file away. */
  onDownload?: (() => void) | undefined
  printable?: boolean
  /** More buttons at the end of the bar. */
  actions?: ReactNode
  /** How a failed reading is told; the words belong to the caller. */
  failure: (failure: unknown, retry: () => void) => ReactNode
  /** Takes the keyboard as soon as the file is shown. */
  autoFocus?: boolean
  /** A place to be shown and marked, e.g. of a field that was read there. */
  spot?: Spot | null | undefined
  /** What else stands at the side of the pages, e.g. marks of fields that were read. */
  onPage?: ((page: number) => void) | undefined
}
