import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FieldRight, GuardedField } from '@ipoteka-office/contract/common/field-rights.ts'
import type { FieldSpec } from '@ipoteka-office/contract/common/fields.ts'
import { employeeFields } from '@ipoteka-office/contract/employees/employee-fields.ts'
import * as employees from '@ipoteka-office/contract/employees/employees.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { signedIn } from '@ipoteka-office/contract/endpoint.ts'
import { inOneOrder, listExport } from '@ipoteka-office/contract/exports/list-export.ts'
import { operations } from '@ipoteka-office/contract/operations.ts'
import { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import * as partners from '@ipoteka-office/contract/partners/partners.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listExport as serverExport } from '#features/exports/list-export.service.ts'
import { told } from '#features/history/card-history.rules.ts'
import { listCardHistory } from '#features/history/card-history.service.ts'
import type { FileReply } from '#http/route.ts'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { of, ural, uralBranch } from '#testing/partner-cases.ts'
import { partnerForm, testInn, testOgrn } from '#testing/partner-data.ts'
import { sellMortgages } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** The role of partners' administrators; here they hold everything but what a test takes away. */
const role = 5
const all = Object.entries(operations).flatMap(([objectType, list]) =>
  Object.keys(list).map((operation) => ({ user_role_id: role, object_type: objectType, operation })),
)
const partnerAdmin = { as: 'partner-admin' } as const
const contacts = { email: 'guarded@ural.ru', phone: '+79995550011' }

let bank: TestApp
let endpoints: Map<string, EndpointSpec>
beforeAll(async () => {
  bank = await testApp()
  await sellMortgages(bank)
  endpoints = await contractEndpoints()
  await sql`INSERT INTO employee (id, partner_id, last_name, first_name, login, email, phone)
    VALUES (800, ${ural}, 'Хранимая', 'Вера', 'guarded', ${contacts.email}, ${contacts.phone})`.execute(
    bank.db,
  )
  await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (800, ${role})`.execute(bank.db)
})
afterAll(() => bank.close())

/** The administrator of Ural without the operations of a right, and with all the others. */
async function without({ operations: taken }: FieldRight) {
  const insert = bank.db.insertInto('user_role_operation').values(all)
  await insert.onConflict((conflict) => conflict.doNothing()).execute()
  for (const [objectType, list] of Object.entries(taken))
    await sql`DELETE FROM user_role_operation WHERE user_role_id = ${role} AND object_type = ${objectType}
      AND operation = ANY(${list})`.execute(bank.db)
  bank.session.forget()
}

const cardOf = async (id: number) => (await bank.call(partners.getPartner, of(id))).body
const personOf = async () => {
  const params = { partnerId: String(ural), id: '800' }
  const { body } = await bank.call(employees.getPartnerEmployee, { params })
  return { params, body: { ...body, headId: body.head?.id ?? null } }
}

let serial = 700
/** Something else than stands in the field. */
const others: Readonly<Record<string, () => unknown>> = {
  inn: () => testInn((serial += 1)),
  ogrn: () => testOgrn((serial += 1)),
  parentId: () => null,
  roleCodes: () => ['Insurer'],
  createAccount: () => true,
  userRoleIds: () => [3],
  holdsMoves: () => true,
  partnerId: () => uralBranch,
  email: () => 'other@ural.ru',
  phone: () => '+79995550012',
}

/** A request of each call that takes a guarded field: what it begins with is what the person may send. */
const requests: Readonly<Record<string, () => Promise<{ params?: object; body: object }>>> = {
  createPartner: async () => ({ body: { ...(await branchForm()), parentId: ural } }),
  createBranch: async () => ({ ...of(ural), body: await branchForm() }),
  updatePartnerCard: async () => ({ ...of(uralBranch), body: await cardOf(uralBranch) }),
  updateBranch: async () => ({
    params: { partnerId: String(ural), id: String(uralBranch) },
    body: await cardOf(uralBranch),
  }),
  createPartnerEmployee: async () => ({
    params: { partnerId: String(ural) },
    body: { lastName: 'Новая', firstName: 'Мария', login: `maria-${(serial += 1)}` },
  }),
  updatePartnerEmployee: personOf,
  giveAssignment: async () => ({
    params: { id: await caseOfUral() },
    body: { title: 'Проверить', employeeId: 800 },
  }),
  createQr: async () => ({
    body: { partnerId: ural, partnerTypeCode: 'AGENT', productCode: 'FAMILY_MORTGAGE' },
  }),
}
async function caseOfUral() {
  const lastName = `Сомова${'абвгдежзиклмн'[((serial += 1)) % 13]}`
  const wish = { programme: '2', regionCode: '77', lastName, firstName: 'Анна', partnerId: ural }
  const { status, body, raw } = await bank.call(createFullApplication, { body: wish })
  if (status !== 200) throw new Error(`The application was not made: ${raw.body}`)
  return String(body.id)
}
async function branchForm() {
  serial += 1
  const { inn, ogrn } = await cardOf(ural)
  return { ...partnerForm(serial), inn, ogrn, kpp: `99007${String(serial).padStart(4, '0')}` }
}

const propertiesOf = (schema: EndpointSpec['body']): string[] => {
  if (schema === undefined) return []
  const found = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' })
  const objects = [found, ...((found.anyOf ?? []) as (typeof found)[])]
  return objects.flatMap((object) => Object.keys(object.properties ?? {}))
}
/** Every guarded field with each call that takes it. */
const taken = (right: 'seenBy' | 'changedBy') =>
  [...endpoints].flatMap(([name, endpoint]) =>
    Object.entries(endpoint.fields ?? {}).flatMap(([field, spec]) =>
      spec[right] !== undefined && propertiesOf(endpoint.body).includes(field)
        ? [{ name, endpoint, field, label: spec.label, right: spec[right] }]
        : [],
    ),
  )

it('a field that another may change is refused by its name in every call that takes it, and taken unchanged', async () => {
  const found = taken('changedBy')
  expect(found.length).toBeGreaterThanOrEqual(13)
  for (const { name, endpoint, field, label, right } of found) {
    await without(right)
    const request = await requests[name]?.()
    if (request === undefined) throw new Error(`Say here how ${name} is called`)
    const send = (body: object) => bank.call(endpoint as never, { ...request, body } as never, partnerAdmin)
    const refused = await send({ ...request.body, [field]: others[field]?.() })
    expect([name, field, refused.status, refused.error.message]).toEqual([
      ...[name, field, 403],
      expect.stringContaining(`«${label}» изменяет только ${right.who}`),
    ])
    expect(refused.error.fields).toMatchObject([{ path: field }])
    const kept = await send(request.body)
    expect([name, field, kept.status, kept.raw.body]).toEqual([name, field, 200, expect.anything()])
  }
})

it('who holds the right changes the field', async () => {
  for (const { name, endpoint, field, label } of taken('changedBy')) {
    const request = await requests[name]?.()
    const answer = await bank.call(
      endpoint as never,
      { ...request, body: { ...request?.body, [field]: others[field]?.() } } as never,
    )
    expect([name, field, answer.raw.body]).toEqual([
      name,
      field,
      expect.not.stringContaining(`«${label}» изменяет только`),
    ])
  }
})

describe('a field that others see', () => {
  const seenBy = employeeFields.phone.seenBy as FieldRight
  const list = { params: { partnerId: String(ural) } } as const

  it('leaves every answer of the calls that declare it', async () => {
    const readers: Readonly<Record<string, (seen: object) => Promise<object>>> = {
      ...requests,
      listPartnerEmployees: async () => ({ ...list, query: { text: 'Хранимая', page: 0, size: 20 } }),
      filterPartnerEmployees: async () => ({
        ...list,
        query: { page: 0, size: 20 },
        body: { text: 'Хранимая' },
      }),
      createPartnerEmployee: async () => ({
        ...list,
        body: { lastName: 'Новая', firstName: 'Мария', ...contacts },
      }),
      updatePartnerEmployee: async (seen) => {
        const { params, body } = await personOf()
        return { params, body: { ...body, ...seen, jobTitle: `Юрист ${(serial += 1)}` } }
      },
    }
    const found = [...endpoints].filter(
      ([, { fields = {}, response }]) =>
        response !== undefined && Object.values(fields).some((field) => field.seenBy !== undefined),
    )
    const answers = found.filter(([name]) => name in readers)
    // An export in the background answers its task; getting at the card takes the very right.
    expect(found.map(([name]) => name).filter((name) => !(name in readers))).toEqual([
      'employeesExport.task',
      'getPartnerEmployee',
    ])
    for (const [name, endpoint] of answers) {
      await without(seenBy)
      const request = await readers[name]?.({ email: null, phone: null })
      const hidden = await bank.call(endpoint as never, request as never, partnerAdmin)
      expect([name, hidden.status, hidden.raw.body]).toEqual([
        ...[name, 200],
        expect.not.stringMatching(/guarded@ural\.ru|9995550011/),
      ])
      const whole = await bank.call(endpoint as never, (await readers[name]?.(contacts)) as never)
      expect([name, whole.raw.body]).toEqual([name, expect.stringContaining(contacts.phone)])
    }
    expect((await personOf()).body).toMatchObject(contacts)
  })

  it('stays as it is when the rest is saved, and is not changed by who does not see it', async () => {
    const { params, body } = await personOf()
    await without(seenBy)
    const change = { ...body, email: null, phone: '+79995550099' }
    const refused = await bank.call(employees.updatePartnerEmployee, { params, body: change }, partnerAdmin)
    expect([refused.status, refused.error.fields?.map(({ path }) => path)]).toEqual([403, ['phone']])
    expect((await personOf()).body).toMatchObject(contacts)
  })

  it('is not in the record that a late save is answered with', async () => {
    const { params, body } = await personOf()
    await without(seenBy)
    const late = { ...body, version: body.version + 1 }
    const { status, raw } = await bank.call(
      employees.updatePartnerEmployee,
      { params, body: late },
      partnerAdmin,
    )
    expect([status, raw.body]).toEqual([409, expect.stringContaining('Хранимая')])
    expect(raw.body).not.toMatch(/guarded@ural\.ru|9995550011/)
  })

  it('is told by no history, though others were told', async () => {
    const card = { objectType: 'employee', objectId: 800 }
    const { phone, jobTitle } = employeeFields
    const labels = { employee: { fields: { phone: told(phone), job_title: told(jobTitle) } } }
    await sql`UPDATE employee SET phone = '+79995550077' WHERE id = 800`.execute(bank.db)
    await sql`UPDATE employee SET phone = ${contacts.phone} WHERE id = 800`.execute(bank.db)
    const read = (held: string[]) =>
      listCardHistory({ db: bank.db, actor: personWith(held) }, card, labels, { page: 0, size: 20 })
    const [hidden, whole] = [await read([]), await read(['Read'])]
    expect(JSON.stringify(whole)).toContain('79995550077')
    expect(JSON.stringify(hidden)).not.toMatch(/Телефон|7999555/)
    expect(hidden.totalElements).toBeLessThan(whole.totalElements)
  })

  it('is in no file: its column is left out, and asked for alone it is refused', async () => {
    const columns = { fullName: 'Сотрудник', phone: 'Телефон' }
    const calls = listExport({
      ...{ path: '/guarded/export', of: 'людей', access: signedIn, columns, fields: employeeFields },
      ...{ filter: z.object({}), sort: inOneOrder },
    })
    const row = { fullName: 'Хранимая Вера', phone: contacts.phone }
    const { routes } = serverExport(calls, {
      work: 'guarded-export',
      timeZone: 'Europe/Moscow',
      journal: 'PartnerEmployee',
      of: () => ({
        title: 'Люди',
        count: async () => 1,
        findIds: async () => [1],
        findRows: async () => [row],
        columns: ({ columns: keys }) =>
          keys.map((key) => ({ heading: columns[key], value: (one: typeof row) => one[key] })),
      }),
    })
    const file = async (held: string[], keys: string[]) => {
      const context = { db: bank.db, actor: personWith(held), log: bank.app.log, requestId: 'guarded' }
      const body = { format: 'csv', filter: {}, columns: keys }
      const reply = await routes[0]?.handle({ params: {}, query: undefined, body } as never, context)
      const chunks: Buffer[] = []
      for await (const chunk of (reply as FileReply).body) chunks.push(Buffer.from(chunk as Buffer))
      return Buffer.concat(chunks).toString()
    }
    expect(await file(['Read'], ['fullName', 'phone'])).toContain('9995550011')
    const hidden = await file([], ['fullName', 'phone'])
    expect(hidden).toContain('Хранимая Вера')
    expect(hidden).not.toMatch(/Телефон|9995550011/)
    await expect(file([], ['phone'])).rejects.toThrow('Этих столбцов вы не видите')
  })
})

const personWith = (held: string[]) => ({
  ...{ employeeId: 1, login: 'x', descriptor: 'X', partnerId: ural, isAhml: false },
  operations: { PartnerEmployee: held },
})

const isField = (value: unknown): value is FieldSpec =>
  typeof value === 'object' && value !== null && 'label' in value && 'kind' in value && 'schema' in value
const isGuarded = ({ seenBy, changedBy }: GuardedField) => seenBy !== undefined || changedBy !== undefined

const isNoCall = ([, value]: [string, unknown]) =>
  !(typeof value === 'object' && value !== null && 'access' in value)

/** Every field that the contract declares, wherever it stands in what its modules export. */
async function declaredFields(): Promise<Map<FieldSpec, string>> {
  const contract = join(import.meta.dirname, '../../contract/src')
  const found = new Map<FieldSpec, string>()
  const walk = (value: unknown, path: string, depth: number): void => {
    if (depth > 9 || typeof value !== 'object' || value === null || value instanceof z.ZodType) return
    if (isField(value)) found.set(value, path)
    for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`, depth + 1)
  }
  const files = await readdir(contract, { recursive: true })
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')))
    walk(Object.entries((await import(join(contract, file))) as object).filter(isNoCall), file, 0)
  return found
}

