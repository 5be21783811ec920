import {
  realtyGaps,
  realtyIssues,
  RealtyObjectInput,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { describe, expect, it } from 'vitest'
import { derivedOf, editableIn, namedCodes, tidied } from './realty-objects.rules.ts'

const flat = RealtyObjectInput.parse({
  role: 'MORTGAGESUBJECT',
  type: 'FLAT',
  numberType: 'CADASTRAL',
  number: '77:01:0001001:1234',
  address: { value: 'г Москва, ул Тверская, д 5, кв 7', regionCode: '77' },
  area: '54.30',
  price: '6480000',
  rightKind: null,
  ownership: null,
  owners: [],
  extractDate: '2026-11-01',
  encumbrances: [],
  appraisals: [],
  building: { floor: 3, floors: 9, wallsMaterialType: '061001001001', rooms: 2, livingArea: null },
  comment: '',
})

describe('who changes an object', () => {
  const agent = { isAhml: false, operations: { RealtyObject: ['Read', 'Update'] } }
  const expert = { isAhml: true, operations: { RealtyObject: ['Update'], FullApplication: ['CheckRealty'] } }
  const reader = { isAhml: false, operations: { RealtyObject: ['Read'] } }
  const at = (stage: string, closed = false) => ({
    caseType: 'FULL_APPLICATION' as const,
    stage,
    closed,
    archivedAt: null,
  })
  it.each([
    [agent, at('FILLING'), true],
    [agent, at('REALTY_SELECTION'), true],
    [agent, at('REALTY_CHECK'), false],
    [agent, at('UNDERWRITING'), false],
    [expert, at('REALTY_CHECK'), true],
    [expert, at('DEAL', true), false],
    [reader, at('FILLING'), false],
  ])('%j in %j: %s', (actor, row, enabled) => {
    const answer = editableIn(actor, row)
    expect(answer.enabled).toBe(enabled)
    expect(answer.reasonDisabled === null).toBe(enabled)
  })
  it('is told what to do instead', () => {
    expect(editableIn(agent, at('REALTY_CHECK')).reasonDisabled).toMatch(/Андеррайтинг.*вернуть заявку/)
  })
})

describe('an object', () => {
  it('keeps what has a sense for its type', () => {
    expect(tidied(flat).building).toEqual({
      floor: 3,
      floors: 9,
      wallsMaterialType: '061001001001',
      rooms: 2,
    })
    expect(tidied({ ...flat, type: 'LAND' }).building).toEqual({})
    expect(tidied({ ...flat, building: { replanning: 'NONE', replanningNote: 'кухня' } }).building).toEqual({
      replanning: 'NONE',
    })
  })
  it('names its codes with their places', () => {
    expect(namedCodes(flat)).toEqual([
      { path: 'type', dictionary: 'mortgageObjectType', code: 'FLAT', label: 'Тип объекта' },
      {
        path: 'building.wallsMaterialType',
        dictionary: 'wallsMaterialType',
        code: '061001001001',
        label: 'Материал стен',
      },
    ])
  })
  it('is appraised by its latest report', () => {
    const report = (reportDate: string, marketValue: string) => ({
      appraiser: 'ООО «Оценка»',
      reportNumber: '1',
      reportDate,
      marketValue,
      liquidationValue: null,
    })
    const appraisals = [report('2026-10-01', '6500000'), report('2026-03-01', '6000000')]
    expect(derivedOf({ ...flat, appraisals })).toEqual({
      regionCode: '77',
      appraisedOn: '2026-10-01',
      marketValue: '6500000',
    })
  })
  it('lacks what an expert needs', () => {
    expect(realtyGaps(flat).map(({ field }) => field)).toEqual(['ownership', 'owners', 'appraisals'])
    const right = { ...flat, type: 'DDU_RIGHT', number: '' }
    expect(realtyGaps(right)).toEqual([])
  })
  it.each([
    [{ number: '77:01:1' }, 'number'],
    [{ building: { livingArea: '60' } }, 'building.livingArea'],
    [{ building: { floor: 10, floors: 9 } }, 'building.floor'],
    [{ extractDate: '2026-11-22' }, 'extractDate'],
  ])('%j cannot be', (change, path) => {
    const issues = realtyIssues({ ...flat, ...change }, '2026-11-21')
    expect(issues.map((issue) => issue.path)).toEqual([path])
  })
  it('of the register by another number keeps any number', () => {
    expect(realtyIssues({ ...flat, numberType: 'CONDITIONAL', number: '77-77-11/1' }, '2026-11-21')).toEqual(
      [],
    )
  })
})
