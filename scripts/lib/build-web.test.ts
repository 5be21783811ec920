import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeOldFiles } from './build-web.mjs'

test('files of earlier builds are kept for a week, for the tabs that were opened before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ipoteka-build-'))
  const now = Date.now()
  const days = {
    'new-1.js': 0,
    'week-2.js': 6.9,
    'old-3.js': 7.1,
    'old-3.js.br': 30,
    'pdf-1/new.bcmap': 1,
    'pdf-1/old.bcmap': 9,
  }
  mkdirSync(join(folder, 'pdf-1'))
  for (const [name, age] of Object.entries(days)) {
    writeFileSync(join(folder, name), '')
    const at = new Date(now - age * 86_400_000)
    utimesSync(join(folder, name), at, at)
  }
  removeOldFiles(folder, now)
  expect(readdirSync(folder).sort()).toEqual(['new-1.js', 'pdf-1', 'week-2.js'])
  expect(readdirSync(join(folder, 'pdf-1'))).toEqual(['new.bcmap'])
  rmSync(folder, { recursive: true })
})
