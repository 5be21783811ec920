import { doPdfWork } from './pdf-pages.ts'
import type { PdfOrder } from './pdf-work.ts'

/** The process that makes PDFs: one order, then the server ends it. */
process.once('message', (order: PdfOrder) => {
  void doPdfWork(order).then((outcome) => process.send?.(outcome))
})
