import type { FastifyBaseLogger } from 'fastify'
import { backgroundWorks } from './background-works.ts'
import type { Db } from './db/database.ts'
import { assignmentJobs } from './features/assignment-rules/assignment-rules.jobs.ts'
import { backupJobs } from './features/backups/backups.jobs.ts'
import { blacklistJobs } from './features/blacklists/blacklists.jobs.ts'
import { matchingJobs } from './features/blacklists/matching/matching.jobs.ts'
import { calendarJobs } from './features/calendar/calendar.jobs.ts'
import { caseJobs } from './features/cases/engine/cases.jobs.ts'
import type { Engine } from './features/cases/engine/engine.ts'
import { changeRequestJobs } from './features/change-requests/change-requests.jobs.ts'
import { complianceJobs } from './features/compliance/compliance.jobs.ts'
import { employeeJobs } from './features/employees/employees.jobs.ts'
import { fullApplicationJobs } from './features/full-applications/full-applications.jobs.ts'
import { historyJobs } from './features/history/history.jobs.ts'
import { accessLogJobs } from './features/access-log/access-log.jobs.ts'
import { housekeepingJobs } from './features/housekeeping/housekeeping.jobs.ts'
import { insuranceJobs } from './features/insurance/insurance.jobs.ts'
import { leadJobs } from './features/leads/leads.jobs.ts'
import { loanApplicationJobs } from './features/loan-applications/loan-applications.jobs.ts'
import { taskJobs } from './features/notifications/tasks.jobs.ts'
import type { ParameterReader } from './features/parameters/parameter-reader.service.ts'
import { partnerWorkJobs } from './features/partner-work/partner-work.jobs.ts'
import { partnerJobs } from './features/partners/partners.jobs.ts'
import { distributionJobs } from './features/queue/distribution/distribution.jobs.ts'
import type { Recogniser } from './features/recognition/recogniser.ts'
import { recognitionJobs } from './features/recognition/recognition.jobs.ts'
import type { ReferenceReader } from './features/references/reference-reader.service.ts'
import { shortApplicationJobs } from './features/short-applications/short-applications.jobs.ts'
import { bureauJobs } from './features/underwriting/bureaus/bureaus.jobs.ts'
import { underwritingJobs } from './features/underwriting/underwriting.jobs.ts'
import { systemJobs } from './features/system/system.jobs.ts'
import { uploadJobs } from './features/uploads/uploads.jobs.ts'
import type { FileGate } from './files/receive.ts'
import type { ChecksByCode } from './integrations/auto-checks/check-service.ts'
import type { TlsPlace } from './integrations/certificates/tls-places.ts'
import type { BureauClient } from './integrations/credit-bureaus/bureau-client.ts'
import type { DecisionEngine } from './integrations/decision-engine/decision-engine.ts'
import type { IdentityAdmin } from './integrations/identity/identity-admin.ts'
import type { InsurerClient } from './integrations/insurers/insurer-client.ts'
import type { MessageSender } from './integrations/messages/message-sender.ts'
import type { SelfBanClient } from './integrations/self-ban/self-ban-client.ts'
import type { Job } from './jobs/job.ts'
import type { Actor } from './lib/actor.ts'
import type { BankClock } from './lib/bank-time.ts'
import type { SealKey } from './lib/sealing.ts'

/** What background work needs. */
export interface JobParts {
  /** A database without query timeouts: exports and seals take their time. */
  readonly db: Db
  readonly gate: FileGate
  readonly clock: BankClock
  readonly parameters: ParameterReader
  readonly references: ReferenceReader
  readonly engine: Engine
  /** The person with their present rights; null when they may no longer sign in. */
  readonly findActor: (db: Db, employeeId: number) => Promise<Actor | null>
  /** Null: accounts are not kept from here. */
  readonly identity: IdentityAdmin | null
  readonly recogniser: Recogniser
  readonly bureaus: SelfBanClient
  readonly checks: ChecksByCode
  readonly reportBureaus: BureauClient
  /** Credit reports are sealed with the first. */
  readonly reportKeys: readonly [SealKey, ...SealKey[]]
  readonly insurers: InsurerClient
  readonly decisions: DecisionEngine
  readonly sender: MessageSender
  /** The bank has a place for its copies, or ought to have one. */
  readonly hasCopies: boolean
  /** Addresses whose certificates are looked at. */
  readonly tlsPlaces: readonly TlsPlace[]
  readonly log: FastifyBaseLogger
  readonly onError: (error: unknown) => void
}

/** The background's table of contents: the jobs of every area. */
export function allJobs(parts: JobParts): Job[] {
  const { gate, clock, parameters } = parts
  const reports = { bureaus: parts.reportBureaus, keys: parts.reportKeys }
  const bank = { clock, parameters }
  const { files } = gate
  return [
    ...distributionJobs({ ...parts, bank }),
    ...taskJobs({ ...parts, files, works: backgroundWorks({ ...parts, files }) }),
    ...partnerWorkJobs(parts),
    ...uploadJobs({ ...parts, bank }),
    ...recognitionJobs({ ...parts, files }),
    ...loanApplicationJobs(parts),
    ...employeeJobs({ ...parts, bank }),
    ...shortApplicationJobs(parts),
    ...fullApplicationJobs({ ...parts, reports }),
    ...bureauJobs({ ...parts, ...reports }),
    ...underwritingJobs(parts),
    ...matchingJobs(parts),
    ...complianceJobs(parts),
    ...leadJobs(parts),
    ...insuranceJobs({ ...parts, bank }),
    ...caseJobs(parts),
    ...assignmentJobs(parts),
    ...partnerJobs({ ...parts, bank }),
    ...calendarJobs(parts),
    ...historyJobs(parts),
    ...changeRequestJobs(parts),
    ...blacklistJobs({ ...parts, bank }),
    ...housekeepingJobs(parts),
    ...accessLogJobs({ ...parts, files, bank }),
    ...backupJobs(parts),
    ...systemJobs(parts),
  ]
}
