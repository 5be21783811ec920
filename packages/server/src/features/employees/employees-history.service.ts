import {
  employeeFields as main,
  newEmployeeFields,
} from '@ipoteka-office/contract/employees/employee-fields.ts'
import {
  absenceFields as absence,
  employeeDocumentFields as paper,
  procuracyFields as procuracy,
} from '@ipoteka-office/contract/employees/employee-part-fields.ts'
import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { requestLabels } from '#features/change-requests/request-labels.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'
import { asReaderSees } from '#features/documents/paper-numbers.service.ts'
import { listCardHistory } from '#features/history/card-history.service.ts'
import { papersHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { findDocumentTypes } from './parts/employee-documents.repo.ts'
import { findCard } from './employees.repo.ts'

const labelsWith = (documentNames: Readonly<Record<string, string>>): CardLabels => ({
  employee: {
    fields: {
      last_name: told(main.lastName),
      first_name: told(main.firstName),
      middle_name: told(main.middleName),
      sex: told(main.sex),
      job_title: told(main.jobTitle),
      birth_date: told(main.birthDate),
      email: told(main.email),
      phone: told(main.phone),
      login: told(main.login),
      identity_id: told(newEmployeeFields.createAccount, { shown: 'привязана' }),
      head_id: told(main.headId, { table: 'employee' }),
      not_active: told(main.notActive),
    },
  },
  employee_document: {
    title: 'Документ',
    subject: 'type_code',
    fields: {
      type_code: told(paper.typeCode, { names: documentNames }),
      number: told(paper.number),
      issued_on: told(paper.issuedOn),
      issuer: told(paper.issuer),
      valid_to: told(paper.validTo),
      comment: told(paper.comment),
      file_id: { label: 'файл', shown: 'приложен' },
      deleted_at: { label: 'удалён' },
    },
  },
  procuracy: {
    title: 'Доверенность',
    subject: 'number',
    fields: {
      number: told(procuracy.number),
      date_from: told(procuracy.dateFrom),
      date_to: told(procuracy.dateTo),
      scope: told(procuracy.scope),
      issuer: told(procuracy.issuer),
      notary: told(procuracy.notary),
      revoked_on: told(procuracy.revokedOn),
      file_id: { label: 'файл', shown: 'приложен' },
      deleted_at: { label: 'удалена' },
    },
  },
  employee_absence: {
    title: 'Отсутствие с',
    subject: 'date_from',
    fields: {
      date_from: told(absence.dateFrom),
      date_to: told(absence.dateTo),
      reason: told(absence.reason),
      deputy_id: told(absence.deputyId, { table: 'employee' }),
      comment: told(absence.comment),
      cancelled_at: { label: 'отменено' },
    },
  },
  employee_user_role: {
    title: 'Роль',
    fields: { user_role_id: { label: 'роль', table: 'user_role' } },
  },
  user_session: {
    title: 'Сеанс',
    subject: 'device',
    fields: { ended_at: { label: 'завершён' } },
  },
  change_request: requestLabels,
})

/** The history of a card with its parts. */
export async function listHistory(
  context: Context,
  key: { partnerId: number; id: number },
  query: PageQuery,
  bank: BankFigures,
) {
  const { db, actor } = context
  if ((await findCard(db, actor, key, await papersHorizon(bank))) === undefined)
    throw notFound('Сотрудник не найден')
  const labels = labelsWith(await findDocumentTypes(db))
  const card = { type: 'PartnerEmployee', id: key.id } as const
  return listCardHistory(context, { objectType: 'employee', objectId: key.id }, labels, query, (changes) =>
    asReaderSees(context, changes, ['employee_document'], card),
  )
}
