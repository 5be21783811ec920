/** What of a search may be a number of an entry or one of its identifiers. */
export interface SearchedNumbers {
  /** The number of an entry: «№ 12», «12». */
  readonly id: number | null
  /** Passport, ИНН, СНИЛС, ОГРН or phone, as each of these would be stored. */
  readonly numbers: readonly string[]
}

const largestId = 2_147_483_647

/**
 * Reads identifiers in any spelling: spaces, hyphens, brackets and a plus are left out; a Russian phone is looked for with
 * its country whether it was typed with 8, with 7 or without either. Letters beside the digits make it no identifier.
 */
export function searchedNumbers(search: string): SearchedNumbers {
  const bare = search.replace(/^№\s*/, '')
  if (!/^[\d\s()+.-]+$/.test(bare)) return { id: null, numbers: [] }
  const digits = bare.replace(/\D/g, '')
  const id = /^[1-9]\d{0,9}$/.test(digits) && Number(digits) <= largestId ? Number(digits) : null
  // Shorter ones are no identifier at all.
  if (digits.length < 9) return { id, numbers: [] }
  const phone = /^[78]\d{10}$/.test(digits)
    ? [`7${digits.slice(1)}`]
    : /^[3489]\d{9}$/.test(digits)
      ? [`7${digits}`]
      : []
  return { id, numbers: [...new Set([digits, ...phone])] }
}
