import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import type { OperationsMap } from '@ipoteka-office/contract/operations.ts'

const contract = join(import.meta.dirname, '../../contract/src')

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every endpoint of the contract, by the name it is exported under. */
export async function findEndpoints(): Promise<Map<string, EndpointSpec>> {
  const found = new Map<string, EndpointSpec>()
  for (const file of readdirSync(contract).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.'),
  )) {
    const module = (await import(join(contract, file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(module)) if (isEndpoint(value)) found.set(name, value)
  }
  return found
}

/** The path with its parameters filled; `type` and `listKey` get valid words, the rest the given id. */
export const fillPath = (path: string, values: Record<string, string | number> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? defaults[name] ?? 1))

const defaults: Record<string, string> = {
  type: 'nis',
  listKey: 'scorecard.list',
  referenceCode: 'KNOWLEDGE_BASE',
}

/** Whether the operations are enough for the endpoint's `access`, for that path. */
export function isAllowed(endpoint: EndpointSpec, operations: OperationsMap, type = 'nis'): boolean {
  const { access } = endpoint
  if (access.kind === 'signedIn') return true
  const object = typeof access.object === 'string' ? access.object : access.object.objects[type]
  return (
    object !== undefined && access.operations.every((operation) => operations[object]?.includes(operation))
  )
}
