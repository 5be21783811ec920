import { shortApplicationMachine } from '../machines/short-application.ts'
import { caseType } from './case-type.ts'
import { mortgageApplications } from './mortgage-applications.ts'

/** A short application for a mortgage: what the decision engine needs for its first answer. */
export const shortApplicationType = caseType(shortApplicationMachine, {
  name: 'Краткая заявка',
  plural: 'Краткие заявки',
  word: 'Заявка',
  prefix: 'К',
  path: '/short-app-edit',
  object: 'ShortApplication',
  operations: {
    List: 'Список ипотечных заявок',
    Read: 'Краткая заявка: просмотр',
    Create: 'Краткая заявка: создание',
    Update: 'Краткая заявка: изменение',
    ChangeResponsible: 'Краткая заявка: смена ответственного',
    Send: 'Краткая заявка: перевод на следующий шаг',
    Export: 'Заявки на ипотеку: выгрузка',
  },
  list: mortgageApplications,
  create: { text: 'Новая заявка', operations: ['Create'], refusal: 'Нет права заводить заявки' },
  product: 'MORTGAGE',
  distributedWith: 'LEADS',
  documents: {
    owner: 'SHORT_APPLICATION',
    ownerName: 'Краткая заявка',
    rights: { read: { ShortApplication: ['Read'] }, write: { ShortApplication: ['Read', 'Update'] } },
    rules: { at: {}, otherwise: 'SHORT_APPLICATION', after: {}, takesOverFromLead: true },
  },
  workPlaces: { IN_WORK: 'decision', PRE_APPROVED: 'decision' },
})
