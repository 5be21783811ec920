/** The least whole number from one on that is enough, sought outwards from the guess; whatever is above it is enough too. */
export function leastEnough(guess: number, isEnough: (size: number) => boolean): number {
  let high = Math.max(1, guess)
  let low = 0
  if (isEnough(high)) {
    for (let step = 1; high > 1; step *= 2) {
      const lower = Math.max(1, high - step)
      if (!isEnough(lower)) {
        low = lower
        break
      }
      high = lower
    }
  } else {
    for (let step = 1; ; step *= 2) {
      low = high
      high += step
      if (isEnough(high)) break
    }
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}
