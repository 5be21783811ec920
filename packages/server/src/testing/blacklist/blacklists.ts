import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { individualEntryRequests } from '@ipoteka-office/contract/blacklists/blacklist-requests.ts'
import * as api from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { expect } from 'vitest'
import type { TestApp } from '../test-app.ts'
import type { Login } from '../test-tokens.ts'

/** Which entry is meant. */
export interface EntryKey {
  readonly kind: BlacklistKind
  readonly id: number
}
export const paramsOf = ({ kind, id }: EntryKey) => ({ kind, id: String(id) })

/** Why the entries of the tests are there. */
export const basis = 'Справка о доходах не подтверждена работодателем'
export const person = {
  lastName: 'Аверченко',
  firstName: 'Глеб',
  middleName: 'Маркович',
  birthDate: '1985-03-14',
  passport: '00 12 345678',
  formerPassports: [{ key: 'a', passport: '0005 111222' }],
  phones: [{ key: 'b', phone: '8 (912) 000-11-22' }],
}
const datas: Record<BlacklistKind, Record<string, unknown>> = {
  individuals: person,
  legalPersons: { fullName: 'ООО «Ромашка-Тест»', companyInn: '7701000019', ogrn: '1027700000019' },
  phones: { phone: '89120003344', phoneKind: 'MOBILE', owner: 'Неизвестен' },
}
/** An entry of each list as its form sends it. */
export const entryInput = (kind: BlacklistKind = 'individuals') => ({
  level: 'STOP' as const,
  category: 'FORGED_DOCUMENTS' as const,
  validFrom: '2026-11-20',
  validTo: '2027-11-20',
  data: datas[kind],
  reason: { source: 'SECURITY' as const, basis, evidence: 'Ответ работодателя от 12.11.2026', comment: '' },
})

type Move = 'submit' | 'approve' | 'decline' | 'keep' | 'satisfy'

/** Entries of blacklists as people make them: `security` writes, `compliance` agrees. */
export const blacklistsOf = (bank: () => TestApp) => {
  const create = async (kind: BlacklistKind = 'individuals', as: Login = 'security') =>
    (await bank().call(api.createBlacklistEntry, { params: { kind }, body: entryInput(kind) }, { as })).body
  const read = async (entry: EntryKey, as: Login = 'security') =>
    (await bank().call(api.getBlacklistEntry, { params: paramsOf(entry) }, { as })).body
  const move = async (entry: EntryKey, action: Move, as: Login, comment = '') => {
    const { version } = await read(entry, 'admin')
    const params = paramsOf(entry)
    const body = { version, comment }
    if (action === 'submit') return bank().call(api.submitBlacklistEntry, { params, body }, { as })
    return action === 'approve' || action === 'decline'
      ? bank().call(api.decideBlacklistEntry, { params, body: { ...body, action } }, { as })
      : bank().call(api.decideEntryAppeal, { params, body: { ...body, action } }, { as })
  }
  /** One that acts. */
  const acting = async (kind: BlacklistKind = 'individuals') => {
    const entry = await create(kind)
    await move(entry, 'submit', 'security')
    const { status, body } = await move(entry, 'approve', 'compliance')
    expect(status).toBe(200)
    return body
  }
  const decide = (id: number, as: Login, what: 'approve' | 'reject' = 'approve') =>
    bank().call(
      individualEntryRequests[what],
      { params: { id: String(id) }, body: { version: 1, comment: 'Проверено' } },
      { as },
    )
  /** The entry with an appeal against it, registered by `security` and agreed to by `compliance`. */
  const appealed = async (entry: EntryKey & { readonly version: number }) => {
    const body = {
      receivedOn: '2026-11-19',
      applicant: 'Аверченко Глеб Маркович',
      claim: 'Справка подлинная',
      version: entry.version,
    }
    const asked = await bank().call(
      api.requestEntryAppeal,
      { params: paramsOf(entry), body },
      { as: 'security' },
    )
    expect(asked.status).toBe(200)
    expect((await decide(asked.body.id, 'compliance')).status).toBe(200)
    return read(entry)
  }
  return { create, read, move, acting, decide, appealed }
}
