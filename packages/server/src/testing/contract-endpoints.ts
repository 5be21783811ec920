import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'

const contract = join(import.meta.dirname, '../../../contract/src')

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every endpoint of the contract by the name it is exported under. */
export async function contractEndpoints(): Promise<Map<string, EndpointSpec>> {
  const files = (await readdir(contract)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const found = new Map<string, EndpointSpec>()
  for (const file of files) {
    const module = (await import(join(contract, file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(module)) if (isEndpoint(value)) found.set(name, value)
  }
  return found
}
