import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parameterCodes } from './declared.ts'

it('no figure is declared twice: of two the one that is read later would silently win', async () => {
  const files = readdirSync(import.meta.dirname).filter((file) => /^.+-(?:parameters|shares)\.ts$/.test(file))
  const codes: string[] = []
  for (const file of files) {
    const shared: Readonly<Record<string, object>> = await import(/* @vite-ignore */ `./${file}`)
    for (const [name, declared] of Object.entries(shared))
      if (/(?:Parameters|Shares)$/.test(name)) codes.push(...Object.keys(declared))
  }
  expect(codes.toSorted()).toEqual(parameterCodes.toSorted())
})
