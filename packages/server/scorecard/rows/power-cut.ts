import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseName } from '#embedded/postgres/cluster.ts'
import { copyData, freePort, Product } from '#testing/processes/product.ts'
import { BankUnderTest } from '../bank-under-test.ts'
import { type Check, type Extent, type Finding, firstOf } from '../check.ts'
import { brokenIndexes, crashes, crashOnce, killDatabase } from './crash.ts'

/** Room beside the data for what the rounds write, MB. */
const spareMega = 2_000
/** Until the last process of the bank has let go of the disk, ms. */
const patienceMs = 20_000

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' })

/** A disk whose power can be cut: what no process has synced is gone, the file system's own journal included. */
interface Disk {
  readonly place: string
  /** From now on nothing reaches the disk, and nothing of what was on the way. */
  cut(): void
  /** The power is back: the file system recovers from its journal. */
  mount(): Promise<void>
  remove(): Promise<void>
}

/**
 * EXT4_IOC_SHUTDOWN with NOLOGFLUSH: the way in which file systems are tested for power cuts themselves. Perl belongs to
 * every Debian; Node has no ioctl.
 */
const shutdown =
  'my $how = pack("I", 2); open(my $file, "<", $ARGV[0]) or die $!; ioctl($file, 0x8004587d, $how) or die $!'

/** An ext4 in a file; null where this process may not mount one. */
function ext4(megabytes: number): Disk | null {
  const home = mkdtempSync(join(tmpdir(), 'ipoteka-power-'))
  const image = join(home, 'image')
  const place = join(home, 'disk')
  const handle = join(place, 'handle')
  mkdirSync(place)
  // The journal is written when somebody syncs, and by itself only after ten minutes: as little as possible survives.
  const attach = () => run('mount', '-o', 'loop,commit=600', image, place)
  const detach = async () => {
    const until = performance.now() + patienceMs
    while (spawnSync('umount', [place]).status !== 0) {
      if (performance.now() > until) throw new Error(`The disk is still busy: ${place}`)
      await sleep(100)
    }
  }
  run('chmod', '755', home)
  writeFileSync(image, '')
  try {
    run('truncate', '-s', `${megabytes}M`, image)
    run('mkfs.ext4', '-q', '-F', image)
    attach()
  } catch {
    rmSync(home, { recursive: true })
    return null
  }
  writeFileSync(handle, '')
  return {
    place,
    cut: () => void run('perl', '-e', shutdown, handle),
    async mount() {
      await detach()
      attach()
    },
    async remove() {
      await detach()
      rmSync(home, { recursive: true })
    },
  }
}

/** Nobody waits for the disk before an answer: with this the bank must lose what it has answered. */
async function answerBeforeDisk(bank: BankUnderTest): Promise<void> {
  // The product starts its database with the setting on: only what belongs to the database itself is stronger.
  await bank.sql(`ALTER DATABASE ${databaseName} SET synchronous_commit = off`)
  await bank.sql(`ALTER SYSTEM SET wal_writer_delay = '10s'`)
  await bank.sql(`ALTER SYSTEM SET wal_writer_flush_after = '1GB'`)
  await bank.product.stop()
  bank.forget()
  await bank.product.start(120)
}

/** The database may have outlived its server. */
function endOfDatabase(home: string): void {
  const data = join(home, 'postgres/data')
  const { stdout } = spawnSync('pgrep', ['-f', `postgres -D ${data}`], { encoding: 'utf8' })
  for (const [pid] of stdout.matchAll(/\d+/g)) killDatabase(Number(pid))
}

async function cutPower(bank: BankUnderTest, disk: Disk, extent: Extent): Promise<Finding> {
  const blow = {
    mark: 'p',
    rounds: Number(process.env.SCORECARD_CRASHES ?? extent.of(10, 1)),
    async strike() {
      // Afterwards nothing can be read from the disk.
      const postmaster = bank.postmasterPid
      disk.cut()
      killDatabase(postmaster)
      await bank.product.kill()
    },
    mend: () => disk.mount(),
  }
  const finding = await crashes(bank, blow, extent)
  const broken = await brokenIndexes(bank, extent)
  await answerBeforeDisk(bank)
  const careless = await crashOnce(bank, blow, extent)
  return {
    ...finding,
    faults: [...finding.faults, ...firstOf(broken)],
    control: {
      planted: 'база отвечает раньше, чем диск записал (synchronous_commit = off)',
      found: careless.faults.length > 0,
    },
  }
}

export const powerCutChecks: Check[] = [
  {
    row: 8,
    title: 'отключение питания: всё, что не дошло до диска, пропало',
    release: true,
    async run(bank, extent) {
      await bank.product.stop()
      const { dataDir } = bank.product
      const used = Number(execFileSync('du', ['-sm', dataDir], { encoding: 'utf8' }).split('\t')[0])
      const disk = ext4(used + spareMega)
      if (disk === null)
        return {
          measured: 'не запускалось: подключить диск здесь нельзя',
          faults: [],
          control: { planted: '—', found: true },
          notRun: ['сам диск: нужны права монтировать'],
        }
      const home = join(disk.place, 'bank')
      copyData(dataDir, home)
      run('sync', '-f', home)
      const env = { WRITES_PER_MINUTE: '10000000' }
      const powered = new BankUnderTest(new Product({ dataDir: home, port: await freePort(), env }))
      try {
        await powered.product.start(120)
        return await cutPower(powered, disk, extent)
      } finally {
        powered.forget()
        // Whatever has failed, nothing of the bank may hold the disk, and nothing there is needed any more.
        await powered.product.kill()
        endOfDatabase(home)
        await disk.remove()
      }
    },
  },
]
