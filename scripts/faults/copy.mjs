import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../lib/node.mjs'

/** What tools write anew is not shared: a second name of a file is the same file. */
const written = /^\.(?:cache|vite)/

/**
 * Gives every file of a folder a second name in another: no byte is copied. Links stay as they are, so that those to our
 * own packages lead to the packages of the copy.
 * @param {string} from
 * @param {string} to
 */
function linkTree(from, to) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (written.test(entry.name)) continue
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isDirectory()) linkTree(source, target)
    else linkSync(source, target)
  }
}

/** @param {string} to */
function linkModules(to) {
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name))
  for (const path of ['.', ...packages].map((name) => join(name, 'node_modules')))
    if (existsSync(join(root, path))) linkTree(join(root, path), join(to, path))
}

/** A copy of the working tree, with what is not committed, and with the same libraries. */
export function copyTree() {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  // On the disk of the tree, where a file may have two names.
  const place = mkdtempSync(join(cache, 'faults-'))
  // The user of PostgreSQL goes through it to its programs.
  chmodSync(place, 0o755)
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_048_576 })
  for (const path of files.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    cpSync(join(root, path), join(place, path))
  }
  linkModules(place)
  return { place, remove: () => rmSync(place, { recursive: true, force: true }) }
}
