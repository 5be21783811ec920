import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { characteristicOf } from '@ipoteka-office/contract/underwriting/scorecard/characteristics.ts'
import type { ScorecardContent } from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import type { z } from 'zod'

const folder = join(import.meta.dirname, '../../../db/seed/data')
const read = async <T>(name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as T

it('every code that a delivered scorecard weighs has a name in its dictionary', async () => {
  const cards = await read<z.output<typeof ScorecardContent>[]>('scorecards.json')
  const dictionaries =
    await read<Record<string, { items: [code: string, name: string][] }>>('dictionaries.json')
  const nameless = cards.flatMap(({ characteristics }) =>
    characteristics.flatMap(({ code, bins }) => {
      const { measure } = characteristicOf(code)
      if (measure.kind === 'NUMBER') return []
      const known = new Set(dictionaries[measure.dictionary]?.items.map(([item]) => item))
      return bins.flatMap(({ codes }) =>
        codes.filter((one) => !known.has(one)).map((one) => `${code} ${one}`),
      )
    }),
  )
  expect(nameless).toEqual([])
})
