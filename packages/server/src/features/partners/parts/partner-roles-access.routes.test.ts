import * as roles from '@ipoteka-office/contract/partners/partner-roles.ts'
import { afterAll, beforeAll, describe } from 'vitest'
import {
  backwards,
  badItem,
  type CallCase,
  giveEveryRight,
  insertParts,
  itemCases,
  managingAgent,
  nobody,
  of,
  type PartIds,
  testCalls,
  testOperatorCalls,
  volga,
} from '#testing/partner-cases.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
let ids: PartIds
beforeAll(async () => {
  bank = await testApp()
  ids = await insertParts(bank)
})
afterAll(() => bank.close())

const item = (kind: keyof PartIds) => (partnerId: number) => of(partnerId, { id: String(ids[kind]) })

const cases: CallCase[] = [
  ...(['listRolesOfPartner', 'listPartnerRates'] as const).map(
    (name): CallCase => ({
      name,
      endpoint: roles[name],
      request: (partnerId) => of(partnerId),
      invalid: () => ({ params: { partnerId: '-1' } }),
      forbidden: 'agent',
    }),
  ),
  {
    name: 'a role given',
    endpoint: roles.addRoleToPartner,
    request: (partnerId) => ({ ...of(partnerId), body: { roleId: 6 } }),
    invalid: (partnerId) => ({ ...of(partnerId), body: { roleId: 999 } }),
    forbidden: 'partner-admin',
    operator: true,
  },
  {
    name: 'a role',
    endpoint: roles.getRoleOfPartner,
    request: (partnerId) => of(partnerId, { id: String(managingAgent) }),
    invalid: badItem,
    forbidden: 'agent',
  },
  {
    name: 'a role changed',
    endpoint: roles.updateRoleOfPartner,
    request: (partnerId) => ({
      ...of(partnerId, { id: String(managingAgent) }),
      body: { comment: 'Договор агента', version: 1 },
    }),
    invalid: (partnerId) => ({ ...of(partnerId, { id: String(managingAgent) }), body: { comment: '' } }),
    forbidden: 'partner-admin',
    operator: true,
  },
  {
    name: 'roles removed',
    endpoint: roles.removeRolesFromPartner,
    request: (partnerId) => ({ ...of(partnerId), query: { ids: '13' } }),
    invalid: (partnerId) => ({ ...of(partnerId), query: { ids: 'x' } }),
    forbidden: 'partner-admin',
    operator: true,
  },
  {
    name: 'a role removed with an old version',
    endpoint: roles.removeRoleFromPartner,
    request: (partnerId) => ({ ...of(partnerId, { id: String(managingAgent) }), query: { version: 77 } }),
    invalid: (partnerId) => of(partnerId, { id: String(managingAgent) }),
    stale: true,
    forbidden: 'partner-admin',
    operator: true,
  },
  ...accreditationCases(),
  {
    name: 'a new rate',
    endpoint: roles.createPartnerRate,
    request: (partnerId) => ({
      ...of(partnerId),
      body: { rateCode: 'ACTION', value: '2.5', dateFrom: '2026-01-01' },
    }),
    invalid: (partnerId) => ({
      ...of(partnerId),
      body: { rateCode: 'ACTION', value: '101', dateFrom: '2027-01-01' },
    }),
    forbidden: 'partner-admin',
    operator: true,
  },
  ...itemCases(
    'rate',
    () => ids.rate,
    { get: roles.getPartnerRate, remove: roles.deletePartnerRate, removeMany: roles.deletePartnerRates },
    true,
  ),
  {
    name: 'a changed rate',
    endpoint: roles.updatePartnerRate,
    request: (partnerId) => ({
      ...item('rate')(partnerId),
      body: { rateCode: 'BASE', value: '1.75', dateFrom: '2026-01-01', version: 1 },
    }),
    invalid: (partnerId) => ({
      ...item('rate')(partnerId),
      body: { rateCode: 'BASE', value: '1.75', ...backwards, version: 1 },
    }),
    forbidden: 'partner-admin',
    operator: true,
  },
  {
    name: 'the catalogue',
    endpoint: roles.listPartnerRoles,
    request: () => ({}),
    forbidden: 'norole',
    anybody: true,
  },
  {
    name: 'a role of the catalogue',
    endpoint: roles.getPartnerRole,
    request: (partnerId) => ({ params: { id: partnerId === volga ? String(nobody) : '4' } }),
    invalid: () => ({ params: { id: 'x' } }),
    forbidden: 'norole',
  },
  {
    name: 'a role of the catalogue by its code',
    endpoint: roles.findPartnerRoleByCode,
    request: (partnerId) => ({ params: { code: partnerId === volga ? 'NONE' : 'MortgageSupplier' } }),
    invalid: () => ({ params: { code: 'x'.repeat(65) } }),
    forbidden: 'norole',
  },
  {
    name: 'a new role of the catalogue',
    endpoint: roles.createPartnerRole,
    request: () => ({ body: { code: 'Auditor', name: 'Аудитор партнёров' } }),
    invalid: () => ({ body: { code: 'Аудитор', name: 'Аудитор' } }),
    forbidden: 'partner-admin',
    operator: true,
    anybody: true,
  },
  {
    name: 'roles out of the catalogue',
    endpoint: roles.deletePartnerRoles,
    request: () => ({ query: { ids: '13' } }),
    invalid: () => ({ query: { ids: '' } }),
    forbidden: 'partner-admin',
    operator: true,
    anybody: true,
  },
]

