import { inspectFile } from './inspect-file.ts'
import type { InspectionOrder, ShrinkOrder } from './inspector.ts'
import { shrinkImage } from './shrink-image.ts'

/** The process that looks through files and makes pictures small, one order after another; the server ends it. */
process.on('message', (order: InspectionOrder | ShrinkOrder) => {
  const work = 'side' in order ? shrinkImage(order) : inspectFile(order)
  void work.then((outcome) => process.send?.(outcome))
})
// Everything is loaded: an end before this word is no fault of a file.
process.send?.('ready')
