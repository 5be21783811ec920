import { availableParallelism } from 'node:os'

/** How many journeys run at once, each with a product of its own: two on two cores save a sixth of the time and miss clicks. */
export const workers =
  process.env.E2E_URL === undefined ? Math.max(1, Math.floor(availableParallelism() / 2)) : 1
