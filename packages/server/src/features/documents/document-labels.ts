import { documentSources } from '@ipoteka-office/contract/document-rules/document-sources.ts'
import { documentParticipantRoles, documentStatuses } from '@ipoteka-office/contract/documents/documents.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'

/** How the history of a document reads: the document itself and its files. */
export const documentLabels: CardLabels = {
  document: {
    fields: {
      type_code: { label: 'Тип', dictionary: 'docType' },
      title: { label: 'Название' },
      number: { label: 'Номер' },
      issued_on: { label: 'Дата выдачи' },
      issuer: { label: 'Кем выдан' },
      valid_to: { label: 'Действует до' },
      participant_role: { label: 'Участник', names: documentParticipantRoles },
      participant_name: { label: 'Имя участника' },
      source: { label: 'Источник', names: documentSources },
      status: { label: 'Состояние', names: documentStatuses },
      reason: { label: 'Причина отклонения' },
      comment: { label: 'Комментарий' },
      deleted_at: { label: 'Пометка на удаление', shown: 'стоит' },
      removed_at: { label: 'Удалён', shown: 'да' },
    },
  },
  document_file: {
    title: 'Файл',
    subject: 'name',
    fields: {
      name: { label: 'имя' },
      rotation: { label: 'поворот, градусов' },
      sort: { label: 'место' },
      version_number: { label: 'версия' },
      replaced_at: { label: 'заменён новой версией', shown: 'да' },
      deleted_at: { label: 'удалён', shown: 'да' },
      document_id: { label: 'документ №' },
    },
  },
}
