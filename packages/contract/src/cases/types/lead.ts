import { leadMachine } from '../machines/lead.ts'
import { caseType } from './case-type.ts'

/** A lead: a client who has been heard of and is not an applicant yet. */
export const leadType = caseType(leadMachine, {
  name: 'Лид',
  plural: 'Лиды',
  word: 'Лид',
  prefix: 'Л',
  path: '/lead',
  object: 'Lead',
  operations: {
    List: 'Список лидов',
    Read: 'Лид: просмотр',
    Create: 'Лид: создание',
    Update: 'Лид: изменение',
    Delete: 'Лид: удаление',
    ChangeResponsible: 'Лид: смена ответственного',
    Send: 'Лид: перевод на следующий шаг',
    Export: 'Лиды: выгрузка',
  },
  list: {
    code: 'leads',
    object: 'Lead',
    title: 'Лиды',
    shortTitle: 'Лиды',
    path: '/leads',
    menu: { group: 'Ипотечные кредиты', place: 2 },
    charted: false,
    programmes: { label: 'Программа', dictionary: 'product/type' },
    // The next call stands where other lists have the programme.
    ownColumns: ['nextContactAt'],
    hiddenColumns: ['programme'],
    empty: ['Лидов нет', 'В архиве нет лидов'],
    about:
      'Лид — человек, которому интересен кредит: позвонил, открыл страницу по QR-коду или пришёл от партнёра.',
  },
  create: { text: 'Новый лид', operations: ['Create'], refusal: 'Нет права заводить лиды' },
  product: null,
  distributedWith: 'LEADS',
  takesQrRequests: true,
  documents: {
    owner: 'LEAD',
    ownerName: 'Лид',
    rights: { read: { Lead: ['Read'] }, write: { Lead: ['Read', 'Update'] } },
  },
  workPlaces: {
    FIRST_CONTACT: 'contacts',
    REPEAT_CONTACT: 'contacts',
    MEETING_PLANNED: 'contacts',
    AWAITING_DOCUMENTS: 'documents',
  },
})
