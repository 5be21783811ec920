import { isDeepStrictEqual } from 'node:util'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, firstOf } from '../check.ts'

type Row = Record<string, unknown>

/** A record that is read and saved by one address. */
interface Saved {
  readonly name: string
  readonly table: string
  readonly id: number
  readonly path: string
  /** Columns that change with every save. */
  readonly moves: readonly string[]
}

const saved: readonly Saved[] = [
  { name: 'согласующий', table: 'approver', id: 1, path: '/api/partner/oic/1', moves: ['version'] },
  { name: 'сотрудник', table: 'employee', id: 2, path: '/api/partner/1/employee/2', moves: ['version'] },
  { name: 'партнёр', table: 'partner', id: 2, path: '/api/partner/2', moves: ['version'] },
]

/** Names by which people try to get more than a form gives them. */
const tempting: Row = {
  ...{
    isAdmin: true,
    admin: true,
    superuser: true,
    roles: ['ADMINISTRATOR'],
    userRoles: [1],
    operations: ['*'],
  },
  ...{ id: 999_999, ownerId: 1, createdBy: 1, approved: true, canDecide: true, __proto__: { isAdmin: true } },
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A value of the column's kind that the row does not hold now. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 7
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return []
  if (value instanceof Date) return '2001-01-01T00:00:00Z'
  return typeof value === 'string' ? `${value}-7` : 'ADMINISTRATOR'
}

const rowOf = async (bank: BankUnderTest, { table, id }: Saved): Promise<Row> => {
  const [row] = await bank.sql<Row>(`SELECT * FROM ${table} WHERE id = $1`, [id])
  if (row === undefined) throw new Error(`${table} ${id} is not there`)
  return row
}

/** Every column of the row's table that the address does not read out, under both its names. */
const hiddenColumns = (row: Row, body: Row): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !(camel(column) in body))
      .flatMap(([column, value]) => [
        [column, otherThan(value)],
        [camel(column), otherThan(value)],
      ]),
  )

const changed = (before: Row, after: Row, moves: readonly string[]) =>
  Object.keys(before).filter(
    (column) => !moves.includes(column) && !isDeepStrictEqual(before[column], after[column]),
  )

/** Saves what was read with all that nobody may set beside it; what of the row has changed. */
async function saveWithMore(
  bank: BankUnderTest,
  record: Saved,
): Promise<{ faults: string[]; fields: number }> {
  const body = await bank.read<Row>('GET', record.path)
  const plain = await bank.send('PUT', record.path, { body })
  if (plain.status !== 200)
    return {
      faults: [`${record.name}: прочитанное не сохраняется: ${plain.status} ${plain.text.slice(0, 200)}`],
      fields: 0,
    }
  const before = await rowOf(bank, record)
  const extra = { ...tempting, ...hiddenColumns(before, body) }
  const faults: string[] = []
  // One at a time as well: a refusal of one must not hide what becomes of another.
  for (const more of [extra, ...Object.entries(extra).map(([name, value]) => ({ [name]: value }))]) {
    const now = await bank.read<Row>('GET', record.path)
    const { version } = now
    const answer = await bank.send('PUT', record.path, { body: { ...more, ...now, version } })
    if (answer.status !== 200 && answer.status !== 400)
      faults.push(`${record.name} с ${Object.keys(more).join(', ')}: ${answer.status}`)
    const lost = changed(before, await rowOf(bank, record), record.moves)
    if (lost.length > 0)
      faults.push(`${record.name} с ${Object.keys(more).join(', ')}: изменилось ${lost.join(', ')}`)
  }
  return { faults, fields: Object.keys(extra).length }
}

/** A column changed behind the product's back. */
async function plantChange(bank: BankUnderTest): Promise<boolean> {
  const [record] = saved
  if (record === undefined) return false
  const before = await rowOf(bank, record)
  await bank.sql('UPDATE approver SET max_open = max_open + 1 WHERE id = $1', [record.id])
  const found = changed(before, await rowOf(bank, record), record.moves).includes('max_open')
  await bank.sql('UPDATE approver SET max_open = max_open - 1 WHERE id = $1', [record.id])
  return found
}

export const extraFieldChecks: Check[] = [
  {
    row: 28,
    title: 'лишние поля в теле',
    release: false,
    async run(bank) {
      const results = []
      for (const record of saved) results.push(await saveWithMore(bank, record))
      return {
        measured: `${saved.length} записи с ${results.reduce((sum, { fields }) => sum + fields, 0)} лишними полями, вместе и по одному: не изменилось ничего`,
        faults: firstOf(results.flatMap(({ faults }) => faults)),
        control: { planted: 'столбец, изменённый в обход продукта', found: await plantChange(bank) },
        notRun: ['права на поля: field-rights.test.ts в npm test.'],
      }
    },
  },
]
