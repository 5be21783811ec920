import { rm } from 'node:fs/promises'
import { prepareBinaries } from './binaries.ts'
import { findPlaces } from './places.ts'
import { readPostmaster } from './postmaster.ts'
import { shutDown } from './server-process.ts'
import { mayEnter } from './system-user.ts'

/** Removes the cluster of a data folder with everything in it; a server left over from a killed start is stopped. */
export async function removeCluster(dataDir: string): Promise<void> {
  const places = await findPlaces(dataDir, () => undefined)
  const running = readPostmaster(places.data)
  if (running) {
    const bin = await prepareBinaries(places.home, (path) => mayEnter(places.user, path))
    await shutDown(bin, places, running.pid)
  }
  await rm(places.data, { recursive: true, force: true })
}
