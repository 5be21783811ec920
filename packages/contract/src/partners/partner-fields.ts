import { byOperator, byOperatorsRight } from '../common/field-rights.ts'
import { address, day, inn, line, reference, references } from '../common/fields.ts'

const parent = reference('Головная организация', 'partner')

/** What is entered of a partner's card. */
export const partnerFields = {
  shortName: line('Краткое наименование'),
  fullName: line('Полное наименование'),
  inn: inn('ИНН', 'ANY', { changedBy: byOperator }),
  kpp: line('КПП'),
  ogrn: line('ОГРН', { changedBy: byOperator }),
  okopfCode: reference('Правовая форма (ОКОПФ)', 'okopf', { historyLabel: 'Правовая форма' }),
  branchTypeCode: reference('Тип подразделения', 'partner/branchType'),
  businessProfileCodes: references('Профиль деятельности', 'partner/businessProfile'),
  companyGroupCode: reference('Группа компаний', 'companyGroup'),
  regionCode: reference('Регион', 'region'),
  parentId: { ...parent, changedBy: byOperator },
  legalAddress: address('Юридический адрес'),
  actualAddress: address('Фактический адрес'),
  postalAddress: address('Почтовый адрес'),
  tenancyTypeCode: reference('Владение помещением', 'partner/tenancyType'),
  tenantTypeCode: reference('Арендодатель', 'partner/tenantType'),
  tenancyTo: day('Аренда до'),
}

/** What is entered of a new partner: its head may be any that the person sees, and it begins with roles. */
export const newPartnerFields = {
  ...partnerFields,
  parentId: parent,
  roleCodes: references('Роли', 'partnerRole', {
    changedBy: byOperatorsRight('Partner', 'UpdateRoles', 'Роли и аккредитация партнёра'),
  }),
}
