import { checkContact } from '@ipoteka-office/contract/common/person/contact-value.ts'
import type {
  OwnContactInput,
  PartnerContact,
  PartnerContactInput,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import { invalid } from '#http/errors.ts'
import { clearMainContact, contactRows, isEmployeeOf, ownContactRows } from './contacts.repo.ts'
import type { Part } from './partner-parts.service.ts'

const notFound = 'Контакт не найден'

function checked<Input extends OwnContactInput>(input: Input): Input {
  const value = checkContact(input.contactTypeId, input.value)
  if ('message' in value) throw invalid([{ path: 'value', message: value.message }])
  if (input.main && input.notUsed)
    throw invalid([{ path: 'notUsed', message: 'Основной контакт используется: снимите отметку «основной»' }])
  return { ...input, value: value.value }
}

/** Contacts of the partner and of its employees; one of a type is main for each of them. */
export const contactPart: Part<PartnerContact, PartnerContactInput> = {
  ...contactRows,
  notFound,
  async check({ db }, partnerId, input, before) {
    const { employeeId } = input
    const refuse = (message: string) => invalid([{ path: 'employeeId', message }])
    if (before !== null && employeeId !== undefined && employeeId !== (before.employee?.id ?? null))
      throw refuse('Чей это контакт, не меняется: создайте новый')
    if (before === null && typeof employeeId === 'number' && !(await isEmployeeOf(db, partnerId, employeeId)))
      throw refuse('У партнёра нет такого сотрудника')
    return checked(input)
  },
  async settle({ db }, partnerId, { main, contactTypeId, ...input }, before) {
    const employeeId = before === null ? (input.employeeId ?? null) : (before.employee?.id ?? null)
    if (main) await clearMainContact(db, { partnerId, employeeId }, contactTypeId, before?.id ?? null)
  },
}

/** Contacts of the partner alone. */
export const ownContactPart: Part<PartnerContact, OwnContactInput> = {
  ...ownContactRows,
  notFound,
  check: (_context, _partnerId, input) => Promise.resolve(checked(input)),
  async settle({ db }, partnerId, { main, contactTypeId }, before) {
    if (main) await clearMainContact(db, { partnerId, employeeId: null }, contactTypeId, before?.id ?? null)
  },
}
