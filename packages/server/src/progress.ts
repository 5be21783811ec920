/** Tells the progress of a start: a line when a step is done, with its time. */
export type Progress = (line: string) => void

/** Does a step and tells how long it took. */
export async function timed<T>(progress: Progress, name: string, step: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await step()
  progress(`${name} — ${((performance.now() - begun) / 1000).toFixed(1)} с`)
  return result
}
