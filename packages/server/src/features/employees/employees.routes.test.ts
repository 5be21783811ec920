import * as absences from '@ipoteka-office/contract/employees/employee-absences.ts'
import * as exports from '@ipoteka-office/contract/employees/employee-exports.ts'
import * as lookups from '@ipoteka-office/contract/employees/employee-lookups.ts'
import * as parts from '@ipoteka-office/contract/employees/employee-parts.ts'
import * as rights from '@ipoteka-office/contract/employees/employee-rights.ts'
import * as api from '@ipoteka-office/contract/employees/employees.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** Partner 4 is Ural, 5 its branch, 2 Volga; partner-admin is employee 5 at Ural; 23 works at Ural, 24 at Volga. */
interface Subject {
  readonly partnerId: string
  readonly employeeId: string
  readonly login: string
  readonly identityId: string
  readonly documentId: string
  readonly procuracyId: string
  readonly absenceId: string
  readonly workgroupId: string
}
const own: Subject = {
  partnerId: '4',
  employeeId: '23',
  login: 'dobronravov',
  identityId: '5d0c0de0-0000-4000-8000-000000000023',
  documentId: '1',
  procuracyId: '1',
  absenceId: '1',
  workgroupId: '10',
}
const foreign: Subject = {
  partnerId: '2',
  employeeId: '24',
  login: 'elkina',
  identityId: '5d0c0de0-0000-4000-8000-000000000024',
  documentId: '2',
  procuracyId: '2',
  absenceId: '2',
  workgroupId: '11',
}

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  // The administrator of Ural gets every right on employees, so that only visibility stands in the way.
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
    SELECT 5, 'PartnerEmployee', unnest(ARRAY['UpdateRoles', 'UpdateIdentity']) ON CONFLICT DO NOTHING`.execute(
    bank.db,
  )
  for (const s of [own, foreign]) {
    await sql`UPDATE employee SET login = ${s.login}, identity_id = ${s.identityId}::uuid WHERE id = ${s.employeeId}`.execute(
      bank.db,
    )
    await sql`INSERT INTO identity.account (id, login, name, password_hash)
      VALUES (${s.identityId}::uuid, ${s.login}, 'Имя', 'x')`.execute(bank.db)
    await sql`INSERT INTO employee_document (employee_id, kind, type_code) VALUES (${s.employeeId}, 'AUTHORITY', 'ORDER')`.execute(
      bank.db,
    )
    await sql`INSERT INTO procuracy (employee_id, number, date_from, date_to, scope)
      VALUES (${s.employeeId}, '1', '2026-01-01', '2030-01-01', 'Всё')`.execute(bank.db)
    await sql`INSERT INTO employee_absence (employee_id, reason, date_from, date_to)
      VALUES (${s.employeeId}, 'VACATION', '2031-01-01', '2031-01-10')`.execute(bank.db)
    await sql`INSERT INTO workgroup (id, partner_id, name) VALUES (${s.workgroupId}, ${s.partnerId}, 'Группа')`.execute(
      bank.db,
    )
    await sql`INSERT INTO workgroup_employee VALUES (${s.workgroupId}, ${s.employeeId})`.execute(bank.db)
  }
  await sql`INSERT INTO employee (id, partner_id, last_name, first_name, login) VALUES
    (900, 5, 'Филиальный', 'Пётр', 'filial'), (901, 4, 'Лишний', 'Лев', NULL), (902, 2, 'Лишняя', 'Анна', NULL)`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())

const page = { page: 0, size: 20 }
const person = { lastName: 'Новая', firstName: 'Ольга' }
const filter = { format: 'csv', filter: {}, sort: 'fullName,asc', columns: ['fullName', 'phone'] }
const inPartner = (s: Subject) => ({ partnerId: s.partnerId })
const card = (s: Subject) => ({ params: { partnerId: s.partnerId, id: s.employeeId } })
const of = (s: Subject) => ({ params: { employeeId: s.employeeId } })
const document = (s: Subject) => ({ employeeId: s.employeeId, documentId: s.documentId })
const procuracy = (s: Subject) => ({ employeeId: s.employeeId, id: s.procuracyId })
const documentBody = { typeCode: 'ORDER', number: '7' }
const procuracyBody = { number: '77', dateFrom: '2026-01-01', dateTo: '2027-01-01', scope: 'Подписание' }
const absenceBody = { reason: 'VACATION', dateFrom: '2032-02-01', dateTo: '2032-02-05' }
const operation = 'PartnerEmployee.Read'

type Request = Record<string, unknown>
interface Case {
  readonly endpoint: EndpointSpec
  readonly request: (s: Subject) => Request
  /** Parts of the request that are refused with 400. */
  readonly wrong?: Request
  /** What a caller who does not see the subject gets; 404 otherwise. */
  readonly unseen?: number
  /** Statuses of a good request other than 200 and 204. */
  readonly works?: readonly number[]
}
const cases: Record<string, Case> = {
  list: {
    endpoint: api.listPartnerEmployees,
    request: (s) => ({ params: inPartner(s), query: page }),
    wrong: { query: { size: 1000 } },
  },
  filtered: {
    endpoint: api.filterPartnerEmployees,
    request: (s) => ({ params: inPartner(s), query: page, body: {} }),
    wrong: { body: { absentNow: 'maybe' } },
  },
  create: {
    endpoint: api.createPartnerEmployee,
    request: (s) => ({ params: inPartner(s), body: person }),
    wrong: { body: { lastName: '', firstName: '1' } },
  },
  'deactivate several': {
    endpoint: api.deactivatePartnerEmployees,
    request: (s) => ({ params: inPartner(s), query: { ids: s === own ? '901' : '902' } }),
    wrong: { query: { ids: 'x' } },
  },
  card: { endpoint: api.getPartnerEmployee, request: card, wrong: { params: { partnerId: '4', id: 'x' } } },
  save: {
    endpoint: api.updatePartnerEmployee,
    request: (s) => ({ ...card(s), body: { ...person, login: s.login, version: 1 } }),
    wrong: { body: { ...person, version: 1, birthDate: '2026-02-31' } },
  },
  deactivate: {
    endpoint: api.deactivatePartnerEmployee,
    request: (s) => ({
      params: { partnerId: s.partnerId, id: s === own ? '901' : '902' },
      query: { version: s === own ? 2 : 1 },
    }),
    wrong: { query: { version: 'x' } },
    works: [204, 409],
  },
  dependants: { endpoint: api.getEmployeeDependants, request: card },
  history: {
    endpoint: api.listEmployeeHistory,
    request: (s) => ({ ...card(s), query: page }),
    wrong: { query: { page: -1 } },
  },
  head: { endpoint: api.getHeadEmployee, request: (s) => ({ params: inPartner(s) }) },
  'by operation': {
    endpoint: api.listEmployeesByOperation,
    request: (s) => ({ params: { ...inPartner(s), operation }, query: page }),
    wrong: { params: { partnerId: '4', operation: 'PartnerEmployee.Fly' } },
  },
  'by operation with heads': {
    endpoint: api.listEmployeesByOperationWithHead,
    request: (s) => ({ params: { ...inPartner(s), operation, includeHead: 'true' }, query: page }),
    wrong: { params: { partnerId: '4', operation, includeHead: 'perhaps' } },
  },
  'service employees': {
    endpoint: api.listServiceEmployees,
    request: (s) => ({ params: { ...inPartner(s), operation }, query: page }),
    wrong: { params: { partnerId: '4', operation: 'NOTHING' } },
  },
  export: {
    endpoint: exports.employeesExport.now,
    request: (s) => ({ params: inPartner(s), body: filter }),
    wrong: { body: { ...filter, columns: [] } },
  },
  'export as a task': {
    endpoint: exports.employeesExport.task,
    request: (s) => ({ params: inPartner(s), body: filter }),
    wrong: { body: { ...filter, format: 'doc' } },
  },
  contacts: { endpoint: parts.listEmployeeContacts, request: of },
  'documents of authority': { endpoint: parts.listAuthorityDocuments, request: of },
  'new document of authority': {
    endpoint: parts.createAuthorityDocument,
    request: (s) => ({ ...of(s), body: documentBody }),
    wrong: { body: { typeCode: 'NO_SUCH' } },
  },
  documents: { endpoint: parts.listEmployeeDocuments, request: of },
  'new document': {
    endpoint: parts.createEmployeeDocument,
    request: (s) => ({ ...of(s), body: { typeCode: 'SNILS' } }),
    wrong: { body: { typeCode: 'SNILS', issuedOn: '2026-02-02', validTo: '2026-02-01' } },
  },
  document: { endpoint: parts.getEmployeeDocument, request: (s) => ({ params: document(s) }) },
  'save document': {
    endpoint: parts.updateEmployeeDocument,
    request: (s) => ({ params: document(s), body: { ...documentBody, version: 1 } }),
    wrong: { body: { ...documentBody, version: 0 } },
  },
  'file of a document': {
    endpoint: parts.downloadDocumentFile,
    request: (s) => ({ params: document(s) }),
    works: [404],
  },
  'delete document': {
    endpoint: parts.deleteEmployeeDocument,
    request: (s) => ({ params: document(s), query: { version: 2 } }),
    wrong: { query: { version: 'x' } },
  },
  procuracies: { endpoint: parts.listProcuracies, request: of },
  'new procuracy': {
    endpoint: parts.createProcuracy,
    request: (s) => ({ ...of(s), body: procuracyBody }),
    wrong: { body: { ...procuracyBody, dateTo: '2025-01-01' } },
  },
  procuracy: { endpoint: parts.getProcuracy, request: (s) => ({ params: procuracy(s) }) },
  'save procuracy': {
    endpoint: parts.updateProcuracy,
    request: (s) => ({ params: procuracy(s), body: { ...procuracyBody, number: '1', version: 1 } }),
    wrong: { body: { ...procuracyBody, revokedOn: '2020-01-01', version: 1 } },
  },
  'file of a procuracy': {
    endpoint: parts.downloadProcuracyFile,
    request: (s) => ({ params: procuracy(s) }),
    works: [404],
  },
  'delete procuracy': {
    endpoint: parts.deleteProcuracy,
    request: (s) => ({ params: procuracy(s), query: { version: 2 } }),
    wrong: { query: {} },
  },
  absences: { endpoint: absences.listAbsences, request: of },
  'new absence': {
    endpoint: absences.createAbsence,
    request: (s) => ({ ...of(s), body: absenceBody }),
    wrong: { body: { ...absenceBody, reason: 'HOLIDAY' } },
  },
  'save absence': {
    endpoint: absences.updateAbsence,
    request: (s) => ({
      params: { employeeId: s.employeeId, id: s.absenceId },
      body: { ...absenceBody, dateFrom: '2031-01-02', dateTo: '2031-01-05', version: 1 },
    }),
    wrong: { body: { ...absenceBody, dateTo: '2030-01-01', version: 1 } },
  },
  'cancel absence': {
    endpoint: absences.cancelAbsence,
    request: (s) => ({ params: { employeeId: s.employeeId, id: s.absenceId }, query: { version: 2 } }),
    wrong: { query: { version: 0 } },
  },
  'roles to give': {
    endpoint: rights.listRolesToGive,
    request: (s) => ({ params: { partnerId: s.partnerId } }),
  },
  roles: { endpoint: rights.getEmployeeRoles, request: of },
  'save roles': {
    endpoint: rights.saveEmployeeRoles,
    request: (s) => ({ ...of(s), body: { userRoleIds: [4], version: 1 } }),
    wrong: { body: { userRoleIds: 'all', version: 1 } },
    works: [409],
  },
  groups: { endpoint: rights.listEmployeeWorkgroups, request: of },
  account: { endpoint: rights.getEmployeeAccount, request: of },
  'request account': {
    endpoint: rights.requestEmployeeAccount,
    request: (s) => ({ ...of(s), body: { action: 'CREATE' } }),
    wrong: { body: { action: 'LINK', identityId: 'x' } },
    works: [409],
  },
  'account access': { endpoint: rights.requestAccountAccess, request: of, works: [409] },
  password: { endpoint: rights.issueEmployeePassword, request: of },
  letter: { endpoint: rights.sendPasswordLetter, request: of, works: [409] },
  sexes: { endpoint: lookups.listSexes, request: () => ({}), unseen: 200 },
  'exists by login': {
    endpoint: lookups.existsByLogin,
    request: (s) => ({ query: { login: s.login } }),
    wrong: { query: { login: '' } },
    // A login is one in the whole bank: that it is taken is no secret.
    unseen: 200,
  },
  'detail by login': { endpoint: lookups.getDetailUser, request: (s) => ({ query: { login: s.login } }) },
  'detail by identity': {
    endpoint: lookups.getUserDetailWithHeadOfficeByKeycloakId,
    request: (s) => ({ query: { keycloakId: s.identityId } }),
    wrong: { query: { keycloakId: 'x' } },
  },
  'by id': {
    endpoint: lookups.getEmployeeById,
    request: (s) => ({ query: { id: s.employeeId } }),
    wrong: { query: { id: '0' } },
  },
  'by id with contacts': {
    endpoint: lookups.getEmployeeByIdWithContacts,
    request: (s) => ({ query: { id: s.employeeId } }),
  },
  'by identity': {
    endpoint: lookups.getEmployeeByKeycloakId,
    request: (s) => ({ query: { keycloakId: s.identityId } }),
    wrong: { query: { keycloakId: '1' } },
  },
  'by login': { endpoint: lookups.getEmployeeByLogin, request: (s) => ({ query: { login: s.login } }) },
  'by head and role': {
    endpoint: lookups.getEmployeesByHeadAndRole,
    request: (s) => ({ query: { headId: s.employeeId, roleId: '4' } }),
    wrong: { query: { headId: 'x', roleId: '4' } },
    unseen: 200,
  },
  operator: {
    endpoint: lookups.getOperatorById,
    request: () => ({ query: { id: '2' } }),
    wrong: { query: { id: 'x' } },
  },
  owners: { endpoint: lookups.getOwnersByUserLogin, request: (s) => ({ query: { login: s.login } }) },
  'process operations': {
    endpoint: lookups.processRoleOperation,
    request: (s) => ({ query: { login: s.login } }),
    wrong: { query: {} },
  },
  'groups by login': {
    endpoint: lookups.getWorkgroupsByUserLogin,
    request: (s) => ({ query: { login: s.login } }),
  },
  'main info': { endpoint: lookups.getUserMainInfoByLogin, request: (s) => ({ query: { login: s.login } }) },
  name: { endpoint: lookups.getEmployeeName, request: (s) => ({ query: { id: s.employeeId } }) },
  'name with partner': {
    endpoint: lookups.getPartnerEmployeeName,
    request: (s) => ({ query: { id: s.employeeId } }),
  },
  descriptor: { endpoint: lookups.getUserDescriptor, request: (s) => ({ query: { login: s.login } }) },
  authority: {
    endpoint: lookups.getAuthority,
    request: (s) => ({ body: { employeeIds: [Number(s.employeeId)] } }),
    wrong: { body: { employeeIds: [] } },
    unseen: 200,
  },
  'search by id': {
    endpoint: lookups.searchEmployeesById,
    request: (s) => ({ body: { ids: [Number(s.employeeId)] } }),
    wrong: { body: { ids: 'all' } },
    unseen: 200,
  },
  'head of a group': {
    endpoint: lookups.setHeadForWorkgroup,
    request: (s) => ({
      params: { workgroupId: s.workgroupId },
      body: { employeeId: Number(s.employeeId) },
    }),
    wrong: { body: { employeeId: 'x' } },
  },
}
const table = Object.entries(cases)

const call = (endpoint: EndpointSpec, request: Request, as: Login) =>
  bank.call(endpoint as never, request as never, { as })

it('every call of employees is in the table of tests', async () => {
  const files = [api, parts, absences, rights, exports, lookups].flatMap((module) => Object.values(module))
  const uploads = [parts.uploadDocumentFile, parts.uploadProcuracyFile]
  const all = [...(await contractEndpoints()).values()].filter((one) => files.includes(one as never))
  const covered = new Set<unknown>([...table.map(([, { endpoint }]) => endpoint), ...uploads])
  expect(all.filter((one) => !covered.has(one)).map(({ path }) => path)).toEqual([])
  expect(all.length).toBeGreaterThan(55)
})

describe('a call of employees', () => {
  it.each(table.filter(([, { endpoint }]) => endpoint.access.kind === 'can'))(
    '%s is forbidden without the right',
    async (_name, { endpoint, request }) => {
      const { status } = await call(endpoint, request(own), 'support')
      expect(status).toBe(403)
    },
  )

  it.each(table.filter(([, { wrong }]) => wrong !== undefined))(
    '%s refuses what is wrong',
    async (_name, { endpoint, request, wrong }) => {
      const { status, error } = await call(endpoint, { ...request(own), ...wrong }, 'admin')
      expect([status, error.type]).toEqual([
        400,
        expect.stringMatching(/^ER_(?:DTO_VALIDATOR|DATE_PARSING)$/),
      ])
      expect(error.fields?.length).toBeGreaterThan(0)
    },
  )

  it.each(table)('%s of another partner is not there', async (_name, { endpoint, request, unseen = 404 }) => {
    const { status, body } = await call(endpoint, request(foreign), 'partner-admin')
    expect(status).toBe(unseen)
    // Lists that leave out who is not visible.
    if (unseen === 200 && Array.isArray(body) && endpoint !== lookups.listSexes) expect(body).toEqual([])
  })

  it.each(table)('%s works', async (_name, { endpoint, request, works = [200, 204] }) => {
    const { status, error } = await call(endpoint, request(own), 'admin')
    expect(works, JSON.stringify(error)).toContain(status)
  })
})
