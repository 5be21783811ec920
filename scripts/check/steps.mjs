import { join } from 'node:path'
import { productNode, root } from '../lib/node.mjs'

const modules = join(root, 'node_modules')

/** @param {string} name @param {string} script @param {string[]} args @param {string} [hint] */
const step = (name, script, args, hint) => ({
  name,
  command: productNode(),
  args: [join(modules, script), ...args],
  hint,
})

/** Keeps what it found in .cache: a second check looks at what has changed and what depends on it. */
const typeCheck = (/** @type {string} */ name) =>
  step(`типы: ${name}`, 'typescript/bin/tsc', [
    ...['-p', join(root, 'packages', name)],
    ...['--incremental', '--tsBuildInfoFile', join(root, '.cache/tsc', `${name}.tsbuildinfo`)],
  ])

/** Tests of rules, without a database, a browser or other programs. */
const unitTests = () =>
  step(
    'быстрые тесты',
    'vitest/vitest.mjs',
    ['run', '--project', 'unit', '--passWithNoTests'],
    'npx vitest --project unit — в режиме наблюдения',
  )

const style = (/** @type {string[]} */ ...args) =>
  step('стиль кода (oxlint)', 'oxlint/bin/oxlint', ['--deny-warnings', ...args])

/** Types, imports, unused code, format; longest first. */
const quickSteps = () => [
  typeCheck('web'),
  typeCheck('server'),
  step('правила импортов', 'dependency-cruiser/bin/dependency-cruiser.mjs', [
    ...['--config', join(root, '.dependency-cruiser.mjs')],
    ...['--cache', join(root, '.cache/imports'), '--cache-strategy', 'content'],
    'packages',
  ]),
  step('неиспользуемый код (knip)', 'knip/bin/knip.js', [
    '--no-config-hints',
    ...['--cache', '--cache-location', join(root, '.cache/knip')],
  ]),
  typeCheck('e2e'),
  typeCheck('contract'),
  step('формат (biome)', '@biomejs/biome/bin/biome', ['format', '.'], 'npm run format — исправит сам'),
]

/** What `npm test` looks at: the rules of style that know types take as long as all the rest. */
export const codeSteps = () => [style('--type-aware'), ...quickSteps()]

/** All of `npm run check`. */
export const checkSteps = () => [unitTests(), ...quickSteps(), style()]
