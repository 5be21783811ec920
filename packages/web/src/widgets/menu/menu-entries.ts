import { caseMenuPages, caseObjects } from '@ipoteka-office/contract/cases/case-menu.ts'
import { blacklistsEntry } from './blacklists-entry.ts'
import { managementEntry } from './management-entry.ts'
import { isGroup } from './menu.ts'
import type { MenuEntry } from './menu-types.ts'

/** Documents-completeness rules need every one of these. */
const ruleRights = ['Read', 'List', 'Update', 'Create', 'Delete'] as const

/** What stands in the menu beside the lists of cases. */
/** Pages of one application of the journal; each has its former look and its twin for loans. */
const decisionPages = [
  'underwriting-form',
  'underwriting-summary',
  'underwriting-total',
  'underwriting-auto-checks',
  'control-individual',
  'change-history',
]

const written: readonly MenuEntry[] = [
  { label: 'Рабочий стол', icon: 'desktop', to: '/', segments: [''] },
  {
    label: 'Мои задачи',
    icon: 'tasks',
    to: '/tasks',
    // Tasks are those of cases: who reads cases of some type has them.
    needsAny: caseObjects.map((object) => ({ [object]: ['Read'] })),
    badge: 'tasks',
    segments: ['tasks'],
  },
  {
    label: 'Авторизация ипотечных кредитов',
    icon: 'expertise',
    to: '/expertise/assignments',
    soon: true,
    needs: { FullExpertise: ['ListExpertise'] },
    segments: ['expertise', 'expertise-form'],
  },
  {
    label: 'Ипотечные кредиты',
    icon: 'house',
    items: [
      {
        label: 'Мои заявки',
        to: '/application-checks',
        needs: { FullApplication: ['Check'] },
        segments: ['application-checks'],
      },
      {
        label: 'Кредитные дела',
        to: '/deliveries/delivery',
        soon: true,
        needs: { MortgageApplication: ['List'] },
        segments: [
          'deliveries',
          'delivery-edit',
          'offer-edit',
          'refinancing-form',
          'accompanying',
          'refinancing/mortgage',
        ],
      },
      {
        label: 'Предметы ипотеки',
        to: '/realty-objects',
        needs: { RealtyObject: ['List'] },
        segments: ['realty-objects', 'realty-object-edit'],
      },
    ],
  },
  {
    label: 'Сопровождение',
    icon: 'support',
    to: '/mortgage-support/all',
    soon: true,
    needs: { MortgageSupportApplication: ['List'] },
    segments: [
      'mortgage-support',
      'support-edit',
      'registry-edit',
      'registration-agreements-edit',
      'egrn-edit',
      'change-contractor',
      'document-transfer-on-support',
    ],
  },
  {
    label: 'Обращения',
    icon: 'message',
    to: '/contact/all',
    soon: true,
    needs: { UserRequest: ['ReadUserRequest'] },
    segments: ['contact'],
  },
  {
    label: 'Администратор мониторинга',
    icon: 'monitoring',
    to: '/monitoring',
    soon: true,
    needs: { MonitoringFactor: ['ViewMonitoringAdminForm'] },
    segments: ['monitoring', 'monitoring-edit', 'monitoring-factor-edit'],
  },
  {
    label: 'Сделки рефинансирования',
    icon: 'exchange',
    to: '/refinancing',
    soon: true,
    needs: { Deal: ['List'] },
    segments: ['refinancing', 'deal-edit'],
  },
  {
    label: 'Настройка комплектности кредитного дела',
    icon: 'checklist',
    to: '/documentAdmin',
    needs: { Rule: ruleRights },
    segments: ['documentAdmin', 'document-edit'],
  },
  {
    label: 'Потребительские кредиты',
    icon: 'wallet',
    items: [
      {
        label: 'Кредитные дела',
        to: '/loan-deliveries/delivery',
        soon: true,
        needs: { LoanDelivery: ['List'] },
        segments: ['loan-deliveries', 'loan-delivery-edit'],
      },
    ],
  },
  {
    label: 'Внешние электронные регистрации',
    icon: 'stamp',
    to: '/deal-card/all',
    soon: true,
    needs: { NonLoanRealtyDeal: ['GetDealById'] },
    segments: ['deal-card'],
  },
  {
    label: 'Продукты',
    icon: 'box',
    items: [
      {
        label: 'Ипотечные продукты',
        to: '/products',
        needs: { CreditProduct: ['List'] },
        segments: [
          'products',
          'product',
          'product-refactoring',
          'option',
          'promotion',
          'findInProductCatalog',
        ],
      },
      {
        label: 'Неипотечные продукты',
        to: '/loan-products',
        needs: { LoanProduct: ['List'] },
        segments: ['loan-products'],
      },
    ],
  },
  {
    label: 'Калькулятор',
    icon: 'calculator',
    to: '/calculator',
    needs: { Calculator: ['View'] },
    segments: ['calculator'],
  },
  {
    label: 'Партнёры',
    icon: 'handshake',
    to: '/partners',
    needs: { Partner: ['List'] },
    segments: ['partners', 'partner', 'partner-edit', 'partner-employees'],
  },
  { label: 'Генерация QR-кода', icon: 'qr', to: '/qr', needs: { Qr: ['Check'] }, segments: ['qr'] },
  {
    label: 'Договоры',
    icon: 'contract',
    to: '/contracts',
    soon: true,
    needs: { Contract: ['GetAllContracts'] },
    segments: ['contracts', 'contract-edit'],
  },
  {
    label: 'Справочники',
    icon: 'book',
    items: [
      {
        label: 'Справочники',
        to: '/references',
        needs: { Dictionary: ['List'] },
        segments: ['references'],
      },
      {
        label: 'Переключатели функций',
        to: '/featureToggle',
        needs: { FeatureToggle: ['Read'] },
        segments: ['featureToggle'],
      },
      {
        label: 'Параметры',
        to: '/parameters',
        needs: { Parameter: ['Read'] },
        segments: ['parameters', 'parameter'],
      },
      {
        label: 'Производственный календарь',
        to: '/calendar',
        needs: { Calendar: ['Read'] },
        segments: ['calendar'],
      },
      { label: 'Роли', to: '/roles', needs: { UserRole: ['List'] }, segments: ['roles'] },
    ],
  },
  {
    label: 'Вознаграждения',
    icon: 'coins',
    items: [
      {
        label: 'Расчётные периоды',
        to: '/reward-periods',
        soon: true,
        needs: { Contract: ['GetAllCalcPeriods'] },
        // Contracts and totals are opened from their period: they have no address without one.
        segments: [
          'reward-periods',
          'reward-calc-contracts',
          'reward-mortgage-contract-rewards',
          'reward-totals',
        ],
      },
    ],
  },
  {
    label: 'Администрирование',
    icon: 'settings',
    items: [
      {
        label: 'Распределение лидов',
        to: '/responsible-assignment-config',
        needs: { Admin: ['LeadDistribution'] },
        segments: ['responsible-assignment-config'],
      },
      {
        label: 'Распределение заявок',
        to: '/application-assignment-config',
        needs: { Admin: ['AppDistribution'] },
        segments: ['application-assignment-config'],
      },
      {
        label: 'Настроечные таблицы договоров',
        to: '/contract-admin-tables',
        soon: true,
        needs: { Contract: ['UpdateTuningTable'] },
        segments: ['contract-admin-tables'],
      },
      {
        label: 'Настроечные таблицы Росреестра',
        to: '/ros-registry-admin-tables',
        soon: true,
        needs: {
          LandRegistrySetting: [
            'ReadAllPackageManagementSettings',
            'ReadAllPackageManagementOnSupportSettings',
            'ReadAllPackageTypeDocTypeArchiveSettings',
          ],
        },
        segments: ['ros-registry-admin-tables'],
      },
      {
        label: 'Настроечные таблицы сделок',
        to: '/deal-admin-tables',
        soon: true,
        needs: { DealSetting: ['ReadAllSignatureStampSettings', 'ReadAllEMWithoutSellerPersonSettings'] },
        segments: ['deal-admin-tables'],
      },
      {
        label: 'Журнал доступа',
        to: '/access-log',
        needs: { PersonalData: ['ReadAccessLog'] },
        segments: ['access-log'],
      },
      {
        label: 'Загрузка партнёров и сотрудников',
        to: '/organisation-loads',
        needsAny: [
          { Partner: ['Read', 'Create', 'Update'] },
          { PartnerEmployee: ['Read', 'Create', 'Update'] },
        ],
        segments: ['organisation-loads'],
      },
      {
        label: 'Готовность банка',
        to: '/bank-readiness',
        needs: { Admin: ['ReadSystem'] },
        segments: ['bank-readiness'],
      },
      {
        label: 'Состояние системы',
        to: '/system',
        needs: { Admin: ['ReadSystem'] },
        segments: ['system'],
      },
    ],
  },
  {
    label: 'Страхование',
    icon: 'umbrella',
    items: [
      {
        label: 'Распределение страховщиков',
        to: '/insurance-distribution',
        needs: { Insurance: ['Distribution'] },
        segments: ['insurance-distribution'],
      },
      {
        label: 'Распределение страховщиков КН',
        to: '/insurance-loan-distribution',
        needs: { Insurance: ['Distribution'] },
        segments: ['insurance-loan-distribution'],
      },
    ],
  },
  {
    label: 'Журналы заявок',
    icon: 'journal',
    items: [
      {
        label: 'Журнал заявок',
        to: '/underwriting',
        needs: { Underwriting: ['UndMenuJournal'] },
        segments: [
          'underwriting',
          'underwriting-origin',
          ...decisionPages.flatMap((page) => [page, `${page}-origin`, `loan-${page}`]),
        ],
      },
      {
        label: 'Сводный журнал заявок',
        to: '/underwriting-all',
        needs: { Underwriting: ['UndMenuJournal'] },
        segments: ['underwriting-all'],
      },
    ],
  },
  blacklistsEntry,
  managementEntry,
  {
    label: 'Шаблоны',
    icon: 'template',
    items: [
      {
        label: 'Договоры',
        to: '/templates',
        soon: true,
        needs: { Contract: ['GetAllTemplates'] },
        segments: ['templates', 'template-edit'],
      },
      {
        label: 'Шаблоны КОД',
        to: '/template/kod/list',
        soon: true,
        needs: { TemplateKod: ['List'] },
        segments: ['template'],
      },
      {
        label: 'Тестирование КОД',
        to: '/template-test/test/generate',
        soon: true,
        needs: { TemplateKod: ['List'] },
        segments: ['template-test'],
      },
      {
        label: 'Уведомления',
        to: '/notification-templates/view-all',
        soon: true,
        needs: { NotificationTemplate: ['GetNotificationTemplateList'] },
        segments: ['notification-templates'],
      },
    ],
  },
  {
    label: 'База знаний',
    icon: 'help',
    externalLink: 'KNOWLEDGE_BASE',
    needs: { Underwriting: ['UndMenuKnowledgeBase'] },
  },
]

/** The main menu of specification 2 §2, with the rights of its §6, in its order; a group begins with its lists of cases. */
export const menuEntries: readonly MenuEntry[] = written.map((entry) => {
  if (!isGroup(entry)) return entry
  const lists = caseMenuPages.filter(({ group }) => group === entry.label)
  return { ...entry, items: [...lists, ...entry.items] }
})
