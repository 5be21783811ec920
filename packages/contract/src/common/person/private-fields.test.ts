import { describe, expect, it } from 'vitest'
import { type SectionCode, sectionDefinitions, sectionOf } from '#cases/case-sections.ts'
import * as firstForms from '#cases/sections/first-forms.ts'
import type { FieldSpecs } from '../fields.ts'
import { maskKindOf, personalFields } from '../masks.ts'
import { isPrivateField } from './private-fields.ts'

const secretKinds = new Set(['PASSPORT', 'UNIT_CODE', 'INN', 'SNILS'])

/** Fields that hold what may not be kept, as their own data say, by the way to them; those under one that is left out go with it. */
function kept(fields: FieldSpecs, path = ''): string[] {
  return Object.entries(fields).flatMap(([name, { kind, secret, fields: inner }]) => {
    if (isPrivateField(name)) return []
    const own = secretKinds.has(kind) || secret === true ? [path + name] : []
    return inner === undefined ? own : [...own, ...kept(inner, `${path}${name}.`)]
  })
}

const forms: [string, FieldSpecs][] = [
  ...(Object.keys(sectionDefinitions) as SectionCode[]).map((code): [string, FieldSpecs] => [
    code,
    sectionOf(code).fields,
  ]),
  ...Object.entries(firstForms)
    .filter((entry): entry is [string, FieldSpecs] => entry[0].endsWith('Fields'))
    .map(([name, fields]): [string, FieldSpecs] => [name, fields]),
]

const numbersOfPersons = new Set(['PASSPORT', 'SNILS', 'PHONE'])
const ofOrganisations = new Set(['employerPhone'])
/** Fields that hold a number of a person, as their own data say, and are shown whole. */
const open = (fields: FieldSpecs, path = ''): string[] =>
  Object.entries(fields).flatMap(([name, { kind, fields: inner }]) => [
    ...(numbersOfPersons.has(kind) && maskKindOf(name) === undefined && !ofOrganisations.has(name)
      ? [path + name]
      : []),
    ...(inner === undefined ? [] : open(inner, `${path}${name}.`)),
  ])

describe.each(forms)('%s', (_name, fields) => {
  it('hides every passport, СНИЛС and phone by its name', () => {
    expect(open(fields)).toEqual([])
  })

  it('keeps no identity paper, number of a person or income in the browser', () => {
    expect(kept(fields)).toEqual([])
  })
})

it('every masked number but a phone is left out too', () => {
  const open = Object.entries(personalFields).filter(
    ([name, kind]) => kind !== 'phone' && !isPrivateField(name),
  )
  expect(open).toEqual([])
})

it('some sections have such fields: the table above looks where they are', () => {
  expect(isPrivateField('lastName')).toBe(false)
  expect(forms.length).toBeGreaterThan(10)
})
