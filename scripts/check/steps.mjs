import { join } from 'node:path'
import { productNode, root } from '../lib/node.mjs'
import { changedFiles, changedImports, testsOf } from './narrow.mjs'
import { typeBudget } from './type-budget.mjs'

const modules = join(root, 'node_modules')

/** @param {string} name @param {string} script @param {string[]} args @param {Partial<import('./run-steps.mjs').Step>} [more] */
const step = (name, script, args, more) => ({
  name,
  command: productNode(),
  args: [join(modules, script), ...args],
  ...more,
})

/** What decides the result of a step that looks at one package: the package and those it is built on. */
const inputsOf = {
  contract: ['tsconfig.base.json', 'vitest.config.ts', 'packages/contract'],
  server: ['tsconfig.base.json', 'vitest.config.ts', 'packages/contract', 'packages/server'],
  web: ['tsconfig.base.json', 'vitest.config.ts', 'packages/contract', 'packages/web'],
  // Of the server the journeys take only what starts one, and the rehearsal its stand-ins.
  e2e: [
    ...['tsconfig.base.json', 'vitest.config.ts', 'packages/contract', 'packages/e2e'],
    ...['packages/server/src/testing', 'packages/server/bench/web', 'packages/server/bench/journeys'],
    ...['embedded/postgres', 'integrations', 'lib/xml'].map((name) => `packages/server/src/${name}`),
    'packages/server/package.json',
  ],
}
/** @typedef {keyof typeof inputsOf} PackageName */

/** A check ends before its memory needs tidying up; where memory is short it is tidied up after all. */
const roomy = { GOGC: 'off', GOMEMLIMIT: '2GiB' }

/**
 * Keeps what it found in .cache: a second check looks at what has changed and what depends on it. The declarations are
 * what it knows dependants by: without them the first change inside a file counts as one of all that it exports. One
 * checker: each further one works out the same types again, and steps run side by side as it is.
 */
export const typesOf = (/** @type {string} */ name, place = root) => [
  ...['-p', join(place, 'packages', name), '--checkers', '1'],
  ...['--incremental', '--tsBuildInfoFile', join(place, '.cache/tsc', `${name}.tsbuildinfo`)],
  ...['--noEmit', 'false', '--declaration', '--emitDeclarationOnly'],
  ...['--rootDir', place, '--outDir', join(place, '.cache/declarations', name)],
]
const typeCheck = (/** @type {PackageName} */ name) =>
  step(`типы: ${name}`, 'typescript/bin/tsc', [...typesOf(name), '--diagnostics'], {
    inputs: inputsOf[name],
    env: roomy,
    judge: typeBudget(name),
  })

const unitTestFiles =
  /^packages\/(?:contract\/src\/.*\.test\.ts|server\/src\/.*\.rules\.test\.ts|web\/src\/.*\.test\.tsx?)$/

/** Tests of rules, without a database, a browser or other programs. One run: each starts for longer than a package's tests take. */
const unitTests = () => {
  const args = ['run', '--project', 'unit']
  return step('быстрые тесты', 'vitest/vitest.mjs', args, {
    inputs: [...new Set([...inputsOf.contract, ...inputsOf.server, ...inputsOf.web])],
    few: [join(modules, 'vitest/vitest.mjs'), ...args],
    narrow: testsOf(unitTestFiles),
    hint: 'npx vitest --project unit — в режиме наблюдения',
  })
}

/** One thread for the part that knows types, for the same reason. */
const style = (/** @type {string[]} */ ...args) =>
  step('стиль кода (oxlint)', 'oxlint/bin/oxlint', ['--deny-warnings', ...args], {
    inputs: ['.'],
    env: { GOMAXPROCS: '1' },
  })

const cruiser = join(modules, 'dependency-cruiser/bin/dependency-cruiser.mjs')
const rulesOfImports = ['--config', join(root, '.dependency-cruiser.mjs')]

/** From some files on, whatever they import: a cycle is found from each of its files, a wrong import from its own. */
const importRules = () =>
  step('правила импортов', 'dependency-cruiser/bin/dependency-cruiser.mjs', [...rulesOfImports, 'packages'], {
    inputs: ['.dependency-cruiser.mjs', 'package.json', 'packages'],
    few: [cruiser, ...rulesOfImports],
    narrow: changedImports,
  })

const unusedCode = () =>
  step(
    'неиспользуемый код (knip)',
    'knip/bin/knip.js',
    ['--no-config-hints', '--cache', '--cache-location', join(root, '.cache/knip')],
    { inputs: ['.'] },
  )

const biome = '@biomejs/biome/bin/biome'

const format = () =>
  step('формат (biome)', biome, ['format', '.'], {
    inputs: ['.'],
    few: [join(modules, biome), 'format', '--files-ignore-unknown=true', '--no-errors-on-unmatched'],
    narrow: changedFiles,
    hint: 'npm run format — исправит сам',
  })

/** What `npm test` looks at, longest first: the rules of style that know types take as long as all the rest. */
export const codeSteps = () => [
  style('--type-aware'),
  typeCheck('server'),
  typeCheck('web'),
  importRules(),
  typeCheck('e2e'),
  typeCheck('contract'),
  unusedCode(),
  format(),
]

/** All of `npm run check`, longest first. */
export const checkSteps = () => [
  typeCheck('server'),
  unitTests(),
  typeCheck('web'),
  importRules(),
  unusedCode(),
  style(),
  typeCheck('contract'),
  typeCheck('e2e'),
  format(),
]
