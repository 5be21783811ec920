import * as parts from '@ipoteka-office/contract/partners/partner-parts.ts'
import { afterAll, beforeAll } from 'vitest'
import {
  backwards,
  type CallCase,
  insertParts,
  itemCases,
  of,
  type PartIds,
  testCalls,
  uralBranch,
  volga,
} from '#testing/partner-cases.ts'
import { testAccount, testBic } from '#testing/partner-data.ts'
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
  ...(
    [
      'listPartnerAccounts',
      'listPartnerContacts',
      'listOwnContacts',
      'listAllContacts',
      'listPartnerRegions',
      'listPartnerDescriptions',
      'listPartnerLinks',
      'listLeadGenerators',
      'listBranches',
      'findSuitableBranches',
      'findFreeBranches',
    ] as const
  ).map(
    (name): CallCase => ({
      name,
      endpoint: parts[name],
      request: (partnerId) => of(partnerId),
      invalid: (partnerId) => ({ ...of(partnerId), query: { strange: '1' } }),
      forbidden: 'agent',
    }),
  ),
  {
    name: 'a new account',
    endpoint: parts.createPartnerAccount,
    request: (partnerId) => ({ ...of(partnerId), body: { account: testAccount(2), bic: testBic } }),
    invalid: (partnerId) => ({ ...of(partnerId), body: { account: '40702810400000000001', bic: testBic } }),
    forbidden: 'viewer',
  },
  ...itemCases('account', () => ids.account, {
    get: parts.getPartnerAccount,
    remove: parts.deletePartnerAccount,
    removeMany: parts.deletePartnerAccounts,
  }),
  {
    name: 'a changed account',
    endpoint: parts.updatePartnerAccount,
    request: (partnerId) => ({
      ...item('account')(partnerId),
      body: { account: testAccount(1), bic: testBic, main: true, purpose: 'Расчёты', version: 1 },
    }),
    invalid: (partnerId) => ({
      ...item('account')(partnerId),
      body: { account: testAccount(1), bic: '049999999', version: 1 },
    }),
    forbidden: 'viewer',
  },
  {
    name: 'a new contact',
    endpoint: parts.createPartnerContact,
    request: (partnerId) => ({
      ...of(partnerId),
      body: { contactTypeId: 1, value: '8 343 000-00-01', employeeId: 23 },
    }),
    invalid: (partnerId) => ({ ...of(partnerId), body: { contactTypeId: 1, value: 'позвонить' } }),
    forbidden: 'viewer',
  },
  ...itemCases('contact', () => ids.contact, {
    get: parts.getPartnerContact,
    remove: parts.deletePartnerContact,
    removeMany: parts.deletePartnerContacts,
  }),
  {
    name: 'a changed contact with an old version',
    endpoint: parts.updatePartnerContact,
    request: (partnerId) => ({
      ...item('contact')(partnerId),
      body: { contactTypeId: 3, value: 'a@ural.example', version: 77 },
    }),
    invalid: (partnerId) => ({
      ...item('contact')(partnerId),
      body: { contactTypeId: 5, value: 'a@ural.example', version: 1 },
    }),
    stale: true,
    forbidden: 'viewer',
  },
  {
    name: 'a new own contact',
    endpoint: parts.createOwnContact,
    request: (partnerId) => ({ ...of(partnerId), body: { contactTypeId: 4, value: 'ural.example' } }),
    invalid: (partnerId) => ({ ...of(partnerId), body: { contactTypeId: 4, value: 'javascript:alert(1)' } }),
    forbidden: 'viewer',
  },
  ...itemCases('contact', () => ids.contact, {
    get: parts.getOwnContact,
    remove: parts.deleteOwnContact,
    removeMany: parts.deleteOwnContacts,
  }).map((one) => ({ ...one, name: `own ${one.name}` })),
  {
    name: 'a changed own contact with an old version',
    endpoint: parts.updateOwnContact,
    request: (partnerId) => ({
      ...item('contact')(partnerId),
      body: { contactTypeId: 3, value: 'a@ural.example', version: 77 },
    }),
    invalid: (partnerId) => ({
      ...item('contact')(partnerId),
      body: { contactTypeId: 3, value: '', version: 1 },
    }),
    stale: true,
    forbidden: 'viewer',
  },
  {
    name: 'a new region',
    endpoint: parts.createPartnerRegion,
    request: (partnerId) => ({ ...of(partnerId), body: { regionCode: '74' } }),
    invalid: (partnerId) => ({ ...of(partnerId), body: { regionCode: 'NONE' } }),
    forbidden: 'viewer',
  },
  ...itemCases('region', () => ids.region, {
    get: parts.getPartnerRegion,
    remove: parts.deletePartnerRegion,
    removeMany: parts.deletePartnerRegions,
  }),
  {
    name: 'a changed region',
    endpoint: parts.updatePartnerRegion,
    request: (partnerId) => ({
      ...item('region')(partnerId),
      body: { regionCode: '66', comment: 'Весь регион', version: 1 },
    }),
    invalid: (partnerId) => ({ ...item('region')(partnerId), body: { regionCode: 'NONE', version: 1 } }),
    forbidden: 'viewer',
  },
  {
    name: 'a new description',
    endpoint: parts.createPartnerDescription,
    request: (partnerId) => ({ ...of(partnerId), body: { text: 'Переехал' } }),
    invalid: (partnerId) => ({ ...of(partnerId), body: { text: '  ' } }),
    forbidden: 'viewer',
  },
  ...itemCases('description', () => ids.description, {
    get: parts.getOwnDescription,
    remove: parts.deletePartnerDescription,
    removeMany: parts.deletePartnerDescriptions,
  }),
  {
    name: 'a changed description',
    endpoint: parts.updatePartnerDescription,
    request: (partnerId) => ({ ...item('description')(partnerId), body: { text: 'Основной', version: 1 } }),
    invalid: (partnerId) => ({ ...item('description')(partnerId), body: { text: 'Основной' } }),
    forbidden: 'viewer',
  },
  {
    name: 'a new link',
    endpoint: parts.createPartnerLink,
    request: (partnerId) => ({
      ...of(partnerId),
      body: { linkedPartnerId: uralBranch, roleCode: 'LeadCreator' },
    }),
    invalid: (partnerId) => ({ ...of(partnerId), body: { linkedPartnerId: volga, roleCode: 'LeadCreator' } }),
    forbidden: 'viewer',
  },
  ...itemCases('link', () => ids.link, {
    get: parts.getPartnerLink,
    remove: parts.deletePartnerLink,
    removeMany: parts.deletePartnerLinks,
  }),
  {
    name: 'a changed link',
    endpoint: parts.updatePartnerLink,
    request: (partnerId) => ({
      ...item('link')(partnerId),
      body: { linkedPartnerId: uralBranch, roleCode: 'ManagingAgent', comment: 'Филиал', version: 1 },
    }),
    invalid: (partnerId) => ({
      ...item('link')(partnerId),
      body: { linkedPartnerId: uralBranch, roleCode: 'ManagingAgent', ...backwards, version: 1 },
    }),
    forbidden: 'viewer',
  },
]

testCalls(cases, () => bank)
