import { caseOperations } from './cases/types/case-types.ts'

/** What may be done with a blacklist; `of` is in the genitive. */
const blacklistOperations = (of: string) =>
  ({
    List: `Чёрный список ${of}`,
    Read: `Чёрный список ${of}: просмотр записи`,
    ReadReason: `Чёрный список ${of}: основание, источник, доказательства`,
    Create: `Чёрный список ${of}: создание`,
    Update: `Чёрный список ${of}: изменение, продление, снятие`,
    Approve: `Чёрный список ${of}: подтверждение`,
    Import: `Чёрный список ${of}: загрузка из файла`,
    Check: `Чёрный список ${of}: проверка без заявки`,
    Appeal: `Чёрный список ${of}: обжалование`,
    Export: `Чёрный список ${of}: выгрузка`,
  }) as const

/** What may be done with what the bank sells; `of` is in the genitive. */
const productOperations = (list: string, of: string) =>
  ({
    List: list,
    Read: `${of}: просмотр`,
    Create: `${of}: создание`,
    Update: `${of}: изменение черновика`,
    Submit: `${of}: отправка на согласование`,
    Approve: `${of}: согласование и возврат на корректировку`,
    Release: `${of}: выпуск и отзыв`,
    Archive: `${of}: снятие с продажи`,
    ImportRates: `${of}: загрузка ставок из файла`,
    ExportRates: `${of}: выгрузка ставок`,
    Comment: `${of}: внутренние комментарии`,
    ReadAudit: `${of}: история изменений`,
    IndividualRate: `${of}: индивидуальная ставка`,
  }) as const

/**
 * The one list of rights: object type → operation → Russian label.
 * Codes are specification 2 §6's; labels are shown on the roles page and in «Нет прав».
 */
