import { expect, it } from 'vitest'
import { creditFields } from '../../cases/sections/credit.ts'
import { employmentFields } from '../../cases/sections/means.ts'
import type { FieldSpecs } from '../../common/fields.ts'
import { askableFields, fieldsIssues } from './asked-fields.ts'

const sections: Readonly<Record<string, FieldSpecs>> = { CREDIT: creditFields, EMPLOYMENT: employmentFields }
const everything = { occupation: 'EMPLOYED_PERMANENT', employmentType: 'EMPLOYED_PERMANENT' }

/** Whether a form has the field where the product of its programme asks for what is given. */
function isShown(path: string, asked: readonly string[]): boolean {
  const [section = '', name = ''] = path.split('.')
  const data = { ...everything, programme: '2', regionCode: '77', goal: 'SECONDARY_MARKET' }
  const asks = { '2': asked.map((field) => ({ field, regions: null })) }
  const { when } = sections[section]?.[name] ?? {}
  return when?.({ data, sections: { CREDIT: data }, asks, participant: null }) ?? true
}

it('each has the name of its field, and is shown where it is asked for alone', () => {
  for (const [path, label] of Object.entries(askableFields)) {
    const [section = '', name = ''] = path.split('.')
    expect([path, sections[section]?.[name]?.label]).toEqual([path, label])
    expect([path, isShown(path, []), isShown(path, [path])]).toEqual([path, false, true])
  }
})

it('what no form asks by choice is refused, and so is one twice', () => {
  expect(fieldsIssues(['CREDIT.ruralPlace'])).toEqual([])
  const paths = fieldsIssues(['CREDIT.amount', 'CREDIT.ruralPlace', 'CREDIT.ruralPlace', 'НЕТ']).map(
    ({ path }) => path,
  )
  expect(paths).toEqual(['fields.0', 'fields.2', 'fields.3'])
})
