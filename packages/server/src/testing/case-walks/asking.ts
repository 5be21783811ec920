import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { type Asked, callsOfNoCase } from '../case-calls.ts'
import type { TestApp } from '../test-app.ts'
import type { Login } from '../test-tokens.ts'

/** Areas older than cases, and those that know of none: each tries other partners' ids in its own tests. */
const olderAreas = new Set(
  `address blacklist calculation calendar contract dictionaries dictionary document document-rule document-rules employee evaluate
   feature-toggles loanDelivery notifications organisation-loads parameters partner partnerRole product qr recognising reference reference-admin session suggestion
   system tasks user userRole utils views workgroup workgroupRole`.split(/\s+/),
)

type Endpoints = ReadonlyMap<string, EndpointSpec>

/** The call that a key of a table names; several askings of one call are told apart by `#`. */
const nameOf = (key: string) => key.split('#')[0] ?? key

/** Asks calls by the keys of tables. */
export function asking(endpoints: Endpoints) {
  const specOf = (key: string): EndpointSpec => {
    const found = endpoints.get(nameOf(key))
    if (found === undefined)
      throw new Error(`The contract has no call ${nameOf(key)}: take it out of the table`)
    return found
  }
  const ask = (bank: TestApp, key: string, asked: Asked, as: Login) => {
    const spec = specOf(key)
    // Parts that the endpoint does not declare stay out.
    const request = { ...asked, query: spec.query ? (asked.query ?? {}) : undefined }
    return bank.call(spec, request as never, { as })
  }
  return { specOf, ask }
}

/** Calls of the areas of cases that no table asks and that are not said to be about no case. */
export function forgottenCalls(endpoints: Endpoints, tables: readonly object[]): string[] {
  const tried = new Set(tables.flatMap((table) => Object.keys(table).map(nameOf)))
  return [...endpoints]
    .filter(([name, { path }]) => {
      const [, area = ''] = path.split('/')
      return !olderAreas.has(area) && !tried.has(name) && !callsOfNoCase.includes(name)
    })
    .map(([name, { method, path }]) => `${name}: ${method} ${path}`)
}
