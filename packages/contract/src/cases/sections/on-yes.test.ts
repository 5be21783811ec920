import { describe, expect, it } from 'vitest'
import { SectionCode, sectionOf } from '../case-sections.ts'
import { type FieldSpecs, today, valuesSchema } from '#common/fields.ts'

const filling = SectionCode.options.flatMap((code) => {
  const fields: FieldSpecs = sectionOf(code).fields
  return Object.entries(fields).flatMap(([name, { onYes }]) =>
    Object.entries(onYes ?? {}).map(([target, value]) => ({ name, fields, target, value })),
  )
})

describe('what «Да» fills beside it', () => {
  it('is there for both consents', () => {
    expect(new Set(filling.map(({ name }) => name))).toEqual(new Set(['personalData', 'creditHistory']))
  })

  it.each(filling)('$name → $target is a value that the field takes', ({ fields, target, value }) => {
    const given = { [target]: value === today ? '2026-11-20' : value }
    expect(valuesSchema(fields).parse(given)).toMatchObject(given)
    expect(fields[target]?.kind === 'DATE').toBe(value === today)
  })
})
