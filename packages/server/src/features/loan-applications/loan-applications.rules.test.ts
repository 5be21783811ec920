import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { coolingOffOf } from '@ipoteka-office/contract/loan-applications/cooling-off.ts'
import { describe, expect, it } from 'vitest'
import { standInBureaus } from '#integrations/self-ban/stand-in.ts'
import { SelfBanUnavailable } from '#integrations/self-ban/self-ban-client.ts'
import {
  coolingOffFacts,
  insuranceReason,
  peopleToAsk,
  releaseReason,
  selfBanReason,
  unaskable,
  termsOf,
} from './loan-applications.rules.ts'

const person = (id: number, role: string) => ({ id, role, name: `Человек ${id}`, sections: {} })
const loan = (LOAN: Record<string, unknown>, ...people: ReturnType<typeof person>[]) => ({
  sections: { LOAN },
  participants: people,
})
const borrower = person(1, 'MAIN_BORROWER')

describe('the period of a questionnaire', () => {
  it('is of its sum, receiver, refinanced loans and people', () => {
    const facts = coolingOffFacts(
      loan(
        { amount: '300000', receiver: 'CREDITORS', refinancedCredits: [{ key: 'a', balance: '300000.50' }] },
        borrower,
        person(2, 'SPOUSE'),
      ),
    )
    expect(facts).toMatchObject({ refinancedBalances: ['300000.50'], hasCoBorrowerOrGuarantor: false })
    expect(facts && coolingOffOf(facts, deliveredFigures('2026-11-20')).exemption).toBe('REFINANCING')
    expect(coolingOffFacts(loan({}, borrower))).toBeNull()
    expect(coolingOffFacts(loan({ amount: '1' }, person(2, 'GUARANTOR')))?.hasCoBorrowerOrGuarantor).toBe(
      true,
    )
  })
})

describe('the release', () => {
  const at = (moment: Date) => moment.toISOString()
  const release = new Date('2026-11-23T20:17:31.250Z')
  it.each([
    ['2026-11-23T20:17:31.249Z', /не раньше 2026-11-23T20:17:31.250Z/],
    ['2026-11-23T20:17:31.250Z', null],
    ['2026-11-24T00:00:00.000Z', null],
  ])('at %s', (now, expected) => {
    const reason = releaseReason(release, new Date(now), at)
    if (expected === null) expect(reason).toBeNull()
    else expect(reason).toMatch(expected)
  })
})

describe('self-bans', () => {
  const now = new Date('2026-11-21T12:00:00.000Z')
  const people = [{ participantId: 1, fullName: 'Иванов Иван', inn: '500100732259' as string | null }]
  const check = (state: 'PENDING' | 'CLEAR' | 'BANNED' | 'FAILED', validUntil: string | null = null) => [
    { participantId: 1, participantName: 'Иванов Иван', state, validUntil },
  ]
  it.each([
    [[], /не проверен: Иванов Иван/],
    [check('PENDING'), /ещё не ответили/],
    [check('FAILED'), /не ответили.*ещё раз/],
    [check('BANNED'), /Установлен самозапрет/],
    [check('CLEAR', '2026-11-21T12:00:00.000Z'), /устарел/],
    [check('CLEAR', '2026-11-21T12:00:00.001Z'), null],
  ])('%j', (checks, expected) => {
    const reason = selfBanReason(people, checks, now)
    if (expected === null) expect(reason).toBeNull()
    else expect(reason).toMatch(expected)
  })
  it('cannot be asked about without the ИНН', () => {
    const nameless = people.map((one) => ({ ...one, inn: null }))
    expect(unaskable(people)).toBeNull()
    expect(unaskable(nameless)).toMatch(/Без ИНН.*Иванов Иван. Укажите ИНН/)
    expect(selfBanReason(nameless, [], now)).toBe(unaskable(nameless))
    expect(selfBanReason(nameless, check('CLEAR', '2026-11-21T12:00:00.001Z'), now)).toBeNull()
  })
  it('are asked of those who take the loan', () => {
    const all = loan({}, borrower, person(2, 'CO_BORROWER'), person(3, 'GUARANTOR'), person(4, 'SPOUSE'))
    expect(peopleToAsk(all).map(({ participantId }) => participantId)).toEqual([1, 2])
    expect(selfBanReason([], [], now)).toBe('Добавьте заёмщика')
  })
})

describe('the stand-in of the bureaus', () => {
  const ask = (passport: string, failures = 0) =>
    standInBureaus({ delay: [0, 1], failures }).ask(
      { fullName: 'Иванов', birthDate: null, passport, inn: null },
      'one',
      AbortSignal.timeout(5_000),
    )
  it('answers the same person in the same way', async () => {
    expect(await ask('4510123456')).toEqual(await ask('4510123456'))
  })
  it('knows a ban of one bureau, and one that never answers', async () => {
    expect((await ask('4510120777')).map(({ answer }) => answer)).toContain('BAN')
    await expect(ask('4510120404')).rejects.toThrow(SelfBanUnavailable)
    await expect(ask('4510123456', 100)).rejects.toThrow(/не отвечает/)
  })
})

it('a ban that the client lifts is told of at the first question, however often that one is asked', async () => {
  const bureaus = standInBureaus({ delay: [0, 1], failures: 0 })
  const ask = async (requestId: string) => {
    const person = { fullName: 'Иванов', birthDate: null, passport: '4510120770', inn: null }
    const answers = await bureaus.ask(person, requestId, AbortSignal.timeout(5_000))
    return answers.map(({ answer }) => answer)
  }
  expect(await ask('one')).toEqual(['BAN', 'BAN', 'BAN'])
  expect(await ask('one')).toEqual(['BAN', 'BAN', 'BAN'])
  expect(await ask('two')).toEqual(['NO_BAN', 'NO_BAN', 'NO_BAN'])
})

describe('before signing', () => {
  it.each([
    [{}, /Отметьте/],
    [{ insurance: false }, null],
    [{ insurance: true }, /премию/],
    [{ insurance: true, insurancePremium: '12000' }, null],
  ])('%j of insurance', (values, expected) => {
    const reason = insuranceReason(loan(values))
    if (expected === null) expect(reason).toBeNull()
    else expect(reason).toMatch(expected)
  })
  it('the premium is part of the full cost', () => {
    const values = {
      amount: '300000',
      rate: '19.9',
      termMonths: 24,
      insurance: true,
      insurancePremium: '12000',
    }
    expect(termsOf(loan(values), '2026-11-21')?.fees).toMatchObject([{ kind: 'INSURANCE', amount: '12000' }])
    expect(termsOf(loan({ ...values, rate: undefined }), '2026-11-21')).toBeNull()
  })
})
