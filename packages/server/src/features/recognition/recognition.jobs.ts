import { type Job, job } from '#jobs/job.ts'
import { type PaperReadingParts, paperReader } from './paper-reading.service.ts'

/** Reads scans that nobody has read yet. */
export const recognitionJobs = (parts: PaperReadingParts): Job[] => [
  job('paper-reading', paperReader(parts), { collapse: 20 }),
]
