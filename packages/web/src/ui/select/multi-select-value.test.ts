import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  emptyMulti,
  isAllTicked,
  multiValue,
  selectAllCode,
  tickedCodes,
  toggleCode,
} from './multi-select-value.ts'

const every = ['a', 'b', 'c', 'd']
const codes = fc.subarray(every)

describe('the value of a multi-select', () => {
  test('is «all» and no codes when everything is selected', () => {
    expect(multiValue(every, every, true)).toEqual({ codes: [], all: true })
    expect(toggleCode({ codes: ['a', 'b', 'c'], all: false }, 'd', every, true)).toEqual({
      codes: [],
      all: true,
    })
  })

  test('is all the codes where the field has no flag for everything', () => {
    expect(toggleCode(emptyMulti, selectAllCode, every, false)).toEqual({ codes: every, all: false })
  })

  test('becomes everything by «Выбрать все» and nothing by the same row again', () => {
    const all = toggleCode({ codes: ['b'], all: false }, selectAllCode, every, true)
    expect(all).toEqual({ codes: [], all: true })
    expect(toggleCode(all, selectAllCode, every, true)).toEqual(emptyMulti)
  })

  test('becomes all but one when one is unticked', () => {
    expect(toggleCode({ codes: [], all: true }, 'b', every, true)).toEqual({
      codes: ['a', 'c', 'd'],
      all: false,
    })
  })

  test('is never everything of an empty list', () => {
    expect(multiValue([], [], true)).toEqual(emptyMulti)
    expect(isAllTicked(emptyMulti, [])).toBe(false)
  })

  test('keeps codes that the list does not know', () => {
    expect(toggleCode({ codes: ['x'], all: false }, 'a', every, true)).toEqual({
      codes: ['x', 'a'],
      all: false,
    })
  })

  test('never holds the pseudo code, and codes only when it is not everything', () => {
    const step = fc.constantFrom(...every, selectAllCode)
    fc.assert(
      fc.property(fc.array(step), fc.boolean(), (steps, flag) => {
        const value = steps.reduce((held, code) => toggleCode(held, code, every, flag), emptyMulti)
        expect(value.codes).not.toContain(selectAllCode)
        expect(new Set(value.codes).size).toBe(value.codes.length)
        if (value.all) expect(value.codes).toEqual([])
        if (flag && !value.all) expect(value.codes.length).toBeLessThan(every.length)
      }),
    )
  })

  test('is the same again after one row is toggled twice', () => {
    fc.assert(
      fc.property(codes, fc.constantFrom(...every), (chosen, code) => {
        const value = multiValue(chosen, every, true)
        const twice = toggleCode(toggleCode(value, code, every, true), code, every, true)
        expect(tickedCodes(twice, every).sort()).toEqual(tickedCodes(value, every).sort())
      }),
    )
  })
})
