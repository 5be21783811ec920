import { choice, day, flag, line, longText, reference } from '../common/fields.ts'
import { documentSources } from '../document-rules/document-sources.ts'
import { documentParticipantRoles, documentStatuses } from './documents.ts'

/** What is entered of a document: its forms, the comparison and the history take their words from here. */
export const documentFields = {
  typeCode: reference('Тип', 'docType'),
  title: line('Своё название', { historyLabel: 'Название' }),
  number: line('Номер'),
  issuedOn: day('Выдан', { historyLabel: 'Дата выдачи' }),
  issuer: line('Кем выдан'),
  validTo: day('Действует по', { historyLabel: 'Действует до' }),
  roleCode: choice('Чей документ', documentParticipantRoles, { historyLabel: 'Участник' }),
  participantName: line('Имя участника'),
  comment: longText('Комментарий'),
}

/** What becomes of a document without being entered. */
export const documentStateFields = {
  source: choice('Источник', documentSources),
  status: choice('Состояние', documentStatuses),
  reason: longText('Причина отклонения'),
  deletedAt: flag('Пометка на удаление'),
  removedAt: flag('Удалён'),
}
