import { type Job, job } from '#jobs/job.ts'
import { type UploadCheckParts, uploadChecker } from './upload-check.service.ts'

/** Looks through uploaded files that are whole. */
export const uploadJobs = (parts: UploadCheckParts): Job[] => [
  job('upload-check', uploadChecker(parts), { concurrency: 2, collapse: 4 }),
]
