import {
  documentFields as of,
  documentStateFields as state,
} from '@ipoteka-office/contract/documents/document-fields.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'

/** How the history of a document reads: the document itself and its files. */
export const documentLabels: CardLabels = {
  document: {
    fields: {
      type_code: told(of.typeCode),
      title: told(of.title),
      number: told(of.number),
      issued_on: told(of.issuedOn),
      issuer: told(of.issuer),
      valid_to: told(of.validTo),
      participant_role: told(of.roleCode),
      participant_name: told(of.participantName),
      source: told(state.source),
      status: told(state.status),
      reason: told(state.reason),
      comment: told(of.comment),
      deleted_at: told(state.deletedAt, { shown: 'стоит' }),
      removed_at: told(state.removedAt, { shown: 'да' }),
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
