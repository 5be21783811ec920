import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built page of the kits lies. */
    kits: string
  }
}

const root = resolve(import.meta.dirname, '../../../..')

/** Builds the page of the kits once for all of their tests. */
export function setup(project: TestProject): () => void {
  const place = mkdtempSync(join(tmpdir(), 'kits-'))
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      ...['build', 'packages/web', '--config', 'packages/web/vite.kits.config.ts'],
      ...['--outDir', place, '--emptyOutDir'],
    ],
    { cwd: root, stdio: 'inherit' },
  )
  project.provide('kits', place)
  return () => rmSync(place, { recursive: true, force: true })
}
