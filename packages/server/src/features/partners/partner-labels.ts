import { contactTypes } from '@ipoteka-office/contract/common/contact-value.ts'
import {
  notificationChannels,
  partnerEvents,
} from '@ipoteka-office/contract/partner-work/partner-notifications.ts'
import { accreditationStatuses } from '@ipoteka-office/contract/partners/partner-roles.ts'
import { reassignmentStates, reassignmentTypes } from '@ipoteka-office/contract/partner-work/partner-work.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'

const dates = { date_from: { label: 'Действует с' }, date_to: { label: 'Действует по' } }
const comment = { comment: { label: 'Комментарий' } }
const region = { label: 'Регион', dictionary: 'region' }
const role = { label: 'Роль', dictionary: 'partnerRole' }

/** How the history of a partner's card reads: the card itself and every part of it. */
export const partnerLabels: CardLabels = {
  partner: {
    fields: {
      short_name: { label: 'Краткое наименование' },
      full_name: { label: 'Полное наименование' },
      inn: { label: 'ИНН' },
      kpp: { label: 'КПП' },
      ogrn: { label: 'ОГРН' },
      okopf_code: { label: 'Правовая форма', dictionary: 'okopf' },
      parent_id: { label: 'Головная организация', table: 'partner' },
      branch_type_code: { label: 'Тип подразделения', dictionary: 'partner/branchType' },
      business_profile_codes: { label: 'Профиль деятельности', dictionary: 'partner/businessProfile' },
      company_group_code: { label: 'Группа компаний', dictionary: 'companyGroup' },
      region_code: region,
      legal_address: { label: 'Юридический адрес' },
      actual_address: { label: 'Фактический адрес' },
      postal_address: { label: 'Почтовый адрес' },
      tenancy_type_code: { label: 'Владение помещением', dictionary: 'partner/tenancyType' },
      tenant_type_code: { label: 'Арендодатель', dictionary: 'partner/tenantType' },
      tenancy_to: { label: 'Аренда до' },
      not_active: { label: 'Отключён' },
      not_active_since: { label: 'Отключён с' },
    },
  },
  partner_account: {
    title: 'Счёт',
    subject: 'account',
    fields: {
      account: { label: 'Номер счёта' },
      bic: { label: 'БИК' },
      purpose: { label: 'Назначение' },
      main: { label: 'Основной' },
      not_used: { label: 'Не используется' },
    },
  },
  contact: {
    title: 'Контакт',
    subject: 'value',
    fields: {
      contact_type_id: { label: 'Тип', names: contactTypes },
      value: { label: 'Значение' },
      employee_id: { label: 'Сотрудник', table: 'employee' },
      main: { label: 'Основной' },
      not_used: { label: 'Не используется' },
      ...comment,
    },
  },
  partner_region: { title: 'Регион', subject: 'region_code', fields: { region_code: region, ...comment } },
  partner_role: {
    title: 'Роль',
    subject: 'role_code',
    fields: { role_code: role, not_active: { label: 'Недействующая' }, ...comment },
  },
  accreditation: {
    title: 'Аккредитация',
    subject: 'type_code',
    fields: {
      type_code: { label: 'Вид', dictionary: 'accreditationType' },
      status: { label: 'Статус', names: accreditationStatuses },
      ...dates,
      document_name: { label: 'Документ' },
      document_number: { label: 'Номер документа' },
      document_date: { label: 'Дата документа' },
      ...comment,
    },
  },
  partner_rate: {
    title: 'Ставка',
    subject: 'rate_code',
    fields: {
      rate_code: { label: 'Вид', dictionary: 'partnerRate' },
      value: { label: 'Процент' },
      ...dates,
      ...comment,
    },
  },
  partner_description: { title: 'Описание', fields: { text: { label: 'Текст' } } },
  partner_link: {
    title: 'Связь',
    subject: 'linked_partner_id',
    fields: {
      linked_partner_id: { label: 'Партнёр', table: 'partner' },
      role_code: role,
      ...dates,
      ...comment,
    },
  },
  partner_notification: {
    title: 'Уведомление',
    subject: 'event_code',
    fields: {
      event_code: { label: 'Событие', names: partnerEvents },
      channel: { label: 'Канал', names: notificationChannels },
      address: { label: 'Адрес' },
      employee_id: { label: 'Сотрудник', table: 'employee' },
      not_used: { label: 'Не используется' },
    },
  },
  partner_reassignment: {
    title: 'Передача работы',
    subject: 'to_partner_id',
    fields: {
      to_partner_id: { label: 'Кому', table: 'partner' },
      type_code: { label: 'Тип', names: reassignmentTypes },
      region_code: region,
      employee_id: { label: 'От сотрудника', table: 'employee' },
      to_employee_id: { label: 'Сотруднику', table: 'employee' },
      ...dates,
      state: { label: 'Состояние', names: reassignmentStates },
      ...comment,
    },
  },
  workgroup: {
    title: 'Рабочая группа',
    subject: 'name',
    fields: {
      name: { label: 'Название' },
      head_id: { label: 'Руководитель', table: 'employee' },
      description: { label: 'Описание' },
      not_active: { label: 'Отключена' },
    },
  },
}
