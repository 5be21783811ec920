import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
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
  /** Connections that broke before an answer: what they carried was sent once more. */
  readonly broken: number
  readonly slowestMs: number
}

/** What `fetch` throws when a connection ends without an answer: nginx closes idle ones when it takes new settings. */
const isBroken = (failure: unknown): boolean =>
  failure instanceof TypeError && failure.message === 'fetch failed'

/** Asks lists, cards and saves twenty times a second until it is stopped; like a page, once more where the network broke. */
function load(bank: RealBank, caseId: number): { stop(): Promise<Met> } {
  const met = { asked: 0, failed: [] as string[], broken: 0, slowestMs: 0 }
  let isGoing = true
  const asked = (n: number) => {
    // A command keeps its key: what was done before the connection broke is not done again.
    const headers = { 'idempotency-key': randomUUID() }
    return () => {
      if (n % 4 === 0) return bank.call('POST', '/case-list/applications?page=0&size=20', {})
      if (n % 4 === 1) return bank.call('GET', `/case/${caseId}`)
      if (n % 4 === 3) return bank.call('GET', '/reference/region')
      const body = { text: `Проверка связи ${n}`, kind: 'INTERNAL' }
      return bank.call('POST', `/case/${caseId}/comments`, body, undefined, headers)
    }
  }
  const once = async (n: number) => {
    const begun = performance.now()
    const ask = asked(n)
    try {
      await ask().catch((failure: unknown) => {
        if (!isBroken(failure)) throw failure
        met.broken += 1
        return ask()
      })
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
