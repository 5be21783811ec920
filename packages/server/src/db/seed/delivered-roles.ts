import { operations } from '@ipoteka-office/contract/operations.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

type Rights = Record<string, readonly string[]>

const everything: Rights = Object.fromEntries(
  Object.entries(operations).map(([object, list]) => [object, Object.keys(list)]),
)
const approverRights = ['Read', 'Update', 'Export']
/** Operations that show something and change nothing, the menu's own among them. */
const showing = /^(?:List|Read|Get|View|UndMenu)|Read$|^Distribution$/
const onlyReading: Rights = Object.fromEntries(
  Object.entries(everything).map(([object, list]) => [object, list.filter((one) => showing.test(one))]),
)

/** Who keeps blacklists: writes entries and deals with appeals; agreeing to what others wrote is another's right. */
const blacklistKeeper = [
  'List',
  'Read',
  'ReadReason',
  'Create',
  'Update',
  'Import',
  'Check',
  'Appeal',
  'Export',
] as const

/** Whoever works with applications reads what the bank sells. */
const productReader: Rights = { CreditProduct: ['List', 'Read'], LoanProduct: ['List', 'Read'] }
/** Writes products; others agree to them. */
const productDeciding = ['Approve', 'Release', 'Archive', 'IndividualRate']
const productHead = Object.keys(operations.CreditProduct)
const productWriter = productHead.filter((operation) => !productDeciding.includes(operation))
/** What those who keep products look into besides. */
const besideProducts: Rights = {
  Calculator: ['View', 'Save'],
  Calendar: ['Read'],
  Parameter: ['Read'],
  Partner: ['List', 'Read'],
  Reference: ['List'],
}

/** Who keeps shares and tariffs of insurers. */
const insuranceKeeper = Object.keys(operations.Insurance)