testCalls(cases, () => bank)

describe('a partner’s administrator with every right', () => {
  beforeAll(() => giveEveryRight(bank))
  testOperatorCalls(cases, () => bank)
})

function accreditationCases(): CallCase[] {
  const role = (partnerId: number, more: object = {}) =>
    of(partnerId, { roleId: String(managingAgent), ...more })
  const one = (partnerId: number) => role(partnerId, { id: String(ids.accreditation) })
  return [
    {
      name: 'accreditations',
      endpoint: roles.listAccreditations,
      request: (partnerId) => role(partnerId),
      invalid: (partnerId) => of(partnerId, { roleId: 'x' }),
      forbidden: 'agent',
    },
    {
      name: 'an accreditation',
      endpoint: roles.getAccreditation,
      request: one,
      invalid: (partnerId) => role(partnerId, { id: 'x' }),
      forbidden: 'agent',
    },
    {
      name: 'a new accreditation',
      endpoint: roles.createAccreditation,
      request: (partnerId) => ({ ...role(partnerId), body: { typeCode: 'AGENT', dateFrom: '2026-01-01' } }),
      invalid: (partnerId) => ({ ...role(partnerId), body: { typeCode: 'NONE', dateFrom: '2026-01-01' } }),
      forbidden: 'partner-admin',
      operator: true,
    },
    {
      name: 'a changed accreditation',
      endpoint: roles.updateAccreditation,
      request: (partnerId) => ({
        ...one(partnerId),
        body: { typeCode: 'AGENT', dateFrom: '2026-01-01', comment: 'Протокол 5', version: 1 },
      }),
      invalid: (partnerId) => ({ ...one(partnerId), body: { typeCode: 'AGENT', ...backwards, version: 1 } }),
      forbidden: 'partner-admin',
      operator: true,
    },
    {
      name: 'accreditations deleted',
      endpoint: roles.deleteAccreditations,
      request: (partnerId) => ({ ...role(partnerId), query: { ids: String(nobody) } }),
      invalid: (partnerId) => ({ ...role(partnerId), query: {} }),
      forbidden: 'partner-admin',
      operator: true,
    },
    {
      name: 'an accreditation deleted with an old version',
      stale: true,
      endpoint: roles.deleteAccreditation,
      request: (partnerId) => ({ ...one(partnerId), query: { version: 77 } }),
      invalid: (partnerId) => one(partnerId),
      forbidden: 'partner-admin',
      operator: true,
    },
  ]
}
