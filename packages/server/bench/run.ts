import { benchAddresses } from './addresses/bench.ts'
import { benchApi } from './api/bench.ts'
import { benchBlacklists } from './blacklists/bench.ts'
import { benchCalculators } from './calculators/bench.ts'
import { benchCases } from './cases/bench.ts'
import { endAll } from './database.ts'
import { benchDistribution } from './distribution/bench.ts'
import { benchDocuments } from './documents/bench.ts'
import { benchJourneys } from './journeys/bench.ts'
import { benchLive } from './live/bench.ts'
import { benchOrganisation } from './organisation/bench.ts'
import { benchProducts } from './products/bench.ts'
import { benchRecognition } from './recognition/bench.ts'
import { benchReferences } from './references/bench.ts'
import { type Section, writeSection } from './report.ts'
import { benchScale } from './scale/bench.ts'
import { benchStart } from './start/bench.ts'
import { benchUnderwriting } from './underwriting/bench.ts'
import { benchWeb } from './web/bench.ts'

/** Usage: npm run bench [addresses] [api] [blacklists [--small]] [calculators] [cases [--small]] [distribution] [documents] [journeys] [live] [organisation] [products] [references] [scale [--small]] [start] [underwriting [--small]] [web]; without names all of them. Writes docs/benchmarks.md. */
const benches: Record<string, () => Promise<Section>> = {
  addresses: benchAddresses,
  api: benchApi,
  blacklists: benchBlacklists,
  calculators: benchCalculators,
  cases: benchCases,
  distribution: benchDistribution,
  documents: benchDocuments,
  journeys: benchJourneys,
  live: benchLive,
  organisation: benchOrganisation,
  products: benchProducts,
  recognition: benchRecognition,
  references: benchReferences,
  scale: benchScale,
  start: benchStart,
  underwriting: benchUnderwriting,
  web: benchWeb,
}

const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`Нет такого измерения: ${unknown.join(', ')}. Есть: ${Object.keys(benches).join(', ')}`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    console.error(`Остановлено: ${signal}`)
    void endAll().then(() => process.exit(1))
  })
const missed: string[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const section = await bench()
  writeSection(section)
  console.log(`\n${section.title}\n${section.markdown}\n`)
  missed.push(...section.missed)
}
console.log(missed.length === 0 ? 'Все границы соблюдены' : `Не соблюдено: ${missed.join('; ')}`)
process.exit(missed.length === 0 ? 0 : 1)
