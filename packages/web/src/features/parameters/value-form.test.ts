import { specOf } from '@ipoteka-office/contract/parameters/declared.ts'
import { parameter } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import { describe, expect, it } from 'vitest'
import { formIssues, placeOf, toForm, valueOf } from './value-form.ts'

const today = '2026-11-20'
const table = specOf('cooling-off')
const hours = specOf('self-ban-validity')
const common = { group: 'LOAN', title: '', about: '' } as const
const flag = parameter('FLAG', { ...common, delivered: [{ from: today, value: true, source: '' }] })
const codes = parameter('CODES', {
  ...common,
  dictionary: 'region',
  delivered: [{ from: today, value: ['77'], source: '' }],
})
const link = specOf('bank-policy')
const said = { source: 'Приказ', reason: 'Проверка' }

describe('the form of a value', () => {
  it.each([
    [
      table,
      [
        { upTo: '200000', value: 4 },
        { upTo: null, value: 48 },
      ],
    ],
    [hours, 24],
    [flag, false],
    [link, 'https://bank.ru/policy'],
    [codes, ['77', '78']],
  ] as const)('gives back what it began with', (spec, value) => {
    expect(valueOf(spec, toForm(value, today))).toEqual(value)
  })

  it('names each mistake at its place', () => {
    const form = {
      ...toForm(
        [
          { upTo: '1', value: 4 },
          { upTo: null, value: 48 },
        ],
        today,
      ),
      ...said,
    }
    expect(formIssues(table, form, today)).toEqual([])
    const [first, last] = form.rows
    if (first === undefined || last === undefined) throw new Error('two rows')
    const wrong = {
      ...form,
      rows: [
        { ...first, upTo: null },
        { ...last, number: null },
      ],
    }
    expect(formIssues(table, wrong, today).map(({ path }) => path.join('.'))).toEqual([
      'rows.0.upTo',
      'rows.1.number',
    ])
    expect(placeOf(hours, [])).toEqual(['number'])
  })

  it('asks for a source, a reason and a day that has not passed', () => {
    const paths = (form: object) =>
      formIssues(hours, { ...toForm(24, today), ...form }, today).map(({ path }) => path.join('.'))
    expect(paths({})).toEqual(['source', 'reason'])
    expect(paths({ ...said, validFrom: '2026-11-19' })).toEqual(['validFrom'])
  })

  it('takes an address of a page or nothing for a link', () => {
    const issues = (text: string) =>
      formIssues(link, { ...toForm('', today), ...said, text }, today).map(({ path }) => path)
    expect(issues('')).toEqual([])
    expect(issues('https://bank.ru/policy')).toEqual([])
    for (const wrong of ['bank.ru/policy', 'javascript:alert(1)', `https://bank.ru/${'x'.repeat(300)}`])
      expect(issues(wrong)).toEqual([['text']])
  })
})
