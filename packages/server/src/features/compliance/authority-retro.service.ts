import type { Db } from '#db/database.ts'
import { endVersions, newVersions } from '#features/blacklists/loads/authority-versions.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { askAgain } from './compliance.repo.ts'
import { heldChecks } from './held.rules.ts'

/** What the job needs. */
export interface AuthorityRetroParts {
  readonly db: Db
  readonly engine: Engine
}

const atOnce = 200

/**
 * One turn: a new version of the authority's list is asked about everybody of the open cases, by the checks that they have
 * already. A killed turn begins anew; what was asked for twice is answered once.
 */
export async function authorityRetroTurn({ db, engine }: AuthorityRetroParts): Promise<void> {
  const versions = await newVersions(db)
  if (versions.length === 0) return
  for (let after = 0; ; ) {
    const cases = await db.transaction().execute(async (tx) => {
      const asked = await askAgain(tx, { codes: heldChecks, after, count: atOnce, at: engine.clock.now() })
      for (const caseId of asked) await enqueue(tx, 'auto-checks', { caseId })
      return asked
    })
    const last = cases.at(-1)
    if (last === undefined) break
    after = last
  }
  await endVersions(db, versions)
}
