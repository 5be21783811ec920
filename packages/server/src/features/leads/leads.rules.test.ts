import { describe, expect, it } from 'vitest'
import { leadIdOf, moveAfter } from './leads.rules.ts'

describe('the id of a lead in an address', () => {
  it.each([
    ['17', 17],
    ['017', 17],
    ['-5', 'NONE'],
    ['1.5', 'NONE'],
    ['99999999999', 'NONE'],
    ['0', 'INVALID'],
    ['-0', 'INVALID'],
    ['abc', 'INVALID'],
    ['17a', 'INVALID'],
    [' ', 'INVALID'],
    ['NaN', 'INVALID'],
    ['Infinity', 'INVALID'],
  ])('«%s» is %s', (text, expected) => {
    expect(leadIdOf(text)).toBe(expected)
  })
})

describe('an attempt to reach a client', () => {
  it.each([
    ['FIRST_CONTACT', 'NO_ANSWER', 'notReached'],
    ['REPEAT_CONTACT', 'BUSY', 'notReached'],
    ['FIRST_CONTACT', 'REACHED', null],
    ['REPEAT_CONTACT', 'CALL_BACK', null],
    ['MEETING_PLANNED', 'NO_ANSWER', null],
  ] as const)('in %s that ends with %s leads to %s', (stage, outcome, move) => {
    expect(moveAfter(stage, outcome)).toBe(move)
  })
})
