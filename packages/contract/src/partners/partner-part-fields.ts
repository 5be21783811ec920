import { contactTypes } from '../common/person/contact-value.ts'
import { choice, day, flag, line, longText, percent, reference } from '../common/fields.ts'
import { accreditationStatuses } from './partner-roles.ts'

const comment = line('Примечание', {}, 300)
const notUsed = flag('Больше не используется', { historyLabel: 'Не используется' })
const dateFrom = day('Действует с')
const dateTo = day('по', { historyLabel: 'Действует по', hint: 'Пусто — без срока' })

/* What is entered of the parts of a partner's card: forms, comparison and history take their words from here. */

export const partnerAccountFields = {
  bic: line('БИК'),
  account: line('Номер счёта'),
  purpose: line('Назначение', {}, 300),
  main: flag('Основной счёт', { historyLabel: 'Основной', hint: 'Прежний основной счёт станет обычным' }),
  notUsed,
}

export const partnerContactFields = {
  contactTypeId: choice('Тип', contactTypes),
  value: line('Контакт', {}, 300),
  employeeId: reference('Чей', 'employee', {
    hint: 'Пусто — контакт самого партнёра; для сотрудника начните вводить фамилию',
    historyLabel: 'Сотрудник',
  }),
  comment,
  main: flag('Основной контакт этого типа', { historyLabel: 'Основной' }),
  notUsed,
}

export const partnerRoleFields = { roleId: reference('Роль', 'partnerRole'), comment }

export const partnerRegionFields = { regionCode: reference('Регион', 'region'), comment }

export const partnerDescriptionFields = { text: longText('Текст', {}, 4_000) }

export const partnerLinkFields = {
  linkedPartnerId: reference('Партнёр', 'partner'),
  roleCode: reference('В роли', 'partnerRole', {
    hint: 'Партнёр должен иметь эту роль',
    historyLabel: 'Роль',
  }),
  dateFrom,
  dateTo,
  comment,
}

export const partnerRateFields = {
  rateCode: reference('Ставка', 'partnerRate', { historyLabel: 'Вид' }),
  value: percent('Значение, %', { historyLabel: 'Процент' }),
  dateFrom,
  dateTo,
  comment,
}

export const accreditationFields = {
  typeCode: reference('Вид', 'accreditationType'),
  status: choice('Статус', accreditationStatuses),
  dateFrom,
  dateTo,
  documentName: line('Документ'),
  documentNumber: line('Номер документа'),
  documentDate: day('Дата документа'),
  comment,
}
