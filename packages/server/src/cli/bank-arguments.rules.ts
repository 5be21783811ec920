import { isBic } from '@ipoteka-office/contract/common/bank-account.ts'
import { isInn } from '@ipoteka-office/contract/common/identifiers.ts'
import { loginPattern } from '@ipoteka-office/contract/employees/employees.ts'
import type { NewBank } from '#db/seed/create-bank.ts'
import { isTimeZone } from '#lib/bank-time.ts'

/** A parameter of `bank:create`: what stands in the help, and why a value is not taken. */
interface Parameter {
  readonly example: string
  readonly optional?: boolean
  readonly what: string
  refusal(value: string): string | null
}

const unless = (fits: boolean, refusal: string) => (fits ? null : refusal)
const isName = (most: number) => (value: string) =>
  unless(value.length >= 2 && value.length <= most, `нужно от 2 до ${most} знаков`)

function innRefusal(value: string): string | null {
  if (!/^\d{10}$/.test(value)) return 'ИНН банка — 10 цифр без пробелов'
  return unless(isInn(value), 'контрольная цифра не сходится, сверьте номер с выпиской из ЕГРЮЛ')
}

function bicRefusal(value: string): string | null {
  if (!/^\d{9}$/.test(value)) return 'БИК — 9 цифр без пробелов'
  const isBank = isBic(value) && value.startsWith('04') && Number(value.slice(6)) >= 50
  return unless(
    isBank,
    'так БИК кредитной организации не выглядит: он начинается с 04 и кончается числом от 050 до 999',
  )
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const namePart = /^[А-ЯЁа-яёA-Za-z][А-ЯЁа-яёA-Za-z' -]*$/

function adminNameRefusal(value: string): string | null {
  const parts = value.split(/\s+/)
  return unless(
    parts.length >= 2 && parts.every((part) => namePart.test(part)),
    'нужны фамилия, имя и, если есть, отчество через пробел',
  )
}

/** Everything that `bank:create` takes, in the order of the help. */
export const parameters = {
  name: { example: '«АО «Пример Банк»»', what: 'полное наименование банка', refusal: isName(500) },
  'short-name': { example: '«Пример Банк»', what: 'краткое наименование', refusal: isName(200) },
  inn: { example: '7701000019', what: 'ИНН банка', refusal: innRefusal },
  bik: { example: '044525999', what: 'БИК банка', refusal: bicRefusal },
  license: {
    example: '1234',
    what: 'номер лицензии Банка России',
    refusal: (value) =>
      unless(/^\d{1,4}(?:-[А-ЯA-Z]{1,2})?$/i.test(value), 'нужен номер вида 1234 или 1234-К'),
  },
  'time-zone': {
    example: 'Europe/Moscow',
    what: 'часовой пояс банка',
    refusal: (value) =>
      unless(
        value.includes('/') && isTimeZone(value),
        'нужно имя часового пояса из базы IANA, например Europe/Moscow или Asia/Yekaterinburg',
      ),
  },
  'admin-login': {
    example: 'ivanova',
    what: 'логин первого администратора: тот же, что в сервере входа',
    refusal: (value) =>
      unless(
        loginPattern.test(value),
        'от 2 до 100 знаков: латинские буквы, цифры, точка, дефис, подчёркивание и @',
      ),
  },
  'admin-name': {
    example: '«Иванова Мария Петровна»',
    optional: true,
    what: 'его фамилия, имя и отчество',
    refusal: adminNameRefusal,
  },
  'admin-identity-id': {
    example: '5f1c…',
    optional: true,
    what: 'его номер (sub) в сервере входа: тогда логин там можно сменить',
    refusal: (value) => unless(uuid.test(value), 'нужен UUID пользователя из сервера входа'),
  },
} as const satisfies Record<string, Parameter>
type Name = keyof typeof parameters

const all: Readonly<Record<Name, Parameter>> = parameters
const isParameter = (name: string): name is Name => Object.hasOwn(parameters, name)
/** Quotes of a sample that was copied from a text. */
const withoutQuotes = (value: string) => value.trim().replace(/^[«"](.*)[»"]$/s, '$1')

interface Words {
  readonly values: Map<Name, string>
  readonly problems: string[]
}

/** `--name value` and `--name=value`: pairs; a value that no name stands before comes by itself. */
function pairsOf(words: readonly string[]): [name: string | null, value: string][] {
  const pairs: [string | null, string][] = []
  let waiting: string | null = null
  for (const word of words) {
    const [, name, given] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? []
    if (name === undefined) {
      pairs.push([waiting, word.trim()])
      waiting = null
      continue
    }
    if (waiting !== null) pairs.push([waiting, ''])
    waiting = given === undefined ? name : null
    if (given !== undefined) pairs.push([name, given.trim()])
  }
  return waiting === null ? pairs : [...pairs, [waiting, '']]
}

/** Every parameter that the words give, each once. */
function readWords(words: readonly string[]): Words {
  const values = new Map<Name, string>()
  const problems: string[] = []
  for (const [name, value] of pairsOf(words)) {
    if (name === null) problems.push(`«${value}»: лишнее слово. Значение с пробелами берётся в кавычки`)
    else if (!isParameter(name)) problems.push(`--${name}: такого параметра нет`)
    else if (values.has(name)) problems.push(`--${name}: указан дважды`)
    else values.set(name, value)
  }
  return { values, problems }
}

/** Why the parameter is not right; null: it is. */
function problemOf(name: Name, value: string | undefined): string | null {
  const { optional = false, what, example, refusal } = all[name]
  if (value === undefined && optional) return null
  if (value === undefined || value === '') return `--${name}: не указан (${what}, например ${example})`
  const refused = refusal(value)
  return refused === null ? null : `--${name}: ${refused}`
}

function bankOf(values: ReadonlyMap<Name, string>): NewBank {
  const valueOf = (name: Name) => withoutQuotes(values.get(name) ?? '')
  const fullName = values.get('admin-name') ?? 'Администратор системы'
  const [lastName = '', firstName = '', ...middle] = fullName.split(/\s+/)
  return {
    name: valueOf('name'),
    shortName: valueOf('short-name'),
    inn: valueOf('inn'),
    bic: valueOf('bik'),
    license: valueOf('license'),
    timeZone: valueOf('time-zone'),
    admin: {
      login: valueOf('admin-login'),
      lastName,
      firstName,
      middleName: middle.join(' ') || null,
      identityId: values.get('admin-identity-id')?.toLowerCase() ?? null,
    },
  }
}

/** What the words of the command line ask for, or everything that is wrong with them, a line each. */
export function readBankArguments(words: readonly string[]): { bank: NewBank } | { problems: string[] } {
  const { values, problems } = readWords(words)
  for (const name of Object.keys(parameters).filter(isParameter)) {
    const problem = problemOf(name, values.get(name))
    if (problem !== null) problems.push(problem)
  }
  return problems.length > 0 ? { problems } : { bank: bankOf(values) }
}

/** The help of `bank:create`. */
export const bankUsage = `Создание банка в пустой базе: сам банк, поставляемые роли и справочники, первый администратор.

  npm run bank:create -- --name 'АО «Пример Банк»' --short-name 'Пример Банк' --inn 7701000019 --bik 044525999 \\
    --license 1234 --time-zone Europe/Moscow --admin-login ivanova

${Object.entries(all)
  .map(
    ([name, { what, optional }]) =>
      `  --${name.padEnd(18)}${what}${optional === true ? ' (необязательный)' : ''}`,
  )
  .join('\n')}

База — из DATABASE_URL или встроенная; система может работать: она заметит банк сама. В контейнере — та же команда.
`
