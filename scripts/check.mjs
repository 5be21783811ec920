import { join } from 'node:path'
import { passedSteps } from './check/passed.mjs'
import { runSteps } from './check/run-steps.mjs'
import { checkSteps } from './check/steps.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode20, root } from './lib/node.mjs'
import { secondsSince } from './lib/seconds.mjs'

requireNode20()
process.chdir(root)
await ensureInstalled()
const begun = performance.now()
// `npm run check -- --all` looks at everything again.
const passed = process.argv.includes('--all') ? undefined : passedSteps(root, join(root, '.cache/check.json'))
const results = await runSteps(checkSteps(), passed)
const failed = results.filter((result) => !result.ok)
console.log(
  failed.length === 0
    ? `\nВсё в порядке, ${secondsSince(begun)}`
    : `\nНе прошло: ${failed.map((result) => result.step.name).join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