export const operations = {
  ...caseOperations,
  Application: {
    List: 'Список заявок в очереди',
    Intake: 'Приём заявок в очередь',
    Close: 'Завершение рассмотрения заявки',
  },
  MortgageApplication: { List: 'Список кредитных дел' },
  MortgageSupportApplication: { List: 'Список сопровождения' },
  Deal: { List: 'Список сделок рефинансирования' },
  Partner: {
    List: 'Список партнёров',
    Read: 'Карточка партнёра: просмотр',
    Create: 'Создание партнёра',
    Update: 'Карточка партнёра: изменение',
    Deactivate: 'Отключение партнёра',
    UpdateRoles: 'Роли и аккредитация партнёра',
    Reassign: 'Передача работы партнёра',
    Export: 'Выгрузка партнёров',
    AssignmentRuleConfigurationRead: 'Просмотр правил назначения',
  },
  PartnerEmployee: {
    List: 'Список сотрудников партнёра',
    Read: 'Карточка сотрудника: просмотр',
    Create: 'Создание сотрудника',
    Update: 'Карточка сотрудника: изменение',
    UpdateRoles: 'Назначение ролей сотруднику',
    UpdateIdentity: 'Учётная запись сотрудника',
    Export: 'Выгрузка сотрудников',
  },
  Workgroup: { Read: 'Рабочие группы: просмотр', Update: 'Рабочие группы: изменение' },
  CreditProduct: productOperations('Список продуктов', 'Ипотечные продукты'),
  Dictionary: {
    List: 'Справочники',
    Update: 'Справочники: изменение',
    Import: 'Справочники: загрузка из файла',
    Export: 'Справочники: выгрузка',
  },
  FeatureToggle: { Read: 'Переключатели функций: просмотр', Update: 'Переключатели функций: изменение' },
  Reference: { List: 'Чтение справочников' },
  Parameter: {
    Read: 'Параметры: просмотр',
    Update: 'Параметры: запрос нового значения',
    Approve: 'Параметры: подтверждение изменений',
    Export: 'Параметры: выгрузка',
  },
  RealtyObject: {
    List: 'Список предметов ипотеки',
    Read: 'Предмет ипотеки: просмотр',
    Create: 'Предмет ипотеки: создание',
    Update: 'Предмет ипотеки: изменение',
    Export: 'Предметы ипотеки: выгрузка',
  },
  PersonalData: {
    Unmask: 'Персональные данные: показ без маски',
    ReadAccessLog: 'Журнал доступа к персональным данным',
  },
  CaseTask: {
    ReadAll: 'Задачи всех сотрудников: просмотр',
    ManageOthers: 'Задачи других сотрудников: передача и возврат',
  },
  Underwriting: {
    List: 'Список андеррайтинга',
    UndMenuJournal: 'Журналы заявок',
    UndMenuManagingEmployees: 'Управление сотрудниками',
    UndMenuManagingGroups: 'Управление группами',
    UndMenuKnowledgeBase: 'База знаний',
    UpdateAuthority: 'Полномочия на решения: запрос изменений',
    Approve: 'Полномочия на решения: подтверждение изменений',
    AcceptRisk: 'Проверки: принятие риска',
    Escalate: 'Заявки: эскалация руководителю',
    ReadStatistics: 'Статистика решений',
    LoadPayments: 'Платежи из АБС: загрузка файла',
    ReadScorecard: 'Скоринговая карта: просмотр',
    UpdateScorecard: 'Скоринговая карта: изменение',
    ApproveScorecard: 'Скоринговая карта: подтверждение',
    BureauExchange: 'Бюро кредитных историй: исходные отчёты и обмен',
    ReadQuality: 'Контроль качества: оценки своих решений',
    ReadAllQuality: 'Контроль качества: оценки всех',
    DisputeQuality: 'Контроль качества: возражение против оценки',
    CheckQuality: 'Контроль качества: отбор и проверка решений',
    AnswerQuality: 'Контроль качества: ответы на возражения',
    UpdateCheckLists: 'Списки вопросов по объектам: изменение и публикация',
    Export: 'Выгрузка журналов и списка сотрудников',
  },
  IndividualBlacklist: blacklistOperations('физлиц и телефонов'),
  LegalPersonBlacklist: blacklistOperations('юрлиц'),
  PhoneBlacklist: { List: 'Чёрный список телефонов' },
  LoanDelivery: { List: 'Список потребительских кредитных дел' },
  Calculator: {
    View: 'Калькулятор',
    Save: 'Калькулятор: сохранение расчётов',
    RunBatch: 'Массовый расчёт графиков',
  },
  Calendar: { Read: 'Производственный календарь: просмотр', Update: 'Производственный календарь: изменение' },
  Document: {
    Read: 'Документы: просмотр и скачивание',
    Create: 'Документы: загрузка',
    Update: 'Документы: изменение, порядок, поворот',
    Review: 'Документы: проверка и принятие',
    Delete: 'Документы: удаление и восстановление',
    DownloadArchive: 'Документы: скачивание архивом',
    Recognise: 'Документы: распознавание',
  },
  LoanProduct: productOperations('Список неипотечных продуктов', 'Неипотечные продукты'),
  TemplateKod: { List: 'Шаблоны КОД' },
  FullExpertise: { ListExpertise: 'Авторизация ипотечных кредитов' },
  MonitoringFactor: { ViewMonitoringAdminForm: 'Администрирование мониторинга' },
  UserRequest: { ReadUserRequest: 'Обращения' },
  Admin: {
    LeadDistribution: 'Распределение лидов',
    AppDistribution: 'Распределение заявок',
    UpdateDistribution: 'Правила назначения: изменение',
    ApproveDistribution: 'Правила назначения: ввод в действие',
    ReadSystem: 'Состояние системы: просмотр',
    RetryJobs: 'Состояние системы: повтор неудавшихся заданий',
  },
  Contract: {
    GetAllContracts: 'Договоры',
    GetAllTemplates: 'Шаблоны договоров',
    UpdateTuningTable: 'Настроечные таблицы договоров',
    GetAllCalcPeriods: 'Расчётные периоды',
  },
  DealSetting: {
    ReadAllSignatureStampSettings: 'Настройки штампов подписи',
    ReadAllEMWithoutSellerPersonSettings: 'Настройки ЭЗ без продавца',
  },
  LandRegistrySetting: {
    ReadAllPackageManagementSettings: 'Настройки пакетов Росреестра',
    ReadAllPackageManagementOnSupportSettings: 'Настройки пакетов Росреестра на сопровождении',
    ReadAllPackageTypeDocTypeArchiveSettings: 'Настройки состава пакетов Росреестра',
  },
  EmployeeOic: {
    Read: 'Сотрудники ОИК: просмотр',
    Update: 'Сотрудники ОИК: изменение',
    Export: 'Сотрудники ОИК: выгрузка',
  },
  EmployeeNis: {
    Read: 'Сотрудники НИС: просмотр',
    Update: 'Сотрудники НИС: изменение',
    Export: 'Сотрудники НИС: выгрузка',
  },
  EmployeeUnderwriting: {
    Read: 'Нагрузка андеррайтеров: просмотр',
    Update: 'Нагрузка андеррайтеров: изменение',
    Export: 'Нагрузка андеррайтеров: выгрузка',
  },
  Rule: {
    Read: 'Правила комплектности: просмотр',
    List: 'Правила комплектности: список',
    Update: 'Правила комплектности: изменение',
    Create: 'Правила комплектности: создание',
    Delete: 'Правила комплектности: удаление',
    MaxRateCalculationRead: 'Контроль предельной ставки',
    MaxRateCalculationUpdate: 'Контроль предельной ставки: изменение',
    MaxRateCalculationExport: 'Контроль предельной ставки: выгрузка',
    MaxRateCalculationApprove: 'Контроль предельной ставки: подтверждение изменений',
  },
  Insurance: {
    Distribution: 'Распределение страховщиков',
    UpdateDistribution: 'Распределение страховщиков: изменение',
    ApproveDistribution: 'Распределение страховщиков: подтверждение',
    UploadTariff: 'Тарифы страховщиков: загрузка',
    ApproveTariff: 'Тарифы страховщиков: подтверждение',
    ReadAgreements: 'Страхование заявок: просмотр',
    Arrange: 'Страхование заявок: предложения и договоры',
    ConfirmSurcharge: 'Надбавка без страхования: подтверждение',
  },
  Qr: { Check: 'Генерация QR-кода', ListAll: 'QR-коды всех сотрудников' },
  NotificationTemplate: { GetNotificationTemplateList: 'Шаблоны уведомлений' },
  NonLoanRealtyDeal: { GetDealById: 'Внешние электронные регистрации' },
  UserRole: {
    List: 'Роли: просмотр',
    Update: 'Роли: изменение',
    Approve: 'Роли: подтверждение изменений',
    Export: 'Роли: выгрузка',
  },
} as const

export type ObjectType = keyof typeof operations
export type OperationOf<O extends ObjectType> = keyof (typeof operations)[O] & string

/** The operations map of a user: object type → operation names. Unknown types are kept, never granted. */
export type OperationsMap = Readonly<Record<string, readonly string[]>>

/** Required operations by object type, as screens and menu entries state them. */
export type RequiredOperations = { readonly [O in ObjectType]?: readonly OperationOf<O>[] }
