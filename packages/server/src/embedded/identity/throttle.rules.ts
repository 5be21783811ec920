/** Failures in a row for a login from one address after which they wait there. */
export const failuresAllowed = 5

/** Failures from one address, over all logins, after which it waits: an office shares one address. */
export const failuresAllowedPerAddress = 50

/** Failures older than this no longer count, seconds. */
export const forgetAfter = 15 * 60

/** How long the n-th failure locks, seconds: one minute at the limit, then twice as long each time, at most 15. */
export function lockSeconds(failures: number, allowed: number): number {
  if (failures < allowed) return 0
  return Math.min(60 * 2 ** Math.min(failures - allowed, 10), forgetAfter)
}
