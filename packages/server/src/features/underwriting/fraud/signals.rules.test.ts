import { withAccountKey } from '@ipoteka-office/contract/common/bank-account.ts'
import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import type { FraudSignalCode } from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import { fraudSignals } from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import { describe, expect, it } from 'vitest'
import type { FraudFacts, PayoutAccount, SharedTie } from './fraud-facts.ts'
import { bandOf, changesOf, printOf, scoreOf, signalsOf } from './signals.rules.ts'

const figures = deliveredFigures('2026-11-20')
const main = (sections: object, id = 1) => ({ id, role: 'MAIN_BORROWER', name: 'Сомова Анна', sections })
const facts = (more: Partial<FraudFacts> = {}): FraudFacts => ({
  today: '2026-11-20',
  openedOn: '2026-11-10',
  own: {
    type: 'FULL_APPLICATION',
    rows: [],
    people: [],
    sections: { CREDIT: { goal: 'SECONDARY_MARKET' } },
    participants: [main({})],
  },
  ties: [],
  marks: null,
  agents: [],
  confirmed: [],
  papers: [],
  certificates: [],
  employers: [],
  payout: null,
  incomeMedian: null,
  object: null,
  control: null,
  ...more,
})
const own = (personal: object, case_: object = {}, more: object = {}): Pick<FraudFacts, 'own'> => ({
  own: {
    ...facts().own,
    sections: { CREDIT: { goal: 'SECONDARY_MARKET' }, ...case_ },
    participants: [main({ PERSONAL: personal, ...more })],
  },
})
const tie = (more: Partial<SharedTie>): SharedTie => ({
  ...{ kind: 'PHONE', value: '79171234567', label: '79171234567', role: 'телефон', source: 'PERSONAL' },
  ...{ participantId: 1, people: 1, caseIds: [], roles: [], employers: 1 },
  ...more,
})
const paper = (origin: object | null) => ({
  ...{ documentId: 7, name: 'Справка.pdf', isPdf: true },
  origin: origin && { producer: '', creator: '', createdAt: null, modifiedAt: null, ...origin },
})
const employer = (more: object) => ({
  ...{ participantId: 1, state: 'OK', text: 'ООО «Заря»: действует', registeredOn: null },
  ...{ addressCompanies: null, headName: null, headCompanies: null },
  ...more,
})
const office = (more: Partial<SharedTie>) => tie({ kind: 'ADDRESS', role: 'адрес работодателя', ...more })
const bic = '044525225'
const loan = (more: Partial<PayoutAccount> | 'UNKNOWN' | null): Partial<FraudFacts> => ({
  ...own({}, { LOAN: { disbursement: 'ACCOUNT' } }),
  payout:
    more === null || more === 'UNKNOWN'
      ? more
      : {
          ...{ bic, account: withAccountKey('40817810000000000001', bic) },
          bank: { name: 'ПАО Сбербанк', leftOn: null },
          ...more,
        },
})
const stateOf = (code: FraudSignalCode, more: Partial<FraudFacts>) =>
  signalsOf(facts(more), figures).find((one) => one.code === code)?.state

