import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, firstOf } from '../check.ts'
import { judgeAnswer } from '../leaks.ts'

interface Case {
  readonly name: string
  /** What must be read back; absent: 400 is demanded. */
  readonly stored?: unknown
}
type Verdict = string | null

const digits = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))

/** Times of the shift: exactly HH:MM is taken, anything else is refused. */
const times: (Case & { value: unknown })[] = [
  ...digits.slice(0, 24).map((h) => ({ name: `час ${h}`, value: `${h}:00`, stored: `${h}:00` })),
  ...digits.map((m) => ({ name: `минута ${m}`, value: `09:${m}`, stored: `09:${m}` })),
  ...[
    '24:00',
    '23:60',
    '9:00',
    '09:0',
    '0900',
    '09-00',
    ' 09:00',
    '09:00 ',
    '09:00:00',
    '٠٩:٠٠',
    '09：00',
    'ab:cd',
    '-1:00',
    '09:00\u0000',
    '1e1:0',
    '',
    null,
    900,
    true,
    ['09:00'],
  ].map((value) => ({ name: `время ${JSON.stringify(value)}`, value })),
]
const limits: (Case & { value: unknown })[] = [
  ...[0, 1, 9_999, 10_000, 1.0].map((value) => ({ name: `лимит ${value}`, value, stored: value })),
  ...[-1, 10_001, 0.5, 1e9, 2 ** 31, 2 ** 53, Number.MAX_VALUE, '5', '', 'NaN', null, [], {}, true].map(
    (value) => ({
      name: `лимит ${JSON.stringify(value)}`,
      value,
    }),
  ),
]
const versions = [0, -1, 1.5, 2 ** 31, 2 ** 53, '1', null, [], {}].map((value) => ({
  name: `версия ${JSON.stringify(value)}`,
  value,
}))

/** Names of clients: taken as they are (trimmed) or refused. */
const names: (Case & { value: string })[] = [
  ...[
    'Ёлкин Пётр',
    "О'Коннор Шон",
    'Гусейнов Тимур Рашид оглы',
    'Сухово-Кобылин Александр',
    'Ли',
    'Чен Ир',
    'Иванов — Петров',
    'Müller Jürgen',
    '王小明',
    'د. محمد',
    '👩‍👩‍👧‍👦 Семья',
    'а'.repeat(200),
    '<b>Иван</b>',
    '=1+1',
    '%s%n',
    "Robert'); DROP TABLE application;--",
    'İstanbul',
    'ﬁ',
    'Å',
    'A\u030A',
  ].map((value) => ({ name: `имя ${value.slice(0, 20)}`, value, stored: value })),
  { name: 'имя с пробелами вокруг', value: '  Ким  ', stored: 'Ким' },
  ...[
    '',
    '   ',
    'а'.repeat(201),
    'Ив\u0000ан',
    'Ив\u0008ан',
    'Ив\u001Bан',
    'Ив\u007Fан',
    'Иван\uD800',
    '\uDC00',
    '\uFFFE',
  ].map((value) => ({
    name: `имя ${JSON.stringify(value).slice(0, 24)}`,
    value,
  })),
]
const moments: (Case & { value: unknown })[] = [
  ...[
    '2026-11-20T11:02:00Z',
    '2026-11-20T11:02:00.123Z',
    '2026-11-20T14:02:00+03:00',
    '2024-02-29T00:00:00Z',
    '2026-12-31T23:59:59.999Z',
    '2026-03-29T02:30:00+03:00',
    '1999-12-31T21:00:00Z',
  ].map((value) => ({ name: `момент ${value}`, value, stored: new Date(value).toISOString() })),
  ...[
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-20',
    '2026-11-20T11:02:00',
    '20.11.2026',
    'вчера',
    '0000-00-00T00:00:00Z',
    '2026-11-20T25:00:00Z',
    '+275760-09-13T00:00:01Z',
    '',
    0,
    1_795_000_000_000,
    null,
    true,
  ].map((value) => ({ name: `момент ${JSON.stringify(value)}`, value })),
]
const ids = [
  '0',
  '-1',
  '1.0',
  '1e3',
  '2147483648',
  '9'.repeat(40),
  '0x10',
  ' 1',
  '+1',
  '١',
  'NaN',
  '01',
  '1;',
  "1'",
]
const pages = ['-1', '1.5', 'abc', '99999999999', '1e9', "0'", 'NaN', '٣', 'null', 'Infinity']
const sizes = ['0', '-5', '101', '1000000', 'abc', '1.5', '1e2x', ' ', 'null', 'NaN']

async function approverCases(bank: BankUnderTest): Promise<{ count: number; verdicts: Verdict[] }> {
  const [first] = await bank.activeApprovers('nis', 1)
  const path = `/api/partner/nis/${first?.id}`
  const kept = await bank.read<Approver>('GET', path)
  const verdicts: Verdict[] = []
  const fields = [
    ...times.map((each) => ({ ...each, field: 'workingShiftFrom' as const })),
    ...times.map((each) => ({ ...each, field: 'workingShiftBy' as const })),
    ...limits.map((each) => ({ ...each, field: 'mortgageApplicationsLimit' as const })),
  ]
  for (const { field, value, name, stored } of fields) {
    const { version: _, ...now } = await bank.read<Approver>('GET', path)
    const answer = await bank.send('PUT', path, { body: { ...now, [field]: value } })
    const read = answer.status === 200 ? (JSON.parse(answer.text) as Approver)[field] : undefined
    verdicts.push(judge(`${field}: ${name}`, answer.status, answer.text, stored, read))
  }
  for (const { name, value } of versions) {
    const { status, text } = await bank.send('PUT', path, { body: { ...kept, version: value } })
    verdicts.push(judge(name, status, text, undefined, undefined))
  }
  const { version: _, ...back } = kept
  await bank.send('PUT', path, { body: back })
  return { count: fields.length + versions.length, verdicts }
}

