import { inspectFile } from './inspect-file.ts'
import type { InspectionOrder } from './inspector.ts'

/** The process that looks through files, one order after another; the server ends it. */
process.on('message', (order: InspectionOrder) => {
  void inspectFile(order).then((verdict) => process.send?.(verdict))
})
