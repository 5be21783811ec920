import * as parts from '@ipoteka-office/contract/partners/partner-parts.ts'
import * as reads from '@ipoteka-office/contract/partners/partner-reads.ts'
import * as api from '@ipoteka-office/contract/partners/partners.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe } from 'vitest'
import {
  badItem,
  type CallCase,
  giveEveryRight,
  nobody,
  of,
  testCalls,
  testOperatorCalls,
  ural,
  uralBranch,
  volga,
} from '#testing/partner-cases.ts'
import { partnerForm } from '#testing/partner-data.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
let uid: string
let foreignUid: string

beforeAll(async () => {
  bank = await testApp()
  const { rows } = await sql<{ id: number; uid: string }>`SELECT id, uid FROM partner`.execute(bank.db)
  uid = rows.find(({ id }) => id === ural)?.uid ?? ''
  foreignUid = rows.find(({ id }) => id === volga)?.uid ?? ''
})
afterAll(() => bank.close())

const cases: CallCase[] = [
  {
    name: 'the list with filters',
    endpoint: api.listFilteredPartners,
    request: () => ({ query: { page: 0, size: 10, sort: 'shortName,asc' }, body: {} }),
    invalid: () => ({ query: { sort: 'password,asc' }, body: {} }),
    forbidden: 'agent',
    anybody: true,
  },
  {
    name: 'findPartner',
    endpoint: api.findPartner,
    request: () => ({ query: { query: 'урал' } }),
    invalid: () => ({ query: { size: 1_000 } }),
    forbidden: 'norole',
    anybody: true,
  },
  {
    name: 'findAhmlPartners',
    endpoint: api.findAhmlPartners,
    request: () => ({}),
    forbidden: 'norole',
    anybody: true,
  },
  ...(
    [
      'listBranchTypes',
      'listBusinessProfiles',
      'listTenancyTypes',
      'listTenantTypes',
      'listReassignmentTypes',
      'listContactTypes',
    ] as const
  ).map(
    (name): CallCase => ({
      name,
      endpoint: reads[name],
      request: () => ({}),
      forbidden: 'norole',
      anybody: true,
    }),
  ),
  {
    name: 'an empty form of a branch',
    endpoint: api.newPartner,
    request: (partnerId) => ({ query: { parentId: String(partnerId) } }),
    invalid: () => ({ query: { parentId: 'x' } }),
    forbidden: 'partner-admin',
    operator: true,
  },
  {
    name: 'the card',
    endpoint: api.getPartner,
    request: (partnerId) => of(partnerId),
    invalid: () => ({ params: { partnerId: '0' } }),
    forbidden: 'agent',
  },
  {
    name: 'the card by uid',
    endpoint: api.getPartnerByUid,
    request: (partnerId) => ({ params: { uid: partnerId === volga ? foreignUid : uid } }),
    invalid: () => ({ params: { uid: '1' } }),
    forbidden: 'agent',
  },
  {
    name: 'a change of the card with an old version',
    endpoint: api.updatePartnerCard,
    request: (partnerId) => ({ ...of(partnerId), body: { ...partnerForm(1), version: 77 } }),
    invalid: (partnerId) => ({
      ...of(partnerId),
      body: { ...partnerForm(1), inn: '7707083894', version: 1 },
    }),
    stale: true,
    forbidden: 'viewer',
  },
  {
    name: 'a new partner',
    endpoint: api.createPartner,
    request: () => ({ body: partnerForm(200) }),
    invalid: () => ({ body: partnerForm(201, { inn: '123' }) }),
    forbidden: 'partner-admin',
    operator: true,
    anybody: true,
  },
  {
    name: 'deactivation with an old version',
    endpoint: api.deactivatePartner,
    request: (partnerId) => ({ ...of(partnerId), query: { version: 77 } }),
    invalid: (partnerId) => ({ ...of(partnerId), query: {} }),
    stale: true,
    forbidden: 'partner-admin',
    operator: true,
  },
  {
    name: 'reactivation with an old version',
    endpoint: api.reactivatePartner,
    request: (partnerId) => ({ ...of(partnerId), body: { version: 77 } }),
    invalid: (partnerId) => ({ ...of(partnerId), body: {} }),
    stale: true,
    forbidden: 'partner-admin',
    operator: true,
  },
  ...(['getPartnerDependants', 'listPartnerHistory'] as const).map(
    (name): CallCase => ({
      name,
      endpoint: reads[name],
      request: (partnerId) => of(partnerId),
      invalid: () => ({ params: { partnerId: 'x' } }),
      forbidden: 'agent',
    }),
  ),
  ...(['getPartnerDescription', 'getBranchTree', 'getHeadTree'] as const).map(
    (name): CallCase => ({
      name,
      endpoint: reads[name],
      request: (partnerId) => ({ params: { id: String(partnerId) } }),
      invalid: () => ({ params: { id: 'x' } }),
      forbidden: 'agent',
    }),
  ),
  {
    name: 'a branch',
    endpoint: parts.getBranch,
    request: (partnerId) => of(partnerId, { id: String(uralBranch) }),
    invalid: badItem,
    forbidden: 'agent',
  },
  {
    name: 'a branch changed with an old version',
    endpoint: parts.updateBranch,
    request: (partnerId) => ({
      ...of(partnerId, { id: String(uralBranch) }),
      body: { ...partnerForm(1), version: 77 },
    }),
    invalid: (partnerId) => ({
      ...of(partnerId, { id: String(uralBranch) }),
      body: { ...partnerForm(1), kpp: '1', version: 1 },
    }),
    stale: true,
    forbidden: 'viewer',
  },
  {
    name: 'a new branch',
    endpoint: parts.createBranch,
    request: (partnerId) => ({
      ...of(partnerId),
      body: partnerForm(300, { shortName: 'Новый филиал', kpp: '990043002' }),
    }),
    invalid: (partnerId) => ({ ...of(partnerId), body: partnerForm(301, { regionCode: 'NONE' }) }),
    forbidden: 'partner-admin',
    operator: true,
  },
  {
    name: 'branches detached',
    endpoint: parts.deleteBranches,
    request: (partnerId) => ({ ...of(partnerId), query: { ids: String(nobody) } }),
    invalid: (partnerId) => ({ ...of(partnerId), query: {} }),
    forbidden: 'partner-admin',
    operator: true,
  },
  {
    name: 'a branch detached with an old version',
    endpoint: parts.deleteBranch,
    request: (partnerId) => ({ ...of(partnerId, { id: String(uralBranch) }), query: { version: 77 } }),
    invalid: (partnerId) => of(partnerId, { id: String(uralBranch) }),
    stale: true,
    forbidden: 'partner-admin',
    operator: true,
  },
]

testCalls(cases, () => bank)

describe('a partner’s administrator with every right', () => {
  beforeAll(() => giveEveryRight(bank))
  // A branch is switched on again by its own head: that call is not the operator's alone.
  testOperatorCalls(
    cases.filter(({ endpoint }) => endpoint !== api.newPartner && endpoint !== api.reactivatePartner),
    () => bank,
  )
})
