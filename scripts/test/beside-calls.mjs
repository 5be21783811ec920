import { readdirSync } from 'node:fs'

/** Tests of the server that are not of its calls: another PostgreSQL is tried by the calls. @param {string} source @returns {string[]} */
export function testsBesideCalls(source) {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !/\.(rules|routes)\.test\.ts$/.test(name))
    .map((name) => name.replaceAll('\\', '/'))
}
