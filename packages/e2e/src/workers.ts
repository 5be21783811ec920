/** How many journeys run at once, each with a product of its own: a person's browser waits more than it works. */
export const workers = process.env.E2E_URL === undefined ? 2 : 1
