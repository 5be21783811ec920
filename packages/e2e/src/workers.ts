import { availableParallelism } from 'node:os'

const cores = availableParallelism()

/** How many journeys run at once, each with a product and a browser of its own; one alone leaves a third of two cores idle. */
export const workers =
  process.env.E2E_URL === undefined ? Math.min(cores, Math.max(2, Math.floor(cores / 2))) : 1
