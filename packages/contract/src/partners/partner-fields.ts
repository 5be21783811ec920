import { address, day, inn, line, reference, references } from '../common/fields.ts'

/** What is entered of a partner's card. */
export const partnerFields = {
  shortName: line('Краткое наименование'),
  fullName: line('Полное наименование'),
  inn: inn('ИНН', 'ANY'),
  kpp: line('КПП'),
  ogrn: line('ОГРН'),
  okopfCode: reference('Правовая форма (ОКОПФ)', 'okopf', { historyLabel: 'Правовая форма' }),
  branchTypeCode: reference('Тип подразделения', 'partner/branchType'),
  businessProfileCodes: references('Профиль деятельности', 'partner/businessProfile'),
  companyGroupCode: reference('Группа компаний', 'companyGroup'),
  regionCode: reference('Регион', 'region'),
  parentId: reference('Головная организация', 'partner'),
  legalAddress: address('Юридический адрес'),
  actualAddress: address('Фактический адрес'),
  postalAddress: address('Почтовый адрес'),
  tenancyTypeCode: reference('Владение помещением', 'partner/tenancyType'),
  tenantTypeCode: reference('Арендодатель', 'partner/tenantType'),
  tenancyTo: day('Аренда до'),
}
