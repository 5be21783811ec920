import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const server = new URL('../../../', import.meta.url)

test('the stage of a case is written by its move alone', () => {
  const writes =
    /UPDATE case_file\b[^`]*?\bSET\b[^`]*?\bstage\b\s*=|INSERT INTO case_stage|UPDATE case_stage/s
  const writers = globSync('**/*.ts', { cwd: server.pathname })
    .filter(
      (file) => !file.includes('.test.') && !file.startsWith('db/seed/') && !file.startsWith('testing/'),
    )
    .filter((file) => writes.test(readFileSync(new URL(file, server), 'utf8')))
  expect(writers).toEqual(['features/cases/engine/moves.repo.ts'])
})
