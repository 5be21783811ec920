import type { Db } from '#db/database.ts'
import type { TlsPlace } from '#integrations/certificates/tls-places.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { watchCertificates } from './certificates.service.ts'

interface Parts {
  readonly db: Db
  readonly clock: BankClock
  /** Addresses whose certificates are looked at. */
  readonly tlsPlaces: readonly TlsPlace[]
}

/** Looks at certificates before they end: each day, and after a start, when addresses may be new. */
export const systemJobs = ({ db, clock, tlsPlaces }: Parts): Job[] => [
  job(
    'certificate-watch',
    turn(() => watchCertificates(db, tlsPlaces, clock)),
    { schedule: '35 6 * * *', atStart: true },
  ),
]