it('a right to a field is of a call that obeys it', async () => {
  const obeyed = new Set<unknown>([...endpoints.values()].flatMap(({ fields = {} }) => Object.values(fields)))
  const declared = await declaredFields()
  expect(declared.size).toBeGreaterThan(350)
  const guarded = [...declared].filter(([field]) => isGuarded(field))
  expect(guarded.length).toBeGreaterThanOrEqual(9)
  expect(guarded.filter(([field]) => !obeyed.has(field)).map(([, path]) => path)).toEqual([])
})

/** Whether getting at the call takes a right already. */
const takes = ({ access }: EndpointSpec, { operations: needed }: FieldRight) =>
  access.kind === 'can' &&
  Object.entries(needed).every(
    ([object, list]) => access.object === object && list.every((one) => access.operations.includes(one)),
  )

/** Names of what an answer holds: of a record, of rows, or of a page of them. */
function answered(schema: EndpointSpec['response']): string[] {
  if (schema === undefined) return []
  const whole = z.toJSONSchema(schema as z.ZodType, { io: 'output', unrepresentable: 'any' })
  const content = whole.properties?.['content'] as typeof whole | undefined
  return [whole, whole.items, content?.items].flatMap((one) =>
    typeof one === 'object' && 'properties' in one ? Object.keys(one.properties ?? {}) : [],
  )
}

it('a call of the same place that takes or answers a guarded field obeys its right', async () => {
  const areaOf = ({ path }: EndpointSpec) => path.split('/')[1] ?? ''
  const guarded = [...endpoints.values()].flatMap((endpoint) =>
    Object.entries(endpoint.fields ?? {}).map(([name, field]) => ({
      area: areaOf(endpoint),
      name,
      ...field,
    })),
  )
  const free = [...endpoints].filter(([name, endpoint]) => {
    if (endpoint.fields !== undefined || otherThings.has(name)) return false
    const here = guarded.filter(({ area }) => area === areaOf(endpoint))
    const given = endpoint.reads === true ? [] : propertiesOf(endpoint.body)
    const told = answered(endpoint.response)
    return (
      here.some((field) => field.changedBy && given.includes(field.name)) ||
      here.some((field) => field.seenBy && told.includes(field.name) && !takes(endpoint, field.seenBy))
    )
  })
  expect(free.map(([name]) => name)).toEqual([])
})

/** Contacts of an organisation, and roles of a group: who may change any of those is asked of the call, not of a field. */
const otherThings = new Set(['findAppraisers', 'saveWorkgroupUserRoles'])
