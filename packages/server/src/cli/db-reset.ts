import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { loadConfig } from '#config.ts'
import { DataInUse, lockData } from '#embedded/data-lock.ts'
import { removeCluster } from '#embedded/postgres/remove-cluster.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

async function reset(): Promise<void> {
  const config = loadConfig()
  if (config.production || config.databaseUrl !== null) {
    throw new Error(
      'npm run db:reset стирает только встроенную демонстрационную базу: уберите DATABASE_URL и NODE_ENV=production.',
    )
  }
  const lock = await lockData(config.dataDir, config.publicUrl, print)
  try {
    await removeCluster(config.dataDir)
    const { filesDir } = config.store
    if (filesDir === join(config.dataDir, 'files')) await rm(filesDir, { recursive: true, force: true })
  } finally {
    lock.release()
  }
  print('Демонстрационная база стёрта. Она наполнится заново при следующем npm start.')
}

try {
  await reset()
} catch (error) {
  const known = error instanceof DataInUse
  process.stderr.write(
    `${known ? `${error.message}\nСтирать работающую базу нельзя.` : error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
}
