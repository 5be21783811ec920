import type { Check } from './check.ts'
import { accessChecks } from './rows/access.ts'
import { bodyChecks } from './rows/bodies.ts'
import { clockChecks } from './rows/clock.ts'
import { crashChecks } from './rows/crash.ts'
import { crossSiteChecks } from './rows/cross-site.ts'
import { databaseChecks } from './rows/database-faults.ts'
import { edgeValueChecks } from './rows/edge-values.ts'
import { extraFieldChecks } from './rows/extra-fields.ts'
import { fullDiskChecks } from './rows/full-disk.ts'
import { fuzzChecks } from './rows/fuzz.ts'
import { historyChecks } from './rows/history-chain.ts'
import { idempotencyChecks } from './rows/idempotency.ts'
import { injectionChecks } from './rows/injection.ts'
import { liveChecks } from './rows/live.ts'
import { logChecks } from './rows/log-redaction.ts'
import { lostUpdateChecks } from './rows/lost-updates.ts'
import { manyClientsChecks } from './rows/many-clients.ts'
import { migrationChecks } from './rows/migration.ts'
import { mixedLoadChecks } from './rows/mixed-load.ts'
import { networkChecks } from './rows/network.ts'
import { overloadChecks } from './rows/overload.ts'
import { pathChecks } from './rows/paths.ts'
import { powerCutChecks } from './rows/power-cut.ts'
import { productionChecks } from './rows/production.ts'
import { regexpChecks } from './rows/regexps.ts'
import { soakChecks } from './rows/soak.ts'
import { tokenChecks } from './rows/tokens.ts'

/** Every row that is run, in the order of a whole run. */
export const allChecks: readonly Check[] = [
  ...accessChecks,
  ...tokenChecks,
  ...productionChecks,
  ...liveChecks,
  ...idempotencyChecks,
  ...lostUpdateChecks,
  ...edgeValueChecks,
  ...regexpChecks,
  ...bodyChecks,
  ...crossSiteChecks,
  ...pathChecks,
  ...extraFieldChecks,
  ...logChecks,
  ...injectionChecks,
  ...fuzzChecks,
  ...overloadChecks,
  ...networkChecks,
  ...databaseChecks,
  ...crashChecks,
  ...powerCutChecks,
  ...clockChecks,
  ...historyChecks,
  ...migrationChecks,
  ...mixedLoadChecks,
  ...soakChecks,
  ...manyClientsChecks,
  ...fullDiskChecks,
]
