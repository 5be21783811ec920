/**
 * How many types the checker may work out anew for a package, in thousands. The number does not depend on the
 * machine, and the time of the check follows it: what makes it jump is one clever type that every query or form passes.
 */
export const thousandsOfInstantiations = { contract: 480, server: 2_800, web: 2_200, e2e: 380 }

/**
 * Reads what `tsc --diagnostics` says of itself. A check of what has changed works out a part of the types
 * and says so little; only the check of a fresh clone has the full number.
 * @param {keyof typeof thousandsOfInstantiations} name
 * @returns {(output: string) => import('./run-steps.mjs').Verdict}
 */
export const typeBudget = (name) => (output) => {
  const counted = /^Instantiations:\s+(\d+)/m.exec(output)?.[1]
  if (counted === undefined) return { ok: false, note: 'tsc не сказал, сколько типов вычислил' }
  const allowed = thousandsOfInstantiations[name]
  const thousands = Math.round(Number(counted) / 1000)
  return {
    ok: thousands <= allowed,
    note: `вычислено типов: ${thousands} тыс. из ${allowed}`,
  }
}
