/** A part that is slower than the others does not hold them for longer; milliseconds. */
const longestMs = 200

const coming = new Set<Promise<unknown>>()

const longest = () => new Promise((done) => setTimeout(done, longestMs))

/**
 * Loads code of a part of the page, and holds it until the parts that are on their way at that moment have come. Parts that
 * appear at one moment are drawn once, and what they read goes to the server in one request. A failure is told at once.
 */
export async function arriveTogether<T>(load: () => Promise<T>): Promise<T> {
  const own = load()
  const settled = own.then(
    () => undefined,
    () => undefined,
  )
  coming.add(settled)
  const part = await own.finally(() => coming.delete(settled))
  if (coming.size > 0) await Promise.race([Promise.all(coming), longest()])
  return part
}
