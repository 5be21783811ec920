import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slowFiles } from '../../packages/server/vitest.config.ts'
import { root } from '../lib/node.mjs'

test('every slow file is there: a renamed one would go with the quick ones unnoticed', () => {
  expect(slowFiles.filter((path) => !existsSync(join(root, 'packages/server', path)))).toEqual([])
})
