import { vi } from 'vitest'

/** For what never happens: a busy machine may take seconds over what takes milliseconds otherwise. */
const patience = 30_000

/** Looks again and again until the check holds, and answers what it gave; fails with what the check said last. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: patience, interval: 20 })
