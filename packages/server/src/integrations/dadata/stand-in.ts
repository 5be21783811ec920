import { setTimeout as sleep } from 'node:timers/promises'
import { type Resilience, resilient } from './resilience.ts'
import { suggestAddresses } from './stand-in-addresses.ts'
import { suggestParties } from './stand-in-parties.ts'
import type { SuggestionClient } from './suggestion-client.ts'

/** How the stand-in behaves; tests choose, otherwise it is as lively as the service. */
export interface StandInOptions {
  /** Milliseconds, between the two. */
  readonly delay?: readonly [least: number, most: number]
  /** From 0 to 1: how often an attempt fails. */
  readonly failures?: number
  readonly resilience?: Resilience
  /** False for real work: nobody and nowhere is invented, only our own partners and banks are found. */
  readonly invents?: boolean
  readonly random?: () => number
}

/** Of these the bank has data of its own: there is nothing to invent. */
const nothing = () => Promise.resolve([])

/**
 * Stands in for DaData while no key is configured: the same format, invented legal persons with sound numbers, addresses
 * of real cities. Every suggestion says that it is the stand-in's.
 */
export function standInClient({
  delay: [least, most] = [40, 160],
  failures = 0.01,
  resilience,
  invents = true,
  random = Math.random,
}: StandInOptions = {}): SuggestionClient {
  const call = resilient(resilience)
  const answer = <T>(work: () => T | Promise<T>): Promise<T> =>
    call(async (signal) => {
      await sleep(least + random() * (most - least), undefined, { signal })
      if (random() < failures) throw new Error('The stand-in fails now and then, as services do')
      return work()
    })
  return {
    source: 'STAND_IN',
    name: nothing,
    unit: nothing,
    email: nothing,
    bank: nothing,
    party: (request) => answer(() => (invents ? suggestParties(request) : [])),
    address: (request) => answer(() => (invents ? suggestAddresses(request) : [])),
  }
}
