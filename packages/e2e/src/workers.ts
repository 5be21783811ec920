import { availableParallelism } from 'node:os'

/** How many journeys run at once, each with a product of its own: most of a journey is waiting for a page. */
export const workers =
  process.env.E2E_URL === undefined ? Math.min(4, Math.max(1, availableParallelism())) : 1
