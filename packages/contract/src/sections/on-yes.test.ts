import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SectionCode, sectionOf } from '../case-sections.ts'
import { type SectionFields, today } from './fields.ts'

const filling = SectionCode.options.flatMap((code) => {
  const fields: SectionFields = sectionOf(code).fields
  return Object.entries(fields).flatMap(([name, { onYes }]) =>
    Object.entries(onYes ?? {}).map(([target, value]) => ({ name, field: fields[target], target, value })),
  )
})

describe('what «Да» fills beside it', () => {
  it('is there for both consents', () => {
    expect(new Set(filling.map(({ name }) => name))).toEqual(new Set(['personalData', 'creditHistory']))
  })

  it.each(filling)('$name → $target is a value that the field takes', ({ field, value }) => {
    const schema: z.core.$ZodType = field?.schema ?? z.never()
    expect(z.safeParse(schema, value === today ? '2026-11-20' : value).success).toBe(true)
    expect(field?.kind === 'DATE').toBe(value === today)
  })
})
