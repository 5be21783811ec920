import { RegionLimits } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import { describe, expect, test } from 'vitest'
import { shapeIssues, versionIssues } from './product-checks.ts'
import { newLimits, toContent, toProductValues } from './product-values.ts'

const content = VersionContent.parse({
  kind: 'PRODUCT',
  names: { staff: 'Новостройка', client: 'Ипотека на новостройку' },
  audience: {},
  limits: [
    {
      name: 'Все регионы',
      regions: [],
      minAmount: '500000',
      maxAmount: '30000000',
      minMonths: 36,
      maxMonths: 360,
      minAge: 21,
      maxAgeAtEnd: 75,
    },
  ],
  rate: {
    type: 'FIXED',
    matrix: { axes: [{ kind: 'NUMBER', code: 'termMonths', from: ['1', '121'] }], cells: ['21.4', null] },
    floor: '19.9',
  },
  schedule: {},
})
const promotion = VersionContent.parse({
  kind: 'PROMOTION',
  names: { staff: 'Осень', client: 'Осень' },
  audience: {},
  effect: { points: '-0.5' },
  period: { from: '2026-09-01', to: '2026-11-30' },
  cap: { kind: 'COUNT', count: 200 },
})
const version = { content, validFrom: '2026-12-01', validTo: null }

describe('the form of a version', () => {
  test('holds what the version says and gives it back', () => {
    expect(VersionContent.parse(toContent('PRODUCT', toProductValues(version)))).toEqual(content)
    const ofPromotion = toProductValues({ ...version, content: promotion })
    expect(VersionContent.parse(toContent('PROMOTION', ofPromotion))).toEqual(promotion)
  })

  test('a cap that is taken off is none', () => {
    const values = toProductValues({ ...version, content: promotion })
    values.cap.kind = 'NONE'
    expect(toContent('PROMOTION', values)).toMatchObject({ cap: null })
  })

  test('a hole in the rates is kept with the draft and stands in the way of sending it', () => {
    const values = toProductValues(version)
    expect(shapeIssues('PRODUCT', values)).toEqual([])
    expect(versionIssues('PRODUCT', values)).toEqual([
      { path: 'rate.matrix.cells.1', message: 'Ставка не указана' },
    ])
  })

  test('limits that are not filled in cannot be kept', () => {
    const values = { ...toProductValues(version), limits: [newLimits] }
    expect(RegionLimits.safeParse(newLimits).success).toBe(false)
    expect(shapeIssues('PRODUCT', values).map(({ path }) => path)).toContain('limits.0.maxAmount')
  })

  test('days go forward, and the first one is named', () => {
    const values = { ...toProductValues(version), validTo: '2026-11-01' }
    expect(shapeIssues('PRODUCT', values)).toEqual([
      { path: 'validTo', message: 'Последний день раньше первого' },
    ])
    expect(versionIssues('PRODUCT', { ...values, validFrom: '', validTo: '' })).toContainEqual({
      path: 'validFrom',
      message: 'Назначьте первый день',
    })
  })
})
