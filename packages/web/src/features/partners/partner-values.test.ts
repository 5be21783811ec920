import type { Partner } from '@ipoteka-office/contract/partners/partners.ts'
import { PartySuggestion } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { describe, expect, test } from 'vitest'
import {
  partnerDifferences,
  partnerValueIssues,
  toPartnerInput,
  toPartnerValues,
  valuesOfParty,
} from './partner-values.ts'

const card: Partner = {
  id: 7,
  uid: '11111111-1111-4111-8111-111111111111',
  shortName: 'ООО «Ключи»',
  fullName: 'Общество «Ключи»',
  inn: '7707083893',
  kpp: '770701001',
  ogrn: '1027700132195',
  okopfCode: '12300',
  okopfName: 'Общество с ограниченной ответственностью',
  branchTypeCode: 'HEAD',
  branchTypeName: 'Головная организация',
  businessProfileCodes: ['AGENCY'],
  businessProfiles: [{ code: 'AGENCY', name: 'Агентство' }],
  companyGroupCode: null,
  companyGroupName: null,
  regionCode: '77',
  regionName: 'Москва',
  legalAddress: { value: 'г. Москва, ул. Садовая, д. 1', postalCode: '101000' },
  actualAddress: null,
  postalAddress: null,
  tenancyTypeCode: null,
  tenancyTypeName: null,
  tenantTypeCode: null,
  tenantTypeName: null,
  tenancyTo: null,
  parentId: null,
  parent: null,
  roles: [],
  branchesCount: 0,
  description: null,
  notActive: false,
  notActiveSince: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 3,
}
const values = toPartnerValues(card)
const messagesAt = (change: Partial<typeof values>) =>
  Object.fromEntries(partnerValueIssues({ ...values, ...change }).map((i) => [i.path.join('.'), i.message]))

describe('the form of a partner', () => {
  test('what a card holds may be sent back as it is', () => {
    expect(partnerValueIssues(values)).toEqual([])
    expect(toPartnerInput(values)).toMatchObject({
      inn: card.inn,
      legalAddress: card.legalAddress,
      actualAddress: null,
      tenancyTo: null,
      businessProfileCodes: ['AGENCY'],
    })
  })

  test('numbers pasted with spaces are read', () => {
    expect(toPartnerInput({ ...values, inn: ' 7707 083 893 ' }).inn).toBe('7707083893')
  })

  test('check digits and what does not fit together are said at their fields', () => {
    expect(messagesAt({ inn: '7707083894' })).toHaveProperty('inn')
    expect(messagesAt({ kpp: '' })).toEqual({ kpp: 'Поле должно быть заполнено' })
    expect(messagesAt({ inn: '500100732259' })).toEqual({
      kpp: 'У предпринимателя нет КПП: оставьте поле пустым',
      ogrn: 'Для ИНН из 12 цифр укажите ОГРНИП из 15 цифр',
    })
    expect(messagesAt({ shortName: '', kpp: '' })).toEqual({
      shortName: 'Поле должно быть заполнено',
      kpp: 'Поле должно быть заполнено',
    })
    expect(messagesAt({ tenancyTo: '2027-01-01', tenancyTypeCode: 'OWN' })).toHaveProperty('tenancyTo')
  })

  test('a late save lists the fields that differ, in words', () => {
    const mine = { ...values, shortName: 'ООО «Замки»', regionCode: '78', actualAddress: { value: 'Тула' } }
    const names = { regionCode: [{ code: '78', name: 'Санкт-Петербург' }] }
    expect(partnerDifferences(mine, card, names)).toEqual([
      { key: 'shortName', label: 'Краткое наименование', mine: 'ООО «Замки»', server: 'ООО «Ключи»' },
      { key: 'regionCode', label: 'Регион', mine: 'Санкт-Петербург', server: 'Москва' },
      { key: 'actualAddress', label: 'Фактический адрес', mine: 'Тула', server: '' },
    ])
  })
})

describe('a suggested organisation', () => {
  const address = {
    value: 'г Москва, ул Садовая, д 1',
    unrestricted_value: '101000, г Москва, ул Садовая, д 1',
    data: { postal_code: '101000', region_kladr_id: '7700000000000', kladr_id: '7700000000000', fias_id: '' },
  }
  test('fills the fields it knows', () => {
    const party = PartySuggestion.parse({
      value: 'ООО "КЛЮЧИ"',
      unrestricted_value: 'ООО "КЛЮЧИ"',
      data: {
        inn: '7707083893',
        kpp: '770701001',
        ogrn: '1027700132195',
        branch_type: 'MAIN',
        opf: { code: '12300' },
        name: { full_with_opf: 'ОБЩЕСТВО "КЛЮЧИ"', short_with_opf: 'ООО "КЛЮЧИ"' },
        address,
      },
      source: 'DADATA',
      ownPartnerId: null,
    })
    expect(valuesOfParty(party)).toMatchObject({
      shortName: 'ООО "КЛЮЧИ"',
      fullName: 'ОБЩЕСТВО "КЛЮЧИ"',
      inn: '7707083893',
      kpp: '770701001',
      okopfCode: '12300',
      branchTypeCode: 'HEAD',
      regionCode: '77',
      legalAddress: { value: address.value, postalCode: '101000', regionCode: '77' },
    })
    expect(partnerValueIssues({ ...values, ...valuesOfParty(party) })).toEqual([])
  })

  test('a sole trader brings no КПП and no branch type', () => {
    const party = PartySuggestion.parse({
      value: 'ИП Иванов',
      unrestricted_value: 'ИП Иванов',
      data: { inn: '500100732259', ogrn: '304500116000157', name: {} },
      source: 'DADATA',
      ownPartnerId: null,
    })
    const filled = valuesOfParty(party)
    expect(filled).toMatchObject({ shortName: 'ИП Иванов', kpp: '' })
    expect(filled).not.toHaveProperty('branchTypeCode')
    expect(filled).not.toHaveProperty('regionCode')
  })
})
