import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const enoughBytes = 4 * 1_073_741_824

/**
 * Where databases that live for seconds lie: in memory where the system offers enough of it. On a disk each copy of a
 * database waits longer than the one before.
 */
export function throwawayFolder(): string {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memory)
    const { bavail, bsize } = statfsSync(memory)
    // The programs of the database may be copied there.
    const runs = mount !== undefined && !/\bnoexec\b|\bro\b/.test(mount.split(' ')[3] ?? '')
    return runs && bavail * bsize >= enoughBytes ? memory : tmpdir()
  } catch {
    // Not Linux.
    return tmpdir()
  }
}
