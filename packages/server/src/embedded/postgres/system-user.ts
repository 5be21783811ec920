import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { PostgresStartError } from './start-error.ts'

/** As whom the database runs. Without ids: as the server itself. */
export interface SystemUser {
  readonly name: string
  readonly ids: { uid: number; gid: number } | Record<string, never>
}

const ownName = 'ipoteka-office'
const noUser =
  'PostgreSQL не работает от имени root, а другого пользователя для неё найти не удалось. ' +
  'Запустите «npm start» обычным пользователем, создайте пользователя командой ' +
  `«useradd --system ${ownName}» или задайте DATABASE_URL.`

interface PasswdEntry {
  name: string
  uid: number
  gid: number
}

function passwdEntries(): PasswdEntry[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((parts) => parts.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

const asUser = ({ name, uid, gid }: PasswdEntry): SystemUser => ({ name, ids: { uid, gid } })

/** A container may know the user and still forbid to become it (no CAP_SETUID, ids not mapped). */
function canBecome({ uid, gid }: PasswdEntry): boolean {
  return uid !== 0 && spawnSync('/bin/sh', ['-c', 'exit 0'], { uid, gid, cwd: '/' }).status === 0
}

function createOwn(log: (line: string) => void): PasswdEntry | undefined {
  const args = [
    '--system',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    ownName,
  ]
  const made = spawnSync('useradd', args, { timeout: 10_000 })
  if (made.status !== 0) return undefined
  log(`создан системный пользователь ${ownName}: PostgreSQL не работает от имени root`)
  return passwdEntries().find(({ name }) => name === ownName)
}

/** The owner of an existing cluster, else an own system user, else `postgres`, else `nobody`; not root: the caller. */
export function chooseUser(existingData: string, log: (line: string) => void): SystemUser {
  if (process.getuid?.() !== 0) return { name: '', ids: {} }
  const owner = statSync(existingData, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) {
    const { uid, gid } = owner
    if (canBecome({ name: '', uid, gid })) return { name: String(uid), ids: { uid, gid } }
  }
  const entries = passwdEntries()
  const named = (name: string) => entries.filter((entry) => entry.name === name && canBecome(entry))[0]
  const user = named(ownName) ?? createOwn(log) ?? named('postgres') ?? named('nobody')
  if (user === undefined || !canBecome(user)) throw new PostgresStartError(noUser)
  return asUser(user)
}

/** Whether the user reaches this folder, tried for real: a closed folder above it would end in an EACCES later. */
export function mayEnter(user: SystemUser, path: string): boolean {
  if (user.ids.uid === undefined) return true
  const tried = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', path], { ...user.ids, cwd: '/' })
  return tried.status === 0
}
