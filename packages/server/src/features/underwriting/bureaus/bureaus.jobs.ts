import { answerByReport } from '#features/full-applications/check-answers.service.ts'
import { type Job, job } from '#jobs/job.ts'
import type { JobHandler } from '#jobs/jobs.ts'
import { answerRequest, type BureauParts } from './ask-bureau.service.ts'
import { sendNotice } from './notices/notices.service.ts'

/** Handler of the queue `credit-report`: may be called twice for one request. */
const work =
  (parts: BureauParts): JobHandler<{ requestId: number }> =>
  ({ requestId }, { isLastAttempt, signal }) =>
    answerRequest(parts, requestId, { isLast: isLastAttempt, signal })

/** Handler of the queue `bureau-notice`: may be called twice for one notice. */
const telling =
  (parts: Pick<BureauParts, 'db' | 'engine' | 'bureaus'>): JobHandler<{ noticeId: number }> =>
  ({ noticeId }, { isLastAttempt, signal }) =>
    sendNotice(parts, noticeId, { isLast: isLastAttempt, signal })

/** Asks bureaus of credit histories, and tells them of decisions. */
export const bureauJobs = (parts: Omit<BureauParts, 'attached'>): Job[] => [
  job('credit-report', work({ ...parts, attached: answerByReport(parts.engine) }), { concurrency: 4 }),
  job('bureau-notice', telling(parts), { concurrency: 2 }),
]
