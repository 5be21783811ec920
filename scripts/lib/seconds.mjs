/**
 * Seconds since a moment of `performance.now()`, as people write them: «12,3 с».
 * @param {number} begun
 * @param {number} [digits]
 */
export const secondsSince = (begun, digits = 1) => inSeconds((performance.now() - begun) / 1_000, digits)

/**
 * «12,3 с».
 * @param {number} seconds
 * @param {number} [digits]
 */
export const inSeconds = (seconds, digits = 1) => `${seconds.toFixed(digits).replace('.', ',')} с`
