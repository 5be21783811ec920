import { describe, expect, it } from 'vitest'
import { encumbranceConditions, encumbranceFindings, forbiddingFindings } from './encumbrances.ts'

const today = '2026-11-24'
const plan = { action: 'Погасить', owner: 'CLIENT', until: '2026-12-10' } as const
const mortgage = { kind: 'MORTGAGE', plan: 'LIFTED_WITH', ...plan } as const
const told = (kind: 'MORTGAGE' | 'ARREST' | 'EASEMENT', more: object = {}) =>
  ({ kind, record: '', plan: 'LIFTED_WITH', ...more }) as const

describe('an encumbrance by the extract', () => {
  it.each([
    ['an arrest that remains', { kind: 'ARREST', plan: 'REMAINS' }, [true]],
    ['a mortgage that remains', { ...mortgage, plan: 'REMAINS' }, [true]],
    ['a lease that remains on no condition', { kind: 'RENT', plan: 'REMAINS' }, [true]],
    ['a lease that is accepted on a condition', { ...plan, kind: 'RENT', plan: 'REMAINS' }, [false]],
    ['a mortgage without a plan', { kind: 'MORTGAGE', plan: 'LIFTED_WITH' }, [true]],
    ['a mortgage whose plan is nobody’s', { ...mortgage, owner: undefined }, [true]],
    ['a mortgage whose plan has no term', { ...mortgage, until: null }, [true]],
    ['a mortgage with a plan', mortgage, [false]],
    ['a plan whose day has passed', { ...mortgage, until: '2026-11-01' }, [true]],
    ['what is done', { kind: 'ARREST', plan: 'LIFTED_BEFORE', doneOn: '2026-11-20' }, []],
    ['what is lifted', { kind: 'ARREST', plan: 'LIFTED' }, []],
  ])('%s', (_, row, hard) => {
    const found = encumbranceFindings({ encumbrances: [row] }, [], today)
    expect(found.map(({ isHard }) => isHard)).toEqual(hard)
  })
})

describe('an encumbrance that the agent has entered', () => {
  it.each([
    ['holds while nobody has written its plan', [told('MORTGAGE')], [], 1],
    ['is answered by the plan of its kind', [told('MORTGAGE')], [mortgage], 0],
    ['twice needs two plans', [told('MORTGAGE'), told('MORTGAGE')], [mortgage], 1],
    ['is another one by its record', [told('MORTGAGE', { record: '2' })], [{ ...mortgage, record: '1' }], 1],
    ['is the same by its record', [told('MORTGAGE', { record: '1' })], [{ ...mortgage, record: '1' }], 0],
    ['that is lifted holds nothing', [told('ARREST', { plan: 'LIFTED' })], [], 0],
  ] as const)('%s', (_, entered, encumbrances, hard) => {
    const found = encumbranceFindings({ encumbrances }, entered, today)
    expect(found.filter(({ isHard }) => isHard)).toHaveLength(hard)
  })

  it('forbids before any examination only where it can never be pledged', () => {
    const remains = { plan: 'REMAINS' } as const
    expect(forbiddingFindings({}, [told('MORTGAGE'), told('EASEMENT', remains)])).toEqual([])
    expect(forbiddingFindings({}, [told('ARREST', remains)])).toHaveLength(1)
    expect(forbiddingFindings({ encumbrances: [{ kind: 'BAN', plan: 'REMAINS' }] }, [])).toHaveLength(1)
  })
})

it('a plan is a condition of whoever it names, by the day and at the point of the deal that it names', () => {
  const rows = [
    { ...mortgage, record: '16-1', beneficiary: 'Волга Банк', byWhom: 'Продавец' },
    { ...plan, kind: 'RENT', plan: 'REMAINS', owner: 'LAWYER', action: 'Получить согласие арендатора' },
    { kind: 'ARREST', plan: 'LIFTED_BEFORE', doneOn: '2026-11-20' },
  ]
  expect(encumbranceConditions('Квартира', { encumbrances: rows })).toMatchObject([
    {
      text: 'Квартира: снять обременение: ипотека (запись 16-1, в пользу: Волга Банк). Погасить. Делает: Продавец',
      ...{ point: 'AT_DEAL', owner: 'CLIENT', dueOn: '2026-12-10', printed: true, category: 'COLLATERAL' },
    },
    {
      text: 'Квартира: остаётся аренда. Получить согласие арендатора',
      ...{ point: 'BEFORE_DEAL', owner: 'LAWYER', printed: false },
    },
  ])
})
