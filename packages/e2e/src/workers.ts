import { availableParallelism } from 'node:os'

/** How many journeys run at once, each with a product of its own: a browser and its server keep two cores busy. */
export const workers =
  process.env.E2E_URL === undefined ? Math.max(1, Math.floor(availableParallelism() / 2)) : 1