describe('the signs of fraud', () => {
  it.each<[FraudSignalCode, string, Partial<FraudFacts>, string | undefined]>([
    ['SHARED_PHONE', 'no phone', {}, 'UNKNOWN'],
    ['SHARED_PHONE', 'two people', { ties: [tie({ people: 2, caseIds: [9] })] }, 'QUIET'],
    ['SHARED_PHONE', 'three people', { ties: [tie({ people: 3, caseIds: [9, 8] })] }, 'FIRED'],
    [
      'SHARED_PHONE',
      'the employer’s',
      { ties: [tie({ role: 'телефон работодателя', people: 9 })] },
      'UNKNOWN',
    ],
    [
      'SHARED_EMPLOYER_PHONE',
      'colleagues',
      { ties: [tie({ role: 'телефон работодателя', people: 9, roles: ['телефон работодателя'] })] },
      'QUIET',
    ],
    [
      'SHARED_EMPLOYER_PHONE',
      'of two employers',
      { ties: [tie({ role: 'телефон работодателя', people: 3, employers: 2 })] },
      'FIRED',
    ],
    [
      'SHARED_EMPLOYER_PHONE',
      'somebody’s own',
      { ties: [tie({ role: 'телефон работодателя', people: 3, roles: ['телефон'] })] },
      'FIRED',
    ],
    [
      'SHARED_ADDRESS',
      'of an employer',
      { ties: [tie({ kind: 'ADDRESS', role: 'адрес работодателя', people: 9 })] },
      'UNKNOWN',
    ],
    [
      'SHARED_ACCOUNT',
      'two people',
      { ...own({}, { LOAN: {} }), ties: [tie({ kind: 'ACCOUNT', role: 'счёт', people: 2 })] },
      'FIRED',
    ],
    ['SHARED_OBJECT', 'one person', { ties: [tie({ kind: 'OBJECT', people: 1 })] }, 'QUIET'],
    ['CONFIRMED_TIE', 'none', {}, 'QUIET'],
    ['CONFIRMED_TIE', 'one', { confirmed: [{ caseId: 5, number: 'И-1', shared: ['почта'] }] }, 'FIRED'],
    ['SHARED_DEVICE', 'nothing kept', {}, 'UNKNOWN'],
    ['SHARED_DEVICE', 'the bank’s own', { marks: [] }, 'UNKNOWN'],
    [
      'SHARED_DEVICE',
      'one agent',
      { marks: [{ kind: 'DEVICE', label: 'a', people: 1, partners: 1, caseIds: [] }] },
      'QUIET',
    ],
    [
      'SHARED_DEVICE',
      'two agents',
      { marks: [{ kind: 'DEVICE', label: 'a', people: 2, partners: 1, caseIds: [3] }] },
      'FIRED',
    ],
    [
      'SHARED_NETWORK',
      'one partner',
      { marks: [{ kind: 'NETWORK', label: '10.0.0.1', people: 4, partners: 1, caseIds: [] }] },
      'QUIET',
    ],
    [
      'SHARED_NETWORK',
      'two partners',
      { marks: [{ kind: 'NETWORK', label: '10.0.0.1', people: 2, partners: 2, caseIds: [] }] },
      'FIRED',
    ],
    ['AGENT_REJECTIONS', 'the bank', {}, 'QUIET'],
    ['AGENT_REJECTIONS', 'too few', { agents: [{ name: 'Ким', decided: 9, rejected: 9 }] }, 'UNKNOWN'],
    ['AGENT_REJECTIONS', 'a bad agent', { agents: [{ name: 'Ким', decided: 10, rejected: 4 }] }, 'FIRED'],
    ['AGENT_REJECTIONS', 'a good agent', { agents: [{ name: 'Ким', decided: 10, rejected: 3 }] }, 'QUIET'],
    ['CERTIFICATE_SUMS', 'not read', {}, 'UNKNOWN'],
    ['CERTIFICATE_SUMS', 'adds up', { certificates: [{ documentId: 1, person: 'А', failed: [] }] }, 'QUIET'],
    [
      'CERTIFICATE_SUMS',
      'does not',
      { certificates: [{ documentId: 1, person: 'А', failed: ['Сумма по месяцам: не сходится'] }] },
      'FIRED',
    ],
    ['EDITED_FILES', 'no PDF', {}, 'UNKNOWN'],
    ['EDITED_FILES', 'came before', { papers: [paper(null)] }, 'UNKNOWN'],
    ['EDITED_FILES', 'by an editor', { papers: [paper({ producer: 'iLovePDF' })] }, 'FIRED'],
    [
      'EDITED_FILES',
      'days later',
      { papers: [paper({ createdAt: '2026-10-01T10:00:00Z', modifiedAt: '2026-10-05T10:00:00Z' })] },
      'FIRED',
    ],
    [
      'EDITED_FILES',
      'at once',
      { papers: [paper({ createdAt: '2026-10-01T10:00:00Z', modifiedAt: '2026-10-01T10:00:07Z' })] },
      'QUIET',
    ],
    ['EMPLOYER_STATUS', 'no answer', { employers: [employer({ state: 'ERROR' })] }, 'UNKNOWN'],
    ['EMPLOYER_STATUS', 'no date', { employers: [employer({})] }, 'UNKNOWN'],
    [
      'EMPLOYER_STATUS',
      'liquidated',
      { employers: [employer({ state: 'WARN', text: 'прекратил деятельность' })] },
      'FIRED',
    ],
    ['EMPLOYER_STATUS', 'young', { employers: [employer({ registeredOn: '2026-06-01' })] }, 'FIRED'],
    ['EMPLOYER_STATUS', 'old', { employers: [employer({ registeredOn: '2026-05-20' })] }, 'QUIET'],
    ['MASS_ADDRESS', 'not told', { employers: [employer({})] }, 'UNKNOWN'],
    [
      'MASS_ADDRESS',
      'a failed answer',
      { employers: [employer({ state: 'ERROR', addressCompanies: 90 })] },
      'UNKNOWN',
    ],
    ['MASS_ADDRESS', 'four employers', { ties: [office({ employers: 4 })] }, 'QUIET'],
    ['MASS_ADDRESS', 'five employers', { ties: [office({ employers: 5 })] }, 'FIRED'],
    [
      'MASS_ADDRESS',
      'where five people live',
      { ties: [tie({ kind: 'ADDRESS', role: 'живёт', employers: 5 })] },
      'UNKNOWN',
    ],
    ['MASS_ADDRESS', 'nine in the register', { employers: [employer({ addressCompanies: 9 })] }, 'QUIET'],
    ['MASS_ADDRESS', 'ten in the register', { employers: [employer({ addressCompanies: 10 })] }, 'FIRED'],
    ['MASS_HEAD', 'no answer', {}, 'UNKNOWN'],
    ['MASS_HEAD', 'a name alone', { employers: [employer({ headName: 'Ким' })] }, 'UNKNOWN'],
    ['MASS_HEAD', 'of nine', { employers: [employer({ headName: 'Ким', headCompanies: 9 })] }, 'QUIET'],
    ['MASS_HEAD', 'of ten', { employers: [employer({ headName: 'Ким', headCompanies: 10 })] }, 'FIRED'],
    ['ACCOUNT_BIC', 'a mortgage', {}, undefined],
    ['ACCOUNT_BIC', 'to a card', own({}, { LOAN: { disbursement: 'CARD' } }), 'QUIET'],
    ['ACCOUNT_BIC', 'not told', loan(null), 'UNKNOWN'],
    ['ACCOUNT_BIC', 'no directory', loan('UNKNOWN'), 'UNKNOWN'],
    ['ACCOUNT_BIC', 'right', loan({}), 'QUIET'],
    ['ACCOUNT_BIC', 'of no bank', loan({ bank: null }), 'FIRED'],
    ['ACCOUNT_BIC', 'no БИК', loan({ bic: '999999999' }), 'FIRED'],
    ['ACCOUNT_BIC', 'of a bank that left', loan({ bank: { name: 'Банк', leftOn: '2026-03-01' } }), 'FIRED'],
    ['ACCOUNT_BIC', 'of a bank in liquidation', loan({ bank: { name: 'КУ Банка', leftOn: null } }), 'FIRED'],
    ['ACCOUNT_BIC', 'a wrong digit', loan({ account: '40817810100000000002' }), 'FIRED'],
    ['PASSPORT_FRESH', 'no date', {}, 'UNKNOWN'],
    ['PASSPORT_FRESH', 'fresh', own({ birthDate: '1990-04-12', passportIssuedOn: '2026-10-20' }), 'FIRED'],
    [
      'PASSPORT_FRESH',
      'thirty days',
      own({ birthDate: '1990-04-12', passportIssuedOn: '2026-10-11' }),
      'QUIET',
    ],
    [
      'PASSPORT_FRESH',
      'at forty-five',
      own({ birthDate: '1981-10-01', passportIssuedOn: '2026-10-20' }),
      'QUIET',
    ],
    ['PASSPORT_FRESH', 'masked', own({ birthDate: '1990-04-12', passportIssuedOn: '••••' }), 'UNKNOWN'],
    ['SIGNATURE_OWNER', 'always', {}, 'UNKNOWN'],
    ['ACCOMPANIED', 'nobody controlled', {}, 'UNKNOWN'],
    ['ACCOMPANIED', 'clean', { control: [{ name: 'А', signs: [] }] }, 'QUIET'],
    ['ACCOMPANIED', 'dictated', { control: [{ name: 'А', signs: ['signDictates'] }] }, 'FIRED'],
    ['INCOME_ABOVE_MEDIAN', 'no income', {}, 'UNKNOWN'],
    ['RELATIVE_SELLER', 'no seller', {}, 'UNKNOWN'],
    [
      'RELATIVE_SELLER',
      'a namesake',
      own({ lastName: 'Сомова' }, { SELLER: { kind: 'INDIVIDUAL', name: 'Сомов Пётр Ильич' } }),
      'FIRED',
    ],
    [
      'RELATIVE_SELLER',
      'by a maiden name',
      own(
        { lastName: 'Ким', previousNames: [{ fullName: 'Сомова Анна' }] },
        { SELLER: { kind: 'INDIVIDUAL', name: 'Сомов Пётр' } },
      ),
      'FIRED',
    ],
    [
      'RELATIVE_SELLER',
      'by the phone',
      own(
        { lastName: 'Ким', phone: '+79170000000' },
        { SELLER: { kind: 'INDIVIDUAL', name: 'Ли', phone: '+7 917 000-00-00' } },
      ),
      'FIRED',
    ],
    [
      'RELATIVE_SELLER',
      'a stranger',
      own({ lastName: 'Сомова' }, { SELLER: { kind: 'INDIVIDUAL', name: 'Сомовский Пётр' } }),
      'QUIET',
    ],
    [
      'RELATIVE_SELLER',
      'a developer',
      own({ lastName: 'Сомова' }, { SELLER: { kind: 'DEVELOPER', name: 'Сомов и Ко' } }),
      'QUIET',
    ],
    [
      'RELATIVE_SELLER',
      'nothing bought',
      own({ lastName: 'Сомова' }, { CREDIT: { goal: 'REFINANCING' } }),
      undefined,
    ],
    ['PRICE_ABOVE_MEDIAN', 'no price', {}, 'UNKNOWN'],
    [
      'PRICE_ABOVE_MEDIAN',
      'few alike',
      { object: { name: 'Квартира', perMetre: 200_000, median: { value: 100_000, count: 4 } } },
      'UNKNOWN',
    ],
    [
      'PRICE_ABOVE_MEDIAN',
      'far above',
      { object: { name: 'Квартира', perMetre: 125_000, median: { value: 100_000, count: 40 } } },
      'FIRED',
    ],
    [
      'PRICE_ABOVE_MEDIAN',
      'within',
      { object: { name: 'Квартира', perMetre: 120_000, median: { value: 100_000, count: 40 } } },
      'QUIET',
    ],
    ['SHORT_OWNERSHIP', 'not told', {}, 'UNKNOWN'],
    [
      'SHORT_OWNERSHIP',
      'short',
      own({}, { SELLER: { kind: 'INDIVIDUAL', rightSince: '2026-07-01' } }),
      'FIRED',
    ],
    [
      'SHORT_OWNERSHIP',
      'long',
      own({}, { SELLER: { kind: 'INDIVIDUAL', rightSince: '2026-05-10' } }),
      'QUIET',
    ],
    ['THIRD_PARTY_DOWN_PAYMENT', 'not told', {}, 'UNKNOWN'],
    [
      'THIRD_PARTY_DOWN_PAYMENT',
      'a gift',
      own({}, { CREDIT: { goal: 'SECONDARY_MARKET', downPaymentSource: 'GIFT' } }),
      'FIRED',
    ],
    [
      'THIRD_PARTY_DOWN_PAYMENT',
      'savings',
      own({}, { CREDIT: { goal: 'SECONDARY_MARKET', downPaymentSource: 'SAVINGS' } }),
      'QUIET',
    ],
  ])('%s, %s', (code, _, more, state) => {
    expect(stateOf(code, more)).toBe(state)
  })

  const earns = (declared: string) => own({}, {}, { INCOME: { incomes: [{ declared }] } })
  it.each([
    ['far above', earns('200001'), 100_000, 40, 'FIRED'],
    ['twice as much', earns('200000'), 100_000, 40, 'QUIET'],
    ['among few', earns('900000'), 100_000, 19, 'UNKNOWN'],
  ])('an income %s', (_, more, value, count, state) => {
    expect(stateOf('INCOME_ABOVE_MEDIAN', { ...more, incomeMedian: { value, count } })).toBe(state)
  })

  it('are all there in a purchase, each with its weight, and what is not known says why', () => {
    const signals = signalsOf(facts(), figures)
    expect(signals.map(({ code }) => code)).toEqual(
      Object.keys(fraudSignals).filter((code) => code !== 'SHARED_ACCOUNT' && code !== 'ACCOUNT_BIC'),
    )
    expect(signals.every(({ weight }) => weight > 0)).toBe(true)
    for (const { state, missing } of signals) expect(missing !== null).toBe(state === 'UNKNOWN')
  })

  it('hide a phone from whoever reads them', () => {
    const [phone] = signalsOf(facts({ ties: [tie({ people: 3 })] }), figures)
    expect(JSON.stringify(phone)).not.toContain('79171234567')
  })
})

describe('what the signs say together', () => {
  it.each([
    [0, 'LOW'],
    [24, 'LOW'],
    [25, 'MEDIUM'],
    [59, 'MEDIUM'],
    [60, 'HIGH'],
    [900, 'HIGH'],
  ] as const)('%i points are a risk %s', (score, band) => {
    expect(bandOf(score, figures)).toBe(band)
  })

  it('is the sum of those that fired', () => {
    expect(
      scoreOf([
        { state: 'FIRED', weight: 20 },
        { state: 'QUIET', weight: 10 },
        { state: 'UNKNOWN', weight: 40 },
        { state: 'FIRED', weight: 5 },
      ]),
    ).toBe(25)
  })

  it('is told apart from the computation before', () => {
    const before = signalsOf(facts(), figures)
    const now = signalsOf(facts({ ties: [tie({ people: 3 })] }), figures)
    expect(printOf(now)).not.toBe(printOf(before))
    expect(printOf(before)).toBe(printOf(signalsOf(facts(), figures)))
    expect(changesOf(now, before)).toEqual(['«Телефон у разных людей»: не определено → сработал'])
    expect(changesOf(now, undefined)).toEqual([])
  })
})
