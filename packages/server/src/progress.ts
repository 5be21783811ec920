/** Tells the progress of a start: a line when a step is done, with its time. */
export type Progress = (line: string) => void

/** A number with one decimal, as people write it: «12,3». */
export const withComma = (value: number): string => value.toFixed(1).replace('.', ',')

/** Seconds since a moment of `performance.now()`, as people write them: «12,3 с». */
export const secondsSince = (begun: number): string => `${withComma((performance.now() - begun) / 1_000)} с`

/** Does a step and tells how long it took. */
export async function timed<T>(progress: Progress, name: string, step: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await step()
  progress(`${name} — ${secondsSince(begun)}`)
  return result
}
