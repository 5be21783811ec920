import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Office, root } from './office.ts'
import type { RealBank } from './people.ts'
import type { Place } from './place.ts'
import type { Proxy } from './proxy.ts'

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The version that the bank is opened on. */
export const formerVersion = (named: string): string => git('rev-parse', `${named}^{commit}`)

/** Links and not copies where the file system lets it. Not one link for all: the packages of the workspace lie inside. */
function copyTree(from: string, to: string): void {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', from, to])
  }
}

/** A checkout of the former version beside this one, with what npm has installed here. */
export function checkOut(place: Place, commit: string): string {
  const folder = join(place.folder, 'former')
  git('worktree', 'add', '--quiet', '--detach', '--force', folder, commit)
  const packages = git('ls-tree', '--name-only', commit, 'packages/').split('\n')
  for (const path of ['node_modules', ...packages.map((name) => `${name}/node_modules`)])
    if (existsSync(join(root, path))) copyTree(join(root, path), join(folder, path))
  execFileSync(
    join(root, 'node_modules/.bin/node'),
    ['-e', "import('./scripts/lib/build-web.mjs').then((m) => m.buildWeb())"],
    { cwd: folder, stdio: 'ignore' },
  )
  return folder
}

export const removeCheckout = (folder: string): void => void git('worktree', 'remove', '--force', folder)

/** What people met with while processes were replaced. */
export interface Met {
  readonly asked: number
  readonly failed: readonly string[]
  readonly slowestMs: number
}

/** Asks lists, cards and saves twenty times a second until it is stopped. */
function load(bank: RealBank, caseId: number): { stop(): Promise<Met> } {
  const met = { asked: 0, failed: [] as string[], slowestMs: 0 }
  let isGoing = true
  const once = async (n: number) => {
    const begun = performance.now()
    try {
      if (n % 4 === 0) await bank.call('POST', '/case-list/applications?page=0&size=20', {})
      else if (n % 4 === 1) await bank.call('GET', `/case/${caseId}`)
      else if (n % 4 === 2)
        await bank.call('POST', `/case/${caseId}/comments`, { text: `Проверка связи ${n}`, kind: 'INTERNAL' })
      else await bank.call('GET', '/reference/region')
    } catch (failure) {
      met.failed.push(String(failure).slice(0, 200))
    }
    met.asked += 1
    met.slowestMs = Math.max(met.slowestMs, performance.now() - begun)
  }
  const pending = new Set<Promise<void>>()
  const going = (async () => {
    for (let n = 0; isGoing; n += 1) {
      const one = once(n).finally(() => pending.delete(one))
      pending.add(one)
      await sleep(50)
    }
    await Promise.all(pending)
  })()
  return {
    async stop() {
      isGoing = false
      await going
      return met
    },
  }
}

/** Replaces the processes of the former version by this one, one after another, while people work. */
export async function upgrade(
  {
    office,
    proxy,
    place,
    bank,
  }: { readonly office: Office; readonly proxy: Proxy; readonly place: Place; readonly bank: RealBank },
  caseId: number,
): Promise<Met> {
  const people = load(bank, caseId)
  try {
    for (const role of ['web1', 'web2'] as const) {
      await proxy.leaveOut(place.ports[role])
      await office.stop(role)
      await office.start(role)
      await proxy.leaveOut(null)
      await sleep(2_000)
    }
    await office.stop('worker')
    await office.start('worker')
    await sleep(1_000)
  } catch (failure) {
    // Nobody goes on asking a bank that has not come up.
    await people.stop()
    throw failure
  }
  return people.stop()
}
