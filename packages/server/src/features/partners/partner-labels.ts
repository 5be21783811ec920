import { partnerFields as main } from '@ipoteka-office/contract/partners/partner-fields.ts'
import {
  accreditationFields as accreditation,
  partnerAccountFields as account,
  partnerContactFields as contact,
  partnerDescriptionFields,
  partnerLinkFields as link,
  partnerRateFields as rate,
  partnerRegionFields as region,
} from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import { partnerNotificationFields as notification } from '@ipoteka-office/contract/partner-work/partner-notifications.ts'
import { workgroupFields as workgroup } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import {
  reassignmentFields as plan,
  reassignmentStates,
} from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'

const dates = { date_from: told(link.dateFrom), date_to: told(link.dateTo) }
const comment = { comment: told(link.comment) }
const role = told(link.roleCode)

/** How the history of a partner's card reads: the card itself and every part of it. */
export const partnerLabels: CardLabels = {
  partner: {
    fields: {
      short_name: told(main.shortName),
      full_name: told(main.fullName),
      inn: told(main.inn),
      kpp: told(main.kpp),
      ogrn: told(main.ogrn),
      okopf_code: told(main.okopfCode),
      parent_id: told(main.parentId, { table: 'partner' }),
      branch_type_code: told(main.branchTypeCode),
      business_profile_codes: told(main.businessProfileCodes),
      company_group_code: told(main.companyGroupCode),
      region_code: told(main.regionCode),
      legal_address: told(main.legalAddress),
      actual_address: told(main.actualAddress),
      postal_address: told(main.postalAddress),
      tenancy_type_code: told(main.tenancyTypeCode),
      tenant_type_code: told(main.tenantTypeCode),
      tenancy_to: told(main.tenancyTo),
      not_active: { label: 'Отключён' },
      not_active_since: { label: 'Отключён с' },
    },
  },
  partner_account: {
    title: 'Счёт',
    subject: 'account',
    fields: {
      account: told(account.account),
      bic: told(account.bic),
      purpose: told(account.purpose),
      main: told(account.main),
      not_used: told(account.notUsed),
    },
  },
  contact: {
    title: 'Контакт',
    subject: 'value',
    fields: {
      contact_type_id: told(contact.contactTypeId),
      value: told(contact.value),
      employee_id: told(contact.employeeId, { table: 'employee' }),
      main: told(contact.main),
      not_used: told(contact.notUsed),
      ...comment,
    },
  },
  partner_region: {
    title: 'Регион',
    subject: 'region_code',
    fields: { region_code: told(region.regionCode), comment: told(region.comment) },
  },
  partner_role: {
    title: 'Роль',
    subject: 'role_code',
    fields: { role_code: role, not_active: { label: 'Недействующая' }, ...comment },
  },
  accreditation: {
    title: 'Аккредитация',
    subject: 'type_code',
    fields: {
      type_code: told(accreditation.typeCode),
      status: told(accreditation.status),
      ...dates,
      document_name: told(accreditation.documentName),
      document_number: told(accreditation.documentNumber),
      document_date: told(accreditation.documentDate),
      ...comment,
    },
  },
  partner_rate: {
    title: 'Ставка',
    subject: 'rate_code',
    fields: {
      rate_code: told(rate.rateCode),
      value: told(rate.value),
      ...dates,
      ...comment,
    },
  },
  partner_description: { title: 'Описание', fields: { text: told(partnerDescriptionFields.text) } },
  partner_link: {
    title: 'Связь',
    subject: 'linked_partner_id',
    fields: {
      linked_partner_id: told(link.linkedPartnerId, { table: 'partner' }),
      role_code: role,
      ...dates,
      ...comment,
    },
  },
  partner_notification: {
    title: 'Уведомление',
    subject: 'event_code',
    fields: {
      event_code: told(notification.eventCode),
      channel: told(notification.channel),
      address: told(notification.address),
      employee_id: told(notification.employeeId, { table: 'employee' }),
      not_used: told(notification.notUsed),
    },
  },
  partner_reassignment: {
    title: 'Передача работы',
    subject: 'to_partner_id',
    fields: {
      to_partner_id: told(plan.toPartnerId, { table: 'partner' }),
      type_code: told(plan.typeCode),
      region_code: told(plan.regionCode),
      employee_id: told(plan.employeeId, { table: 'employee' }),
      to_employee_id: told(plan.toEmployeeId, { table: 'employee' }),
      ...dates,
      state: { label: 'Состояние', names: reassignmentStates },
      comment: told(plan.comment),
    },
  },
  workgroup: {
    title: 'Рабочая группа',
    subject: 'name',
    fields: {
      name: told(workgroup.name),
      head_id: told(workgroup.headId, { table: 'employee' }),
      description: told(workgroup.description),
      not_active: told(workgroup.notActive),
    },
  },
}
