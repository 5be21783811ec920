import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'

const contract = join(import.meta.dirname, '../../../contract/src')

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** An exported table of endpoints, such as the reads of all dictionaries. */
const isTable = (value: unknown): value is Record<string, EndpointSpec> =>
  typeof value === 'object' && value !== null && Object.values(value).some(isEndpoint)

const namedEndpoints = ([name, value]: [string, unknown]): [string, EndpointSpec][] => {
  if (isEndpoint(value)) return [[name, value]]
  return isTable(value) ? Object.entries(value).map(([key, one]) => [`${name}.${key}`, one]) : []
}

/** Every endpoint of the contract by the name it is exported under; of a table by the table's name and the key. */
export async function contractEndpoints(): Promise<Map<string, EndpointSpec>> {
  const files = (await readdir(contract, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const found = new Map<string, EndpointSpec>()
  for (const file of files) {
    const module = (await import(join(contract, file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(module).flatMap(namedEndpoints)) {
      if (found.has(name)) throw new Error(`Two endpoints of the contract are called ${name}`)
      found.set(name, value)
    }
  }
  // An alias of a table's entry is the same endpoint.
  const names = new Map([...found].reverse().map(([name, one]) => [one, name]))
  return new Map([...found].filter(([name, one]) => names.get(one) === name))
}
