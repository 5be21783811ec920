import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { sexes } from '@ipoteka-office/contract/common/person-name.ts'
import { requestStatuses } from '@ipoteka-office/contract/change-requests/change-requests.ts'
import { absenceReasons } from '@ipoteka-office/contract/employees/employees.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'
import { asReaderSees } from '#features/documents/paper-numbers.service.ts'
import { listCardHistory } from '#features/history/card-history.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { findDocumentTypes } from './parts/employee-documents.repo.ts'
import { findCard } from './employees.repo.ts'

const labelsWith = (documentNames: Readonly<Record<string, string>>): CardLabels => ({
  employee: {
    fields: {
      last_name: { label: 'Фамилия' },
      first_name: { label: 'Имя' },
      middle_name: { label: 'Отчество' },
      sex: { label: 'Пол', names: sexes },
      job_title: { label: 'Должность' },
      birth_date: { label: 'Дата рождения' },
      email: { label: 'Эл. почта' },
      phone: { label: 'Телефон' },
      login: { label: 'Логин' },
      identity_id: { label: 'Учётная запись', shown: 'привязана' },
      head_id: { label: 'Руководитель', table: 'employee' },
      not_active: { label: 'Отключён' },
    },
  },
  employee_document: {
    title: 'Документ',
    subject: 'type_code',
    fields: {
      type_code: { label: 'вид', names: documentNames },
      number: { label: 'номер' },
      issued_on: { label: 'дата выдачи' },
      issuer: { label: 'кем выдан' },
      valid_to: { label: 'действует до' },
      comment: { label: 'комментарий' },
      file_id: { label: 'файл', shown: 'приложен' },
      deleted_at: { label: 'удалён' },
    },
  },
  procuracy: {
    title: 'Доверенность',
    subject: 'number',
    fields: {
      number: { label: 'номер' },
      date_from: { label: 'действует с' },
      date_to: { label: 'действует до' },
      scope: { label: 'полномочия' },
      issuer: { label: 'кем выдана' },
      notary: { label: 'нотариус' },
      revoked_on: { label: 'отозвана' },
      file_id: { label: 'файл', shown: 'приложен' },
      deleted_at: { label: 'удалена' },
    },
  },
  employee_absence: {
    title: 'Отсутствие с',
    subject: 'date_from',
    fields: {
      date_from: { label: 'начало' },
      date_to: { label: 'окончание' },
      reason: { label: 'причина', names: absenceReasons },
      deputy_id: { label: 'заместитель', table: 'employee' },
      comment: { label: 'комментарий' },
      cancelled_at: { label: 'отменено' },
    },
  },
  employee_user_role: {
    title: 'Роль',
    fields: { user_role_id: { label: 'роль', table: 'user_role' } },
  },
  change_request: {
    title: 'Запрос на изменение',
    fields: {
      title: { label: 'что' },
      status: { label: 'состояние', names: requestStatuses },
      comment: { label: 'комментарий' },
    },
  },
})

/** The history of a card with its parts. */
export async function listHistory(
  context: Context,
  key: { partnerId: number; id: number },
  query: PageQuery,
  clock: BankClock,
) {
  const { db, actor } = context
  if ((await findCard(db, actor, key, bankDay(clock))) === undefined) throw notFound('Сотрудник не найден')
  const labels = labelsWith(await findDocumentTypes(db))
  const card = { type: 'PartnerEmployee', id: key.id } as const
  return listCardHistory(db, { objectType: 'employee', objectId: key.id }, labels, query, (changes) =>
    asReaderSees(context, changes, ['employee_document'], card),
  )
}
