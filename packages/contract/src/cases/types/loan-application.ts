import { loanApplicationMachine } from '../machines/loan-application.ts'
import { caseType } from './case-type.ts'
import { caseTopic, closingTopics, insuranceTopic, peopleTopics } from './questionnaire-topics.ts'

/** An application for a consumer loan. */
export const loanApplicationType = caseType(loanApplicationMachine, {
  name: 'Заявка на потребительский кредит',
  plural: 'Заявки на потребительский кредит',
  word: 'Заявка',
  prefix: 'П',
  path: '/loan-app-edit',
  decisionPath: '/loan-underwriting-total',
  object: 'LoanApplication',
  operations: {
    List: 'Список заявок на потребительский кредит',
    Read: 'Потребительский кредит: просмотр заявки',
    Create: 'Потребительский кредит: создание заявки',
    Update: 'Потребительский кредит: изменение заявки',
    ChangeResponsible: 'Потребительский кредит: смена ответственного',
    Send: 'Потребительский кредит: перевод на следующий шаг',
    Export: 'Потребительский кредит: выгрузка заявок',
    Check: 'Потребительский кредит: проверка комплекта',
    Underwrite: 'Потребительский кредит: решение андеррайтера',
    Verify: 'Потребительский кредит: контроль физлица',
    InvestigateFraud: 'Потребительский кредит: проверка на мошенничество',
    ControlDecision: 'Потребительский кредит: контроль решения',
    DecideInCommittee: 'Потребительский кредит: решение комитета',
    Compliance: 'Потребительский кредит: решение ответственного сотрудника (115-ФЗ)',
  },
  list: {
    code: 'loans',
    object: 'LoanApplication',
    title: 'Заявки на потребительский кредит',
    shortTitle: 'Потребительские кредиты',
    path: '/loan-applications/',
    menu: { group: 'Потребительские кредиты', place: 1, label: 'Заявки' },
    charted: true,
    programmes: { label: 'Продукт', dictionary: 'cashLoan/productType' },
    empty: ['Заявок нет', 'В архиве нет заявок'],
    about: 'Здесь заявки на потребительский кредит, от черновика до выдачи.',
  },
  create: {
    text: 'Новая заявка',
    operations: ['Read', 'Create'],
    refusal: 'Нет права заводить заявки',
    inDialog: true,
  },
  product: 'CASH_LOAN',
  questions: {
    sections: ['LOAN', 'PERSONAL', 'EMPLOYMENT', 'INCOME', 'OBLIGATIONS', 'ASSETS', 'CONSENTS'],
    topics: [caseTopic('LOAN', 'Параметры кредита'), ...peopleTopics, insuranceTopic, ...closingTopics],
  },
  documents: {
    owner: 'LOAN_APPLICATION',
    ownerName: 'Заявка на кредит',
    // The bank's people review documents of a loan that they may not change.
    rights: { read: { LoanApplication: ['Read'] }, write: { LoanApplication: ['Read'] } },
    rules: {
      at: {
        FILLING: 'DOCS_CHECK',
        REWORK: 'DOCS_CHECK',
        DOCS_CHECK: 'DOCS_CHECK',
        APPROVED: 'SIGNING',
        SIGNED: 'ISSUE',
        READY_TO_ISSUE: 'ISSUE',
        ISSUING: 'ISSUE',
      },
      otherwise: 'UNDERWRITING',
      after: {
        FILLING: 'DOCS_CHECK',
        REWORK: 'DOCS_CHECK',
        DOCS_CHECK: 'UNDERWRITING',
        APPROVED: 'SIGNING',
        READY_TO_ISSUE: 'ISSUE',
      },
    },
  },
  workPlaces: { DOCS_CHECK: 'DOCUMENTS', REWORK: 'REVIEW', UNDERWRITING: 'REVIEW', VERIFICATION: 'BORROWER' },
})
