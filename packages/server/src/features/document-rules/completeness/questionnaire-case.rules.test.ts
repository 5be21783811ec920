import { describe, expect, it } from 'vitest'
import { type CaseFile, questionnaireCase } from './questionnaire-case.rules.ts'

const file: CaseFile = {
  id: 1,
  type: 'FULL_APPLICATION',
  number: 'И-26-000001',
  clientName: 'Сомова Анна',
  programmeCode: '2',
  amount: '6000000.00',
  regionCode: '63',
  partnerId: 2,
  openedOn: '2026-11-01',
  stage: 'FILLING',
  level: 'LEVEL_2',
  objectType: null,
  appraisedOn: null,
  replanning: null,
  creditHistoryKnown: null,
  houseProgrammes: new Set(['4']),
}
const unknownMeans = { debtLoad: null, loanToValue: null }
const facts = (
  credit: Record<string, unknown>,
  seller: Record<string, unknown> = {},
  more: Partial<CaseFile> = {},
  means: { debtLoad: string | null; loanToValue: string | null } = unknownMeans,
) =>
  questionnaireCase(
    { ...file, ...more },
    { type: 'FULL_APPLICATION', sections: { CREDIT: credit, SELLER: seller }, participants: [] },
    '2026-11-20',
    means,
  ).facts
const ofPerson = (sections: Record<string, Record<string, unknown>>) =>
  questionnaireCase(
    file,
    {
      type: 'FULL_APPLICATION',
      sections: {},
      participants: [{ id: 7, role: 'MAIN_BORROWER', name: 'А', sections }],
    },
    '2026-11-20',
    unknownMeans,
  ).participants[0]?.facts

describe('facts of a case', () => {
  it('leave out what is not known and never say «нет» for it', () => {
    expect(facts({})).toEqual({
      caseKind: 'FULL_APPLICATION',
      product: 'MORTGAGE',
      level: 'LEVEL_2',
      region: '63',
      partner: '2',
      applicationDate: '2026-11-01',
      individualTermsTable: true,
      programme: '2',
      amount: '6000000.00',
      individualConstruction: undefined,
    })
  })
  it('know the shares, the subsidy that there is none, the account', () => {
    expect(
      facts(
        {
          amount: '6000000',
          propertyPrice: '9000000',
          downPayment: '3000000',
          maternityCapital: false,
          paymentMethod: 'ESCROW',
        },
        {},
        {},
        { debtLoad: '52.70', loanToValue: '79.30' },
      ),
    ).toMatchObject({
      debtLoad: '52.70',
      ltv: '79.30',
      downPaymentShare: '33.33',
      subsidy: null,
      maternityCapital: false,
      escrow: true,
    })
    expect(facts({ maternityCapital: true })['subsidy']).toBeNull()
    expect(facts({})['subsidy']).toBeUndefined()
  })
  it.each([
    ['REFINANCING', {}, { sellerKind: null, shareSale: false, sellerRightMonths: null }],
    [
      'SECONDARY_MARKET',
      { kind: 'INDIVIDUAL', rightSince: '2024-11-21' },
      { sellerKind: 'INDIVIDUAL', sellerRightMonths: 23 },
    ],
    [
      'PRIMARY_MARKET',
      { kind: 'DEVELOPER' },
      { sellerKind: 'DEVELOPER', shareSale: false, sellerRightMonths: null },
    ],
  ])('of a seller at %s with %j', (goal, seller, expected) => {
    expect(facts({ goal }, seller)).toMatchObject(expected)
  })
  it.each([
    [
      { goal: 'SECONDARY_MARKET', pledgeBuyout: true },
      true,
      { pledgeBuyout: false, creditHistoryKnown: true },
    ],
    [{ goal: 'REFINANCING' }, false, { pledgeBuyout: false, creditHistoryKnown: false }],
    [{ goal: 'REFINANCING', pledgeBuyout: true }, null, { pledgeBuyout: true, pledgeHolder: 'BANK' }],
    [{ goal: 'REFINANCING', pledgedOutside: true }, null, { pledgeHolder: 'NON_BANK' }],
    [{ goal: 'SECONDARY_MARKET', pledgedOutside: true }, null, { pledgeHolder: 'BANK' }],
  ])('what the papers of a deal depend on: %j, the bureaus %s', (credit, creditHistoryKnown, expected) => {
    expect(facts(credit, {}, { creditHistoryKnown })).toMatchObject(expected)
  })
  it('of an object come from the object', () => {
    const object = { objectType: 'FLAT', appraisedOn: '2026-05-21', replanning: 'LEGALISED' }
    expect(facts({}, {}, object)).toMatchObject({
      mortgageObjectType: 'FLAT',
      appraisalAgeMonths: 5,
      replanning: true,
    })
  })
})

describe('facts of a person', () => {
  it.each([
    [{ birthDate: '1990-11-21' }, { age: 35, represented: false }],
    [{ maritalStatus: 'SINGLE' }, { marriageContract: false }],
    [{ maritalStatus: 'MARRIED', marriageContract: true }, { marriageContract: true }],
    [{ hasChildren: false }, { childrenUnder18: 0, disabledChild: false }],
    [
      {
        hasChildren: true,
        children: [{ birthDate: '2008-11-20' }, { birthDate: '2008-11-21', disabled: true }],
      },
      { childrenUnder18: 1, disabledChild: true },
    ],
  ])('%j say %j', (PERSONAL, expected) => {
    expect(ofPerson({ PERSONAL })).toMatchObject(expected)
  })
  it('do not say how many children while none is listed', () => {
    expect(ofPerson({ PERSONAL: { hasChildren: true } })).not.toHaveProperty('childrenUnder18')
    expect(ofPerson({ PERSONAL: { maritalStatus: 'MARRIED' } })).not.toHaveProperty('marriageContract')
  })
  it('sum what is confirmed, and what is declared where nothing is', () => {
    const incomes = [{ declared: '100', confirmed: '90.50', verification: 'NDFL2' }, { declared: '9.50' }]
    expect(ofPerson({ INCOME: { incomes } })).toMatchObject({
      confirmedIncome: '100',
      incomeVerification: 'NDFL2',
    })
  })
  it('who says that there is no income has nothing to confirm', () => {
    expect(ofPerson({ INCOME: { noIncome: true, incomes: [{ declared: '5' }] } })).toMatchObject({
      confirmedIncome: '0',
      incomeVerification: 'NO_CONFIRM',
    })
    expect(ofPerson({ INCOME: {} })).not.toHaveProperty('incomeVerification')
  })
})
