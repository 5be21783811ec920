import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the clock of /proc a second, on every Linux of today. */
const ticks = 100

interface Stat {
  readonly parent: number
  readonly seconds: number
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in brackets and may hold anything.
    const words = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(words[1]), seconds: (Number(words[11]) + Number(words[12])) / ticks }
  } catch (error) {
    // It has ended between the two looks: what it used counts no more.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** The parent of a process; 0 when it has ended. */
export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0

/** Processor seconds that processes and all their living descendants have used so far. Linux alone tells. */
export function processorSeconds(pids: readonly number[]): number {
  const stats = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const stat = Number.isInteger(pid) ? statOf(pid) : null
    if (stat !== null) stats.set(pid, stat)
  }
  const belongs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = stats.get(at)?.parent ?? 0) if (pids.includes(at)) return true
    return false
  }
  return [...stats].reduce((sum, [pid, { seconds }]) => (belongs(pid) ? sum + seconds : sum), 0)
}
