import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { describe, expect, it } from 'vitest'
import { readDocumentRules } from '#db/seed/document-rules.ts'
import { meansOf } from '#features/cases/means/case-means.rules.ts'
import { assess } from './completeness/completeness.rules.ts'
import { type CaseFile, questionnaireCase } from './completeness/questionnaire-case.rules.ts'
import { blocksStage } from './completeness/stage-gates.rules.ts'
import { toRuleSet } from './rule-set.rules.ts'

const { rules: delivered } = await readDocumentRules()
const rules = toRuleSet(delivered.map(({ content }, index) => ({ id: index + 1, content })))
const today = '2026-11-20'
const file: CaseFile = {
  id: 1,
  type: 'LOAN_APPLICATION',
  number: 'П-26-000001',
  clientName: 'Сомова Анна',
  programmeCode: null,
  amount: null,
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
const personal = {
  birthDate: '1990-05-05',
  citizenship: '643',
  nameChanged: false,
  registrationType: 'PERMANENT',
}
const employment = { employmentType: 'EMPLOYED_PERMANENT', salaryClient: false }
const income = { incomes: [{ verification: 'NDFL2', declared: '90000' }] }
const loan = {
  amount: '300000',
  termMonths: 24,
  rate: '20',
  goal: 'REPAIR',
  productType: 'CASH_BASE',
  insurance: false,
}
type Sections = QuestionnaireData['participants'][number]['sections']
const person = (sections: Sections, role = 'MAIN_BORROWER') => ({
  id: role.length,
  role,
  name: role,
  sections: { PERSONAL: personal, EMPLOYMENT: employment, INCOME: income, ...sections },
})

const unknownMeans = { debtLoad: null, loanToValue: null }

function asked(more: Record<string, unknown>, people = [person({})]) {
  const stored: QuestionnaireData = {
    type: 'LOAN_APPLICATION',
    sections: { LOAN: { ...loan, ...more } },
    participants: people,
  }
  return assess({
    rules,
    data: questionnaireCase(
      file,
      stored,
      today,
      meansOf(stored, [], { today, isWorking: () => true, figures: deliveredFigures(today) }),
    ),
    documents: [],
    horizon: { today, soon: today },
    names: {
      ofFact: (_, code) => code,
      ofDocument: (code) => code,
      ofRole: (code) => code,
      daysOf: () => null,
      leadUsages: new Map(),
    },
  })
}
/** What keeps the application out of the check of the set, and what cannot be decided yet. */
const needs = (...given: Parameters<typeof asked>) => {
  const { missing, undecided } = blocksStage(asked(...given), 'DOCS_CHECK')
  return {
    missing: missing.map(({ documents }) => documents.map(({ code }) => code).join('/')).sort(),
    undecided: undecided.map(({ dependsOn }) => dependsOn.map(({ fact }) => fact).join('/')),
  }
}
const always = ['APP_LOAN', 'CONSENT_BKI', 'CONSENT_PD', 'PASSPORT_RF/PASSPORT_FOREIGN']
const papers = 'NDFL2/INCOME_BANK_FORM/PFR_STATEMENT/ACCOUNT_STATEMENT'

describe('documents of a consumer loan', () => {
  it.each([
    ['a small sum is given on the word of the borrower', { amount: '49999.99' }, {}, []],
    ['from 50 000 the income is confirmed', { amount: '50000' }, {}, [papers]],
    ['from 500 000 the job too', { amount: '500000' }, {}, ['LABOR_BOOK/STD_R', papers]],
    [
      'a client paid through the bank brings neither',
      { amount: '900000' },
      { EMPLOYMENT: { ...employment, salaryClient: true } },
      [],
    ],
    ['who has no income has none to confirm', {}, { INCOME: { noIncome: true } }, []],
    [
      'the digital profile stands for papers',
      {},
      { INCOME: { incomes: [{ verification: 'DIGITAL_PROFILE' }] } },
      ['CONSENT_PFR'],
    ],
    [
      'a self-employed',
      {},
      { EMPLOYMENT: { ...employment, employmentType: 'SELF_EMPLOYED' } },
      ['SELF_EMPLOYED_CERT'],
    ],
    [
      'a pensioner',
      {},
      { EMPLOYMENT: { ...employment, employmentType: 'PENSIONER' } },
      ['PENSION_CERT/PFR_STATEMENT/ACCOUNT_STATEMENT'],
    ],
    ['a soldier', {}, { EMPLOYMENT: { ...employment, employmentType: 'MILITARY' } }, ['EMPLOYER_CERT/NDFL2']],
    ['insurance needs its own consent', { insurance: true }, {}, ['CONSENT_ADD_SERVICES', papers]],
    ['what is refinanced is proved', { goal: 'REFINANCING' }, {}, [papers, 'REF_DEBT_CERT', 'REF_KD']],
    [
      'a changed name',
      { amount: '1000' },
      { PERSONAL: { ...personal, nameChanged: true } },
      ['NAME_CHANGE_CERT'],
    ],
  ])('%s', (_, more, sections, further) => {
    expect(needs(more, [person(sections)])).toEqual({
      missing: [...always, ...further].sort(),
      undecided: [],
    })
  })
  it('are asked of everybody who owes, the papers of income not of a guarantor', () => {
    const people = [person({}), person({}, 'CO_BORROWER'), person({}, 'GUARANTOR')]
    const { missing } = needs({}, people)
    expect(missing.filter((one) => one === 'APP_LOAN')).toHaveLength(3)
    expect(missing.filter((one) => one === papers)).toHaveLength(2)
  })
  it('what is not known yet is named, not guessed', () => {
    const { undecided } = needs({ goal: undefined, insurance: undefined }, [person({ EMPLOYMENT: {} })])
    expect(new Set(undecided.flatMap((facts) => facts.split('/')))).toEqual(
      new Set(['employmentType', 'loanGoal', 'loanInsurance', 'salaryClient']),
    )
  })
  it('the insurance policy and its payment are asked before the money, not before signing', () => {
    const at = (stage: 'SIGNING' | 'ISSUE') =>
      blocksStage(asked({ insurance: true }), stage).missing.map(({ documents }) => documents[0]?.code)
    expect(at('SIGNING')).not.toContain('POLICY_LIFE')
    expect(at('ISSUE')).toEqual(expect.arrayContaining(['POLICY_LIFE', 'POLICY_PAYMENT']))
  })
  it('a payment above half of the income asks for the notice of risks before signing', () => {
    const at = (amount: string) =>
      blocksStage(asked({ amount, termMonths: 12 }), 'SIGNING').missing.map(
        ({ documents }) => documents[0]?.code,
      )
    expect(at('900000')).toContain('PDN_RISK_NOTICE')
    expect(at('300000')).not.toContain('PDN_RISK_NOTICE')
    expect(at('300000')).toEqual(expect.arrayContaining(['KD_INDIVIDUAL', 'KD_GENERAL', 'PAYMENT_SCHEDULE']))
  })
})

it('a rule about what a mortgage alone has does not wait for the answer of a consumer loan', () => {
  const facts = (type: CaseFile['type']) =>
    questionnaireCase({ ...file, type }, { type, sections: {}, participants: [] }, today, unknownMeans).facts
  const ofMortgage = ['programme', 'goal', 'ltv', 'propertyPrice', 'subsidy', 'mortgageObjectType'] as const
  for (const fact of ofMortgage) {
    expect(facts('LOAN_APPLICATION')[fact]).toBeNull()
    expect(facts('FULL_APPLICATION')[fact]).toBeUndefined()
  }
})
