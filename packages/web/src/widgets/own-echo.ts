/** By then the message of one's own save has come, or it comes no more. */
const echoWithinMs = 1_500

interface Saves {
  /** When the last one began. */
  begun: number
  /** When a message of the topic last came. */
  told: number
  /** While any is under way. */
  running: Promise<unknown> | null
  otherwise: ReturnType<typeof setTimeout> | undefined
}

const all = new Map<string, Saves>()

const never = -1

function savesOf(topic: string): Saves {
  const known = all.get(topic) ?? { begun: never, told: never, running: null, otherwise: undefined }
  all.set(topic, known)
  return known
}

/**
 * Runs a save after which parts of the page have to read again. Its message over the live connection makes them do it,
 * once, at once and not before the answer is taken over; when no message comes, as without a connection, `read` does it.
 */
export async function saveWithEcho<T>(topic: string, save: () => Promise<T>, read: () => void): Promise<T> {
  const saves = savesOf(topic)
  const begun = performance.now()
  saves.begun = begun
  clearTimeout(saves.otherwise)
  const work = save()
  const running = Promise.allSettled([saves.running, work])
  saves.running = running
  void running.then(() => {
    if (saves.running === running) saves.running = null
  })
  const saved = await work
  if (saves.told < begun) {
    clearTimeout(saves.otherwise)
    saves.otherwise = setTimeout(read, echoWithinMs)
  }
  return saved
}

/**
 * To be called with every message of a topic. `isAwaited`: of a save that began after the moment given, so that what
 * shows it reads at once.
 */
export function echoArrived(topic: string, lastRead: number): { isAwaited: boolean } {
  const saves = all.get(topic)
  if (saves === undefined) return { isAwaited: false }
  saves.told = performance.now()
  clearTimeout(saves.otherwise)
  return { isAwaited: lastRead < saves.begun }
}

/** Resolves when the saves of the topic that are under way are over; null when there are none. */
export const underWay = (topic: string): Promise<unknown> | null => all.get(topic)?.running ?? null
