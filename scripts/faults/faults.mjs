import { areaFaults } from './of-areas.mjs'
import { kitFaults } from './of-kits.mjs'

/**
 * A fault that somebody might make, planted into a copy of the code: the text `find`, which stands in `file` once,
 * becomes `put`. At least one test of the files `tests` must then fail.
 * @typedef {{ name: string, file: string, find: string, put: string, tests: readonly string[] }} Fault
 */

/** Every planted fault: one for each behaviour of a kit and for each area. @type {readonly Fault[]} */
export const faults = [...kitFaults, ...areaFaults]

/** The project of vitest that a file of tests belongs to. @param {string} path */
export function projectOf(path) {
  if (path.endsWith('.kit.ts')) return 'kits'
  if (path.endsWith('.e2e.ts')) return 'e2e'
  const isOfServer = path.startsWith('packages/server/') && !path.endsWith('.rules.test.ts')
  return isOfServer ? 'server' : 'unit'
}

/** The source with the fault in it; throws where its text does not stand exactly once. @param {string} source @param {Fault} fault */
export function withFault(source, { name, file, find, put }) {
  const places = source.split(find).length - 1
  if (places !== 1)
    throw new Error(`«${name}»: текст стоит в ${file} раз: ${places}, а должен один. Обновите список поломок`)
  if (find === put) throw new Error(`«${name}»: поломка ничего не меняет`)
  return source.replace(find, () => put)
}
