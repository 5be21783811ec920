import { readFileSync } from 'node:fs'
import { inSeconds } from './seconds.mjs'

/** Linux counts in hundredths of a second wherever Node.js runs. */
const ticksPerSecond = 100

/**
 * Seconds of processor in a line of `/proc/<pid>/stat`: the process itself and those of its children, with theirs, that
 * have ended and were waited for. Source: proc_pid_stat(5), fields 14–17.
 * @param {string} stat
 */
export function secondsOfStat(stat) {
  // The second field, the name, may hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).map(Number)
  if (ticks.length < 4 || ticks.some(Number.isNaN)) throw new Error(`Unexpected line of /proc: ${stat}`)
  return ticks.reduce((sum, part) => sum + part, 0) / ticksPerSecond
}

/**
 * Seconds of processor of a process and its ended children; undefined where the system has no `/proc`.
 * @param {number | 'self'} pid
 * @param {NodeJS.Platform} [platform]
 */
export const processorSeconds = (pid, platform = process.platform) =>
  platform === 'linux' ? secondsOfStat(readFileSync(`/proc/${pid}/stat`, 'utf8')) : undefined

/** Shares the seconds of processor of a run out among its stages, which come one after the other. */
export class ProcessorMeter {
  /** @type {{ name: string, seconds: number }[]} */
  #stages = []
  #counted = 0
  #elsewhere = 0
  #total

  /** @param {() => number | undefined} [total] Seconds so far, undefined where they are not told. */
  constructor(total = () => processorSeconds('self')) {
    this.#total = total
  }

  /** Counts what a process used that is no child of this one. @param {number | undefined} seconds */
  add(seconds) {
    this.#elsewhere += seconds ?? 0
  }

  /** Ends the stage before. @param {string} name */
  begin(name) {
    this.#close()
    this.#stages.push({ name, seconds: 0 })
  }

  #close() {
    const now = this.#total()
    const stage = this.#stages.at(-1)
    if (now === undefined || stage === undefined) return
    const all = now + this.#elsewhere
    stage.seconds += all - this.#counted
    this.#counted = all
  }

  /** The line for the end of the run. */
  toString() {
    if (this.#total() === undefined) return 'Процессор: не измерено'
    this.#close()
    const stages = this.#stages.map(({ name, seconds }) => `${name} ${inSeconds(seconds, 0)}`)
    return `Процессор: ${inSeconds(this.#counted, 0)} (${stages.join('; ')})`
  }
}