/** User roles with their operations. */
const userRoles: { id: number; code: string; name: string; rights: Rights; partnerMayGive?: boolean }[] = [
  { id: 1, code: 'ADMINISTRATOR', name: 'Администратор', rights: everything },
  {
    id: 2,
    code: 'WORKLOAD_ADMINISTRATOR',
    name: 'Администратор нагрузки',
    rights: {
      ...productReader,
      EmployeeOic: approverRights,
      EmployeeNis: approverRights,
      EmployeeUnderwriting: approverRights,
      Application: ['List', 'Intake', 'Close'],
      ShortApplication: ['List', 'Read', 'ChangeResponsible', 'Export'],
      FullApplication: ['List', 'Read', 'ChangeResponsible', 'Check', 'ControlDecision'],
      LoanApplication: ['List', 'Read', 'ChangeResponsible', 'Check', 'ControlDecision', 'Export'],
      RealtyObject: ['List', 'Read', 'Export'],
      CaseTask: ['ReadAll', 'ManageOthers'],
      Calculator: ['View', 'Save'],
      Calendar: ['Read'],
      Document: ['Read'],
      Parameter: ['Read', 'Update', 'Approve', 'Export'],
      Reference: ['List'],
      Partner: ['List', 'Read', 'AssignmentRuleConfigurationRead'],
      PartnerEmployee: ['List', 'Read'],
      Insurance: [...insuranceKeeper],
      Workgroup: ['Read', 'Update'],
      Admin: ['LeadDistribution', 'AppDistribution', 'UpdateDistribution', 'ApproveDistribution'],
      Underwriting: [
        'List',
        'UndMenuJournal',
        'UndMenuManagingEmployees',
        'UndMenuManagingGroups',
        'UndMenuKnowledgeBase',
        'UpdateAuthority',
        'Approve',
        'AcceptRisk',
        'Escalate',
        'ReadStatistics',
        'LoadPayments',
        'ReadScorecard',
        'UpdateScorecard',
        'ApproveScorecard',
        'BureauExchange',
        'ReadQuality',
        'ReadAllQuality',
        'DisputeQuality',
        'CheckQuality',
        'AnswerQuality',
        'UpdateCheckLists',
        'Export',
      ],
    },
  },
  {
    id: 3,
    code: 'UNDERWRITER',
    name: 'Андеррайтер',
    rights: {
      ...productReader,
      Application: ['List', 'Close'],
      ShortApplication: ['List', 'Read'],
      FullApplication: ['List', 'Read', 'Check', 'Underwrite', 'Verify', 'CheckRealty'],
      LoanApplication: ['List', 'Read', 'Check', 'Underwrite', 'Verify'],
      RealtyObject: ['List', 'Read', 'Update', 'Export'],
      PersonalData: ['Unmask'],
      CaseTask: ['ReadAll'],
      Calculator: ['View', 'Save'],
      Calendar: ['Read'],
      Document: ['Read', 'Create', 'Update', 'Review', 'DownloadArchive', 'Recognise'],
      Reference: ['List'],
      Underwriting: [
        'List',
        'UndMenuJournal',
        'UndMenuKnowledgeBase',
        'Escalate',
        'ReadQuality',
        'DisputeQuality',
        'Export',
      ],
      Insurance: ['ReadAgreements'],
      IndividualBlacklist: ['List', 'Read'],
      LegalPersonBlacklist: ['List', 'Read'],
      Rule: ['MaxRateCalculationRead'],
    },
  },
  {
    id: 4,
    code: 'PARTNER_AGENT',
    name: 'Агент партнёра',
    partnerMayGive: true,
    rights: {
      ...productReader,
      Lead: ['List', 'Read', 'Create', 'Update', 'Delete', 'ChangeResponsible', 'Send', 'Export'],
      ShortApplication: ['List', 'Read', 'Create', 'Update', 'ChangeResponsible', 'Send', 'Export'],
      FullApplication: ['List', 'Read', 'Create', 'Update', 'ChangeResponsible', 'Send'],
      LoanApplication: ['List', 'Read', 'Create', 'Update', 'ChangeResponsible', 'Send', 'Export'],
      RealtyObject: ['List', 'Read', 'Create', 'Update', 'Export'],
      PersonalData: ['Unmask'],
      Reference: ['List'],
      Application: ['List'],
      Calculator: ['View', 'Save'],
      Document: ['Read', 'Create', 'Update', 'Delete', 'Recognise'],
      Insurance: ['ReadAgreements', 'Arrange'],
      Qr: ['Check'],
    },
  },
  {
    id: 5,
    code: 'PARTNER_ADMINISTRATOR',
    name: 'Администратор партнёра',
    partnerMayGive: true,
    rights: {
      ...productReader,
      EmployeeOic: ['Read'],
      Partner: ['List', 'Read', 'Update', 'Export'],
      PartnerEmployee: ['List', 'Read', 'Create', 'Update', 'UpdateRoles', 'UpdateIdentity', 'Export'],
      Workgroup: ['Read', 'Update'],
      Application: ['List'],
      Calculator: ['View', 'Save'],
      Document: ['Read', 'Create', 'Update', 'Delete', 'DownloadArchive'],
      Lead: ['List', 'Read', 'ChangeResponsible', 'Export'],
      ShortApplication: ['List', 'Read', 'ChangeResponsible', 'Export'],
      FullApplication: ['List', 'Read', 'ChangeResponsible'],
      LoanApplication: ['List', 'Read', 'ChangeResponsible', 'Export'],
      RealtyObject: ['List', 'Read', 'Export'],
      Insurance: ['ReadAgreements', 'Arrange'],
      CaseTask: ['ReadAll', 'ManageOthers'],
    },
  },
  {
    id: 6,
    code: 'SUPPORT',
    name: 'Сопровождение',
    rights: {
      MortgageSupportApplication: ['List'],
      MonitoringFactor: ['ViewMonitoringAdminForm'],
      Insurance: ['ReadAgreements', 'Arrange'],
      UserRequest: ['ReadUserRequest'],
    },
  },
  { id: 7, code: 'AUDITOR', name: 'Аудитор', rights: onlyReading },
  {
    id: 8,
    code: 'SECURITY_OFFICER',
    name: 'Специалист безопасности',
    rights: {
      FullApplication: ['List', 'Read', 'InvestigateFraud'],
      LoanApplication: ['List', 'Read', 'InvestigateFraud'],
      IndividualBlacklist: [...blacklistKeeper],
      LegalPersonBlacklist: [...blacklistKeeper],
      PersonalData: ['Unmask'],
      Document: ['Read', 'Create', 'Update', 'DownloadArchive'],
      Calendar: ['Read'],
      Reference: ['List'],
    },
  },
  {
    id: 9,
    code: 'COMPLIANCE_OFFICER',
    name: 'Комплаенс',
    rights: {
      FullApplication: ['List', 'Read', 'Compliance'],
      LoanApplication: ['List', 'Read', 'Compliance'],
      Underwriting: ['List'],
      IndividualBlacklist: [...blacklistKeeper, 'Approve'],
      LegalPersonBlacklist: [...blacklistKeeper, 'Approve'],
      PersonalData: ['Unmask', 'ReadAccessLog'],
      Document: ['Read', 'Create', 'Update', 'DownloadArchive'],
      Calendar: ['Read'],
      Parameter: ['Read'],
      Reference: ['List'],
      Rule: ['MaxRateCalculationRead', 'MaxRateCalculationExport', 'MaxRateCalculationApprove'],
    },
  },
  {
    id: 10,
    code: 'UNDERWRITING_HEAD',
    name: 'Начальник андеррайтинга',
    rights: {
      CreditProduct: ['List', 'Read', 'IndividualRate'],
      LoanProduct: ['List', 'Read', 'IndividualRate'],
      FullApplication: ['List', 'Read', 'ChangeResponsible', 'ControlDecision'],
      LoanApplication: ['List', 'Read', 'ChangeResponsible', 'ControlDecision', 'Export'],
      RealtyObject: ['List', 'Read'],
      CaseTask: ['ReadAll', 'ManageOthers'],
      Calculator: ['View', 'Save'],
      Calendar: ['Read'],
      Document: ['Read', 'DownloadArchive'],
      EmployeeNis: ['Read'],
      EmployeeOic: ['Read'],
      EmployeeUnderwriting: approverRights,
      Parameter: ['Read'],
      Partner: ['List', 'Read'],
      PartnerEmployee: ['List', 'Read'],
      PersonalData: ['Unmask'],
      Reference: ['List'],
      Insurance: [...insuranceKeeper],
      Workgroup: ['Read', 'Update'],
      Rule: ['MaxRateCalculationRead', 'MaxRateCalculationExport', 'MaxRateCalculationUpdate'],
      Underwriting: [
        'List',
        'UndMenuJournal',
        'UndMenuManagingEmployees',
        'UndMenuManagingGroups',
        'UndMenuKnowledgeBase',
        'UpdateAuthority',
        'Approve',
        'AcceptRisk',
        'Escalate',
        'ReadStatistics',
        'LoadPayments',
        'ReadScorecard',
        'UpdateScorecard',
        'ApproveScorecard',
        'ReadQuality',
        'ReadAllQuality',
        'DisputeQuality',
        'CheckQuality',
        'AnswerQuality',
        'UpdateCheckLists',
        'Export',
      ],
    },
  },
  {
    id: 18,
    code: 'LAWYER',
    name: 'Юрист',
    rights: {
      Application: ['List'],
      FullApplication: ['List', 'Read', 'GiveLegalOpinion'],
      RealtyObject: ['List', 'Read'],
      PersonalData: ['Unmask'],
      CaseTask: ['ReadAll'],
      Calendar: ['Read'],
      Document: ['Read', 'DownloadArchive'],
      Reference: ['List'],
      Underwriting: ['List', 'UndMenuKnowledgeBase'],
    },
  },
  {
    id: 19,
    code: 'VERIFIER',
    name: 'Верификатор',
    rights: {
      Application: ['List'],
      FullApplication: ['List', 'Read', 'Verify'],
      LoanApplication: ['List', 'Read', 'Verify'],
      PersonalData: ['Unmask'],
      CaseTask: ['ReadAll'],
      Calendar: ['Read'],
      Document: ['Read', 'DownloadArchive'],
      Reference: ['List'],
      Underwriting: ['List', 'UndMenuJournal', 'UndMenuKnowledgeBase'],
    },
  },
  {
    id: 13,
    code: 'COMMITTEE_MEMBER',
    name: 'Член кредитного комитета',
    rights: {
      ...productReader,
      Application: ['List'],
      FullApplication: ['List', 'Read', 'DecideInCommittee'],
      LoanApplication: ['List', 'Read', 'DecideInCommittee'],
      RealtyObject: ['List', 'Read'],
      Calculator: ['View'],
      Calendar: ['Read'],
      Document: ['Read'],
      Reference: ['List'],
      Underwriting: ['List', 'UndMenuJournal'],
    },
  },
  {
    id: 20,
    code: 'PRODUCT_MANAGER',
    name: 'Продуктолог',
    rights: {
      CreditProduct: [...productWriter],
      LoanProduct: [...productWriter],
      Insurance: ['Distribution', 'UpdateDistribution', 'UploadTariff', 'ReadAgreements'],
      ...besideProducts,
    },
  },
  {
    id: 21,
    code: 'PRODUCT_HEAD',
    name: 'Начальник продуктологов',
    rights: {
      CreditProduct: [...productHead],
      LoanProduct: [...productHead],
      // Whoever decides on a rate of one client sees whose application it is.
      FullApplication: ['Read'],
      LoanApplication: ['Read'],
      Insurance: [
        'Distribution',
        'ApproveDistribution',
        'ApproveTariff',
        'ReadAgreements',
        'ConfirmSurcharge',
      ],
      ...besideProducts,
    },
  },
]

/** Code of the role that holds every operation. */
export const administratorRole = 'ADMINISTRATOR'

/** The roles that a bank begins with; it edits them as its own afterwards. What exists is left as it is. */
export async function deliverRoles(db: Db): Promise<void> {
  await db
    .insertInto('user_role')
    .values(
      userRoles.map(({ id, code, name, partnerMayGive = false }) => ({
        id,
        code,
        name,
        partner_may_give: partnerMayGive,
      })),
    )
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('user_role_operation')
    .values(
      userRoles.flatMap((role) =>
        Object.entries(role.rights).flatMap(([object_type, list]) =>
          list.map((operation) => ({ user_role_id: role.id, object_type, operation })),
        ),
      ),
    )
    .onConflict((c) => c.doNothing())
    .execute()
  await sql`SELECT setval(pg_get_serial_sequence('user_role', 'id'), (SELECT max(id) FROM user_role))`.execute(
    db,
  )
}
