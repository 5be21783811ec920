/** What a multi-select holds: either everything, or some codes. */
export type MultiValue = { codes: string[]; all: boolean }

/** Code of the row that selects everything (specification 1 §9). */
export const selectAllCode = 'select-all'

/** Nothing selected. */
export const emptyMulti: MultiValue = { codes: [], all: false }

const isEvery = (codes: readonly string[], every: readonly string[]) =>
  every.length > 0 && every.every((code) => codes.includes(code))

/**
 * `codes` as a value of a list whose options are `every`. With `flag` a full choice is `all: true` and no codes,
 * as it is sent to the server; without it, it is just all the codes.
 */
export function multiValue(codes: readonly string[], every: readonly string[], flag: boolean): MultiValue {
  if (flag && isEvery(codes, every)) return { codes: [], all: true }
  return { codes: [...new Set(codes)], all: false }
}

/** The codes that are ticked: all the list's when everything is selected. */
export function tickedCodes(value: MultiValue, every: readonly string[]): string[] {
  return value.all ? [...every] : value.codes
}

/** Whether the row «Выбрать все» is ticked. */
export function isAllTicked(value: MultiValue, every: readonly string[]): boolean {
  return value.all || isEvery(value.codes, every)
}

/** Ticks or unticks one row, «Выбрать все» included. */
export function toggleCode(
  value: MultiValue,
  code: string,
  every: readonly string[],
  flag: boolean,
): MultiValue {
  if (code === selectAllCode) {
    if (isAllTicked(value, every)) return emptyMulti
    return flag ? { codes: [], all: true } : multiValue([...value.codes, ...every], every, false)
  }
  const ticked = tickedCodes(value, every)
  const next = ticked.includes(code) ? ticked.filter((other) => other !== code) : [...ticked, code]
  return multiValue(next, every, flag)
}
