import { fullApplicationMachine } from '../machines/full-application.ts'
import { caseType } from './case-type.ts'
import { mortgageApplications } from './mortgage-applications.ts'
import { caseTopic, closingTopics, peopleTopics } from './questionnaire-topics.ts'

/** A full application for a mortgage: the questionnaire, the decision, the object and the deal. */
export const fullApplicationType = caseType(fullApplicationMachine, {
  name: 'Полная заявка',
  word: 'Заявка',
  prefix: 'И',
  path: '/full-app-edit',
  object: 'FullApplication',
  operations: {
    List: 'Список полных заявок',
    Read: 'Полная заявка: просмотр',
    Create: 'Полная заявка: создание',
    Update: 'Полная заявка: изменение',
    ChangeResponsible: 'Полная заявка: смена ответственного',
    Send: 'Полная заявка: перевод на следующий шаг',
    Check: 'Полная заявка: проверка комплекта',
    Underwrite: 'Полная заявка: решение андеррайтера',
    Verify: 'Полная заявка: контроль физлица',
    InvestigateFraud: 'Полная заявка: проверка на мошенничество',
    ControlDecision: 'Полная заявка: контроль решения',
    DecideInCommittee: 'Полная заявка: решение комитета',
    CheckRealty: 'Полная заявка: экспертиза объекта',
  },
  list: mortgageApplications,
  product: 'MORTGAGE',
  questions: {
    sections: [
      'CREDIT',
      'PERSONAL',
      'EMPLOYMENT',
      'INCOME',
      'OBLIGATIONS',
      'ASSETS',
      'CONSENTS',
      'REALTY',
      'SELLER',
    ],
    topics: [
      caseTopic('CREDIT', 'Параметры кредита'),
      ...peopleTopics,
      caseTopic('REALTY', 'Объект'),
      caseTopic('SELLER', 'Продавец'),
      ...closingTopics,
    ],
    lock: {
      stages: ['REALTY_SELECTION', 'REALTY_APPROVED'],
      open: ['REALTY', 'SELLER'],
      reason: 'После решения меняются только объект и продавец',
    },
  },
  places: ['REALTY_OBJECTS'],
  documents: {
    owner: 'APPLICATION',
    ownerName: 'Заявка',
    rights: { read: { Application: ['List'] }, write: { Application: ['List'] } },
    path: '/application-documents',
    rules: {
      at: {
        FILLING: 'DOCS_CHECK',
        REWORK: 'DOCS_CHECK',
        DOCS_CHECK: 'DOCS_CHECK',
        REALTY_SELECTION: 'REALTY_CHECK',
        REALTY_CHECK: 'REALTY_CHECK',
        REALTY_APPROVED: 'DEAL',
        DEAL: 'DEAL',
      },
      otherwise: 'UNDERWRITING',
      after: {
        FILLING: 'DOCS_CHECK',
        REWORK: 'DOCS_CHECK',
        DOCS_CHECK: 'UNDERWRITING',
        EXPIRED: 'UNDERWRITING',
        REALTY_SELECTION: 'REALTY_CHECK',
        REALTY_APPROVED: 'DEAL',
      },
    },
  },
  workPlaces: {
    DOCS_CHECK: 'DOCUMENTS',
    REWORK: 'REVIEW',
    UNDERWRITING: 'REVIEW',
    VERIFICATION: 'BORROWER',
    APPROVED: 'REALTY',
    REALTY_SELECTION: 'REALTY',
    REALTY_CHECK: 'REALTY',
    REALTY_APPROVED: 'REALTY',
  },
  queuedStages: ['DOCS_CHECK'],
  isHandedIn: true,
})
