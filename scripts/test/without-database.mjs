import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How a test of the server comes by a database of its own. */
const usesDatabase = /testApp|TestApp|testDatabase|copyTemplate|liveInstance/

/** Tests of the server that another PostgreSQL changes nothing for. @param {string} source @returns {string[]} */
export function testsWithoutDatabase(source) {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.rules.test.ts'))
    .filter((name) => !usesDatabase.test(readFileSync(join(source, name), 'utf8')))
    .map((name) => name.replaceAll('\\', '/'))
}
