import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Version of the product: of the package that this code came with. */
export function productVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')
  return String((JSON.parse(text) as { version?: unknown }).version ?? '')
}
