import { chmodSync, cpSync, rmSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { SystemCluster } from '../../server/src/testing/clusters/system-postgres.ts'
import { chooseUser } from '../../server/src/embedded/postgres/system-user.ts'
import { command, type Office } from './office.ts'
import type { Place } from './place.ts'
import { configure, startCluster } from './postgres.ts'

/** The disk of the database and the files are gone: what is left is the folder of copies. */
export async function lose(place: Place, cluster: SystemCluster, office: Office): Promise<void> {
  await office.stopAll('SIGKILL')
  cluster.stop('immediate')
  rmSync(cluster.data, { recursive: true })
  rmSync(join(place.folder, 'files'), { recursive: true })
}

/** Restores beside, puts it where the bank was, as docs/operations.md says; answers what the command has printed. */
export function restoreBank(place: Place, cluster: SystemCluster, env: NodeJS.ProcessEnv): string {
  const restored = join(place.folder, 'restored')
  const said = command(env, 'restore', ['--into', restored])
  cpSync(join(restored, 'postgres/data'), cluster.data, { recursive: true })
  const { ids } = chooseUser('/nowhere', () => undefined)
  if (ids.uid !== undefined) execFileSync('chown', ['-R', `${ids.uid}:${ids.gid}`, cluster.data])
  chmodSync(cluster.data, 0o700)
  configure(cluster, place)
  startCluster(cluster)
  cpSync(join(restored, 'files'), join(place.folder, 'files'), { recursive: true })
  return said
}
