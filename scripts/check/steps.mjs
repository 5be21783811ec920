import { join } from 'node:path'

/** The repository's root. */
export const root = join(import.meta.dirname, '../..')
const modules = join(root, 'node_modules')

/** The project's own Node, which npm installed. */
export const node = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

/** @param {string} name @param {string} script @param {string[]} args @param {string} [hint] */
const step = (name, script, args, hint) => ({
  name,
  command: node,
  args: [join(modules, script), ...args],
  hint,
})

const typeCheck = (/** @type {string} */ name) =>
  step(`типы: ${name}`, 'typescript/bin/tsc', ['-p', join(root, 'packages', name)])

/** Tests that need neither a database nor a browser. */
export const unitTests = step(
  'быстрые тесты',
  'vitest/vitest.mjs',
  ['run', '--project', 'unit', '--project', 'scripts', '--passWithNoTests'],
  'npx vitest --project unit — в режиме наблюдения',
)

/** The fast part of the tests, longest first. */
export const checkSteps = [
  unitTests,
  step('стиль кода (oxlint)', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']),
  typeCheck('web'),
  typeCheck('server'),
  step('правила импортов', 'dependency-cruiser/bin/dependency-cruiser.mjs', [
    '--config',
    join(root, '.dependency-cruiser.mjs'),
    'packages',
  ]),
  step('неиспользуемый код (knip)', 'knip/bin/knip.js', ['--no-config-hints']),
  typeCheck('e2e'),
  typeCheck('contract'),
  step('формат (biome)', '@biomejs/biome/bin/biome', ['format', '.'], 'npm run format — исправит сам'),
]