function judge(name: string, status: number, text: string, stored: unknown, read: unknown): Verdict {
  const shown = judgeAnswer(status, text)
  if (shown !== null) return `${name}: ${shown}`
  if (status === 429) return `${name}: ответ 429, проверка не состоялась`
  if (stored === undefined) return status === 400 ? null : `${name}: ${status} вместо 400`
  if (status !== 200) return `${name}: ${status} вместо 200 ${text.slice(0, 120)}`
  return Object.is(read, stored)
    ? null
    : `${name}: сохранено ${JSON.stringify(read)} вместо ${JSON.stringify(stored)}`
}

async function intakeCases(bank: BankUnderTest): Promise<{ count: number; verdicts: Verdict[] }> {
  const [sample] = await bank.sql<Record<string, string>>(
    `SELECT programme, level_code AS level, coalesce(outside_status, 'UNDERWRITING') AS status, region_code AS region, partner_id AS "partnerId", type
      FROM application WHERE type = 'nis' AND closed_at IS NULL LIMIT 1`,
  )
  const run = Date.now().toString(36)
  const cases = [
    ...names.map((each) => ({ ...each, field: 'clientName', column: 'client_name' })),
    ...moments.map((each) => ({ ...each, field: 'receivedAt', column: 'received_at' })),
  ]
  const items = cases.map((each, n) => ({
    ...sample,
    number: `EDGE-${run}-${n}`,
    clientName: 'Ким Анна',
    dueAt: '2030-01-01T00:00:00Z',
    [each.field]: each.value,
  }))
  // One by one: characters that no text may hold refuse the whole call.
  const outcomes: string[] = []
  for (const body of items) {
    const { status, text } = await bank.send('POST', '/api/application/intake', { body })
    const results = status === 200 ? (JSON.parse(text) as { results: { outcome: string }[] }).results : []
    outcomes.push(status === 400 ? 'REFUSED' : (results[0]?.outcome ?? String(status)))
  }
  const rows = await bank.sql<{ number: string; client_name: string; received_at: Date }>(
    'SELECT number, client_name, received_at FROM application WHERE number LIKE $1',
    [`EDGE-${run}-%`],
  )
  const verdicts = cases.map((each, n): Verdict => {
    const row = rows.find(({ number }) => number === `EDGE-${run}-${n}`)
    const outcome = outcomes[n]
    if (each.stored === undefined)
      return outcome === 'REFUSED' && row === undefined ? null : `${each.name}: ${outcome} вместо отказа`
    const read = each.column === 'client_name' ? row?.client_name : row?.received_at.toISOString()
    return read === each.stored
      ? null
      : `${each.name}: в базе ${read} (${outcome}) вместо ${String(each.stored)}`
  })
  return { count: cases.length, verdicts }
}

async function pathCases(bank: BankUnderTest): Promise<{ count: number; verdicts: Verdict[] }> {
  const calls: [method: string, path: string][] = [
    ...ids.map((id): [string, string] => ['GET', `/api/partner/nis/${encodeURIComponent(id)}`]),
    ...ids.map((id): [string, string] => [
      'GET',
      `/api/application/${encodeURIComponent(id)}/assignmentHistory`,
    ]),
    ...pages.map((page): [string, string] => [
      'POST',
      `/api/partner/nis/list?page=${encodeURIComponent(page)}&size=20`,
    ]),
    ...sizes.map((size): [string, string] => [
      'POST',
      `/api/partner/nis/list?page=0&size=${encodeURIComponent(size)}`,
    ]),
  ]
  const verdicts: Verdict[] = []
  for (const [method, path] of calls) {
    const { status, text } = await bank.send(method, path, method === 'POST' ? { body: {} } : {})
    verdicts.push(
      judgeAnswer(status, text) ??
        (status === 400 || status === 404 ? null : `${path}: ${status} вместо 400`),
    )
  }
  return { count: calls.length, verdicts }
}

export const edgeValueChecks: Check[] = [
  {
    row: 33,
    title: 'крайние строки, времена, даты, числа',
    release: false,
    async run(bank) {
      const parts = [await approverCases(bank), await intakeCases(bank), await pathCases(bank)]
      const count = parts.reduce((sum, part) => sum + part.count, 0)
      const faults = parts.flatMap((part) => part.verdicts.filter((verdict) => verdict !== null))
      const planted = judge('подложено', 200, '', '09:00', '09:00:00')
      return {
        measured: `${count} случаев: точно или 400`,
        faults: count < 300 ? [...firstOf(faults), `случаев меньше 300`] : firstOf(faults),
        control: { planted: 'сохранено не то, что прислано', found: planted !== null },
        notRun: [
          'деньги: обратимость разбора и записи — packages/web/src/ui/input/money-input-logic.test.ts и lib/format.test.ts, суммы графиков — features/calculators',
        ],
      }
    },
  },
]
