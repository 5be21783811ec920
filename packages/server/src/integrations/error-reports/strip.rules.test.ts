import { describe, expect, it } from 'vitest'
import { framesOf } from './stack.ts'
import { stripPath, stripPersonal, stripRoute } from './strip.ts'

/** What must never leave the bank, and in which words it was planted. */
const planted: readonly (readonly [what: string, text: string, secrets: readonly string[]])[] = [
  ['a passport', 'Passport 4509 235857 is unknown', ['4509', '235857']],
  ['a passport in pieces', 'серия 45 09 № 235-857', ['45 09', '235', '857']],
  ['a passport as one word', 'cannot parse 4509235857', ['4509235857', '235857']],
  ['a phone', 'call +7 (917) 123-45-67 failed', ['917', '123', '67']],
  ['a phone as one word', 'client 89171234567 not found', ['89171234567', '9171234567']],
  ['a СНИЛС', 'snils 112-233-445 95 is wrong', ['112', '233', '445']],
  ['an ИНН', 'duplicate inn=500100732259', ['500100732259']],
  ['an ИНН of a company', 'ИНН 7707083893', ['7707083893']],
  ['an account', 'account 40817810099910004312', ['40817810099910004312', '0004312']],
  ['a card', 'card 4276 3800 1234 5678', ['4276', '3800', '5678']],
  ['a sum', 'amount 5 000 000,50 is too big', ['000', '5 000']],
  ['a day of birth', 'born 12.04.1990', ['12.04', '1990']],
  ['a day of birth, ISO', 'born 1990-04-12T00:00:00Z', ['1990', '04-12']],
  ['a name', 'Сомова Анна Игоревна не найдена', ['Сомова', 'Анна', 'Игоревна']],
  ['a name in small letters', 'no client сомова анна', ['сомова', 'анна']],
  ['a name alone', 'Error: Иванов', ['Иванов']],
  ['initials', 'owner Сомова А. И. has left', ['Сомова', 'А. И.']],
  ['a name with a hyphen and ё', 'Мамин-Сибиряк Пётр', ['Мамин', 'Сибиряк', 'Пётр']],
  ['a name in Latin letters', 'holder Somova Anna Igorevna expired', ['Somova', 'Anna', 'Igorevna']],
  ['a name in capitals', 'holder SOMOVA ANNA expired', ['SOMOVA', 'ANNA']],
  ['a name of other letters', 'client Աննա Սոմովա and აννა', ['Աննա', 'Սոմովա']],
  ['an address', 'г Самара, ул Победы, д 1, кв 17', ['Самара', 'Победы']],
  ['mail', 'mail anna.somova@example.ru bounced', ['anna', 'somova', 'example']],
  ['mail of a Russian domain', 'mail анна@почта.рф bounced', ['анна', 'почта']],
  ['a value in quotes', `Unexpected token 'И', "Иванов Ив"... is not valid JSON`, ['Иванов', 'Ив']],
  ['a Latin value in quotes', 'Invalid value "Somova" at index 3', ['Somova']],
  ['a value in «»', 'нет «Somova Anna»', ['Somova', 'Anna']],
  ['a key of PostgreSQL', 'Key (login, inn)=(somova, 7707) already exists', ['somova', '7707']],
  ['a query', 'GET https://bank.ru/api/search?text=somova&inn=7707083893 failed', ['somova', '7707083893']],
  ['a path with an id', 'GET http://bank.ru/full-app-edit/48211#somova', ['48211', 'somova']],
  ['a path with a name', 'GET http://bank.ru/person/%D0%A1%D0%BE%D0%BC%D0%BE%D0%B2%D0%B0', ['%D0']],
  ['a name percent-encoded', 'bad %D0%A1%D0%BE%D0%BC here', ['%D0']],
  ['a name in escapes', 'bad \\u0421\\u043e\\u043c here', ['0421', '043e']],
  [
    'a password of a database',
    'connect postgresql://app:s3cret@db.bank.ru/ipoteka',
    ['s3cret', 'app:', 'db.bank.ru'],
  ],
  ['a token', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0', ['eyJhbGci', 'eyJzdWIi']],
  ['an id of a person', 'user 6f1f2a54-6a4e-4f1c-9d2e-0b4f5a1c2d3e', ['6f1f2a54', '0b4f5a1c2d3e']],
  ['machine lines of a passport', 'P<RUSSOMOVA<<ANNA<<<<<<<<', ['SOMOVA', 'ANNA']],
]

describe('of a text that leaves the bank', () => {
  it.each(planted)('%s is cut off', (_what, text, secrets) => {
    const left = stripPersonal(text)
    for (const secret of secrets) expect(left).not.toContain(secret)
  })

  it.each([
    [
      `Cannot read properties of undefined (reading 'map')`,
      `Cannot read properties of undefined (reading 'map')`,
    ],
    ['x.filter is not a function', 'x.filter is not a function'],
    ['Response 503 of step 12', 'Response 503 of step 12'],
    ['Maximum call stack size exceeded', 'Maximum call stack size exceeded'],
    ['relation "case_file" does not exist', 'relation "case_file" does not exist'],
    ['Сеанс ещё не начат', '[text]'],
    ['GET https://bank.ru/api/case/48211/sections?x=1', 'GET https://…/api/case/*/sections'],
  ])('what is the code’s own stays: %s', (text, expected) => {
    expect(stripPersonal(text)).toBe(expected)
  })

  it('a very long one takes no time', () => {
    const begun = performance.now()
    for (const text of [
      '1 '.repeat(50_000),
      'a@'.repeat(50_000),
      '<'.repeat(100_000),
      '"'.repeat(100_000),
      'Аа '.repeat(50_000),
    ])
      expect(stripPersonal(text).length).toBeLessThanOrEqual(1_000)
    expect(performance.now() - begun).toBeLessThan(500)
  })
})

describe('of a path', () => {
  it.each([
    ['/full-app-edit/$id', '/full-app-edit/$id'],
    ['/case/:id/participant/:participantId', '/case/:id/participant/:participantId'],
    ['/full-app-edit/48211?tab=x#y', '/full-app-edit/*'],
    ['/person/Сомова/4509235857', '/person/*/*'],
    ['/search?text=Сомова', '/search'],
    ['', ''],
  ])('%s only words stay', (path, expected) => {
    expect(stripPath(path)).toBe(expected)
  })
})

describe('of a route', () => {
  it.each([
    ['GET /case/:id 200', 'GET /case/:id 200'],
    ['job lead-contact', 'job lead-contact'],
    ['GET /person/Сомова 404', 'GET /person/* 404'],
    ['Сомова Анна 4509235857', '*'],
    ['GET /person/Somova Anna 917', '*'],
    ['background', 'background'],
  ])('%s', (route, expected) => {
    expect(stripRoute(route)).toBe(expected)
  })
})

describe('of a stack', () => {
  it('frames of a server stay, places of the machine and the message do not', () => {
    const stack = [
      'Error: Сомова 4509235857',
      '    at readCase (file:///home/ivanov/office/packages/server/src/features/cases/cases.repo.ts:12:7)',
      '    at async Object.handle (/srv/app/packages/server/src/http/mount.ts:90:3)',
      '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
      '    at /srv/app/node_modules/pg/lib/client.js:545:17',
      '    at eval (Сомова:1:1)',
    ].join('\n')
    expect(framesOf(stack)).toEqual([
      { function: 'eval', filename: '(unknown)', lineno: 1, colno: 1, in_app: false },
      { function: '?', filename: 'node_modules/pg/lib/client.js', lineno: 545, colno: 17, in_app: false },
      {
        function: 'process.processTicksAndRejections',
        filename: 'node:internal/process/task_queues',
        lineno: 105,
        colno: 5,
        in_app: false,
      },
      {
        function: 'Object.handle',
        filename: 'packages/server/src/http/mount.ts',
        lineno: 90,
        colno: 3,
        in_app: true,
      },
      {
        function: 'readCase',
        filename: 'packages/server/src/features/cases/cases.repo.ts',
        lineno: 12,
        colno: 7,
        in_app: true,
      },
    ])
  })

  it('frames of browsers are read too, without the address of the bank', () => {
    const chromium = 'TypeError: x\n    at Row (https://office.bank.ru/static/shell-CHoJplbJ.js:3:4711)'
    const firefox =
      'Row@https://office.bank.ru/static/shell-CHoJplbJ.js:3:4711\n@https://office.bank.ru/p?inn=77:1:1'
    const row = {
      function: 'Row',
      filename: 'static/shell-CHoJplbJ.js',
      lineno: 3,
      colno: 4711,
      in_app: true,
    }
    expect(framesOf(chromium)).toEqual([row])
    expect(framesOf(firefox).at(-1)).toEqual(row)
    expect(JSON.stringify(framesOf(firefox))).not.toContain('bank.ru')
  })
})
