import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { demoAccounts } from '#db/seed/demo-accounts.ts'
import { bankUsage, parameters, readBankArguments } from './bank-arguments.rules.ts'

const good = {
  name: 'АО «Пример Банк»',
  'short-name': 'Пример Банк',
  inn: '7701000019',
  bik: '044525999',
  license: '1234-К',
  'time-zone': 'Asia/Yekaterinburg',
  'admin-login': 'ivanova',
}
type Given = Partial<Record<keyof typeof parameters, string>>
const wordsOf = (given: Given) => Object.entries(given).flatMap(([name, value]) => [`--${name}`, value])
const problemsOf = (words: readonly string[]) => {
  const read = readBankArguments(words)
  return 'problems' in read ? read.problems : []
}

it('takes a bank with its first administrator, whichever way the values are written', () => {
  const bank = {
    name: 'АО «Пример Банк»',
    shortName: 'Пример Банк',
    inn: '7701000019',
    bic: '044525999',
    license: '1234-К',
    timeZone: 'Asia/Yekaterinburg',
    admin: {
      login: 'ivanova',
      lastName: 'Администратор',
      firstName: 'системы',
      middleName: null,
      identityId: null,
    },
  }
  expect(readBankArguments(wordsOf(good))).toEqual({ bank })
  expect(readBankArguments(Object.entries(good).map(([name, value]) => `--${name}=${value}`))).toEqual({
    bank,
  })
  const id = '5D0C0DE0-0000-4000-8000-000000000001'
  const named = { ...good, 'admin-name': 'Иванова Мария Рашид кызы', 'admin-identity-id': id }
  expect(readBankArguments(wordsOf(named))).toMatchObject({
    bank: {
      admin: {
        lastName: 'Иванова',
        firstName: 'Мария',
        middleName: 'Рашид кызы',
        identityId: id.toLowerCase(),
      },
    },
  })
})

it.each([
  ['name', 'А', /от 2 до 500 знаков/],
  ['short-name', 'x'.repeat(201), /от 2 до 200 знаков/],
  ['inn', '770100001', /10 цифр/],
  ['inn', '500100732259', /10 цифр/],
  ['inn', '7701000018', /контрольная цифра не сходится/],
  ['bik', '44525999', /9 цифр/],
  ['bik', '144525999', /начинается с 04/],
  ['bik', '014525988', /начинается с 04/],
  ['bik', '044525001', /от 050 до 999/],
  ['license', 'без лицензии', /вида 1234/],
  ['time-zone', 'Москва', /Europe\/Moscow/],
  ['time-zone', '+03:00', /Europe\/Moscow/],
  ['time-zone', 'Europe/Atlantis', /Europe\/Moscow/],
  ['admin-login', 'иванова', /латинские буквы/],
  ['admin-name', 'Иванова', /фамилия, имя/],
  ['admin-identity-id', '42', /UUID/],
] as const)('refuses --%s %s and says what is wanted', (name, value, said) => {
  const problems = problemsOf(wordsOf({ ...good, [name]: value }))
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(said)
  expect(problems[0]).toContain(`--${name}: `)
})

it('names all that is missing at once, what it does not know and what stands twice', () => {
  expect(problemsOf([]).map((line) => line.split(':')[0])).toEqual(
    Object.keys(good).map((name) => `--${name}`),
  )
  expect(problemsOf([...wordsOf(good), '--inn', '7701000019'])).toEqual(['--inn: указан дважды'])
  expect(problemsOf([...wordsOf(good), '--bic', '044525999'])).toEqual(['--bic: такого параметра нет'])
  expect(problemsOf([...wordsOf(good), 'Банк'])).toEqual([
    '«Банк»: лишнее слово. Значение с пробелами берётся в кавычки',
  ])
  expect(problemsOf(['--name', ...wordsOf({ ...good, name: 'x' }).slice(2)])).toHaveLength(1)
})

it('the help names every parameter', () => {
  for (const name of Object.keys(parameters)) expect(bankUsage).toContain(`--${name}`)
})

it('the realm of production brings nobody; the demo one is the same realm with the demo sign-ins', () => {
  const realm = (file: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../../deploy/keycloak', file), 'utf8'))
  const { users, ...demo } = realm('realm-demo.json')
  const { passwordPolicy, ...production } = realm('realm.json')
  // The demo password is known to everybody; a policy would only refuse it.
  expect(passwordPolicy).toContain('length(12)')
  expect(production).toEqual(demo)
  expect(JSON.stringify(production)).not.toMatch(/credentials|"password"/)
  expect((users as { username: string }[]).map(({ username }) => username)).toEqual(
    demoAccounts.map(({ login }) => login),
  )
  const compose = readFileSync(join(import.meta.dirname, '../../../../deploy/compose.yaml'), 'utf8')
  expect(compose).not.toMatch(/\.\/keycloak:|realm-demo\.json:/)
})
