import { z } from 'zod'
import { lendingKinds } from '../products/lending-kinds.ts'
import { productPledges } from '../products/product-kinds.ts'
import { type CaseKind, caseTypesWith, machines, queuedType } from '../cases/types/case-types.ts'
import type { Predicate } from '../search/search-conditions.ts'

/** How a fact is compared and entered. `partner` is the id of a partner as a text. */
export const factKinds = {
  enum: 'Из справочника',
  partner: 'Партнёр',
  boolean: 'Да или нет',
  number: 'Целое число',
  money: 'Сумма',
  percent: 'Процент',
  date: 'Дата',
  text: 'Текст',
} as const
export type FactKind = keyof typeof factKinds

/** Whose fact it is: of the whole case, of one participant, or of the way by which a new case came: rules of assignment alone ask about that. */
export const factScopes = { CASE: 'Заявка', PARTICIPANT: 'Участник', REQUEST: 'Обращение' } as const
export type FactScope = keyof typeof factScopes
export const FactScope = z.enum(['CASE', 'PARTICIPANT', 'REQUEST'])

/** One entry of the catalogue: what a condition may ask about. */
export interface Fact {
  readonly label: string
  readonly scope: FactScope
  readonly kind: FactKind
  /** Section of the catalogue, as the condition builder shows it. */
  readonly section: string
  /** kind `enum`: values are codes of this dictionary, or of the closed list. */
  readonly dictionary?: string
  readonly options?: Readonly<Record<string, string>>
  /** kind `boolean`: what «да» and «нет» mean in words. */
  readonly yes?: string
  readonly no?: string
  /** May be known to be empty (there is no seller in a refinancing); others are either known or not known yet. */
  readonly nullable?: true
  /** Shown after a number: «мес.», «лет». */
  readonly unit?: string
  /** Lowest and highest value of a number. */
  readonly min?: number
  readonly max?: number
}

const facts = <const T extends Record<string, Omit<Fact, 'scope' | 'section'>>>(
  scope: FactScope,
  section: string,
  list: T,
): { readonly [K in keyof T]: Fact } =>
  Object.fromEntries(
    Object.entries(list).map(([code, fact]) => [code, { ...fact, scope, section }]),
  ) as unknown as { readonly [K in keyof T]: Fact }

const flag = <const Y extends string, const N extends string>(label: string, yes: Y, no: N) => ({
  label,
  kind: 'boolean' as const,
  yes,
  no,
})
const fromDictionary = (label: string, dictionary: string) => ({ label, kind: 'enum' as const, dictionary })

/** Kinds of cases that documents are gathered for. */
export const caseKinds = Object.fromEntries(
  caseTypesWith(({ documents }) => documents.rules !== undefined).map((type) => [type, machines[type].title]),
) as Readonly<Record<CaseKind, string>>
/** The kind that rules are looked at for when nobody names one: most rules are written for it. */
export const usualCaseKind = queuedType as CaseKind
const markets = { PRIMARY: 'Первичный', SECONDARY: 'Вторичный' } as const
const sellerKinds = {
  INDIVIDUAL: 'Физическое лицо',
  ENTREPRENEUR: 'Индивидуальный предприниматель',
  LEGAL: 'Юридическое лицо',
  DEVELOPER: 'Застройщик',
} as const

/** Everything that a condition may ask about; a code never changes its meaning or its kind. */
export const factCatalogue = {
  ...facts('CASE', 'Заявка и кредит', {
    caseKind: { label: 'вид заявки', kind: 'enum', options: caseKinds },
    product: { label: 'вид кредита', kind: 'enum', options: lendingKinds },
    programme: fromDictionary('программа', 'product/type'),
    goal: fromDictionary('цель кредита', 'loanGoals'),
    amount: { label: 'сумма кредита', kind: 'money' },
    termMonths: { label: 'срок кредита', kind: 'number', unit: 'мес.', min: 1, max: 600 },
    ltv: { label: 'К/З', kind: 'percent' },
    downPaymentShare: { label: 'доля первоначального взноса', kind: 'percent' },
    debtLoad: { label: 'ПДН', kind: 'percent' },
    level: fromDictionary('уровень заявки', 'loanApplicationLevel'),
    region: fromDictionary('регион', 'region'),
    partner: { label: 'партнёр', kind: 'partner' },
    applicationDate: { label: 'дата заявки', kind: 'date' },
    individualTermsTable: flag(
      'индивидуальные условия таблицей',
      'договор в табличной форме',
      'договор не в табличной форме',
    ),
    creditHistoryKnown: flag('данные БКИ', 'есть данные БКИ', 'нет данных БКИ'),
  }),
  ...facts('CASE', 'Потребительский кредит', {
    loanProduct: fromDictionary('продукт', 'cashLoan/productType'),
    loanGoal: fromDictionary('цель потребительского кредита', 'cashLoanGoals'),
    refinancedCredits: { label: 'рефинансируемых кредитов', kind: 'number', min: 0, max: 10 },
    loanInsurance: flag(
      'страхование по кредиту',
      'заёмщик согласен на страхование',
      'заёмщик отказался от страхования',
    ),
    premiumInLoan: flag(
      'страховая премия в сумме кредита',
      'страховая премия включена в сумму кредита',
      'страховая премия платится отдельно от кредита',
    ),
  }),
  ...facts('CASE', 'Субсидии и взнос', {
    maternityCapital: flag(
      'материнский капитал',
      'используется материнский капитал',
      'материнский капитал не используется',
    ),
    subsidy: { ...fromDictionary('субсидия', 'downPaymentSubsidy'), nullable: true },
  }),
  ...facts('CASE', 'Объект', {
    mortgageObjectType: { ...fromDictionary('предмет ипотеки', 'mortgageObjectType'), nullable: true },
    market: { label: 'рынок', kind: 'enum', options: markets, nullable: true },
    propertyPrice: { label: 'стоимость объекта', kind: 'money' },
    individualConstruction: flag('ИЖС', 'строительство жилого дома (ИЖС)', 'не ИЖС'),
    replanning: flag('перепланировка', 'есть перепланировка', 'перепланировки нет'),
    appraisalAgeMonths: {
      label: 'возраст отчёта об оценке',
      kind: 'number',
      unit: 'мес.',
      min: 0,
      max: 600,
      nullable: true,
    },
    rightRegistered: flag(
      'право заёмщика на объект',
      'право заёмщика зарегистрировано',
      'право заёмщика ещё не зарегистрировано',
    ),
  }),
  ...facts('CASE', 'Продавец', {
    sellerKind: { label: 'продавец', kind: 'enum', options: sellerKinds, nullable: true },
    sellerRightInMarriage: flag(
      'право продавца возникло в браке',
      'право продавца возникло в браке',
      'право продавца возникло вне брака',
    ),
    sellerRightMonths: {
      label: 'срок права продавца',
      kind: 'number',
      unit: 'мес.',
      min: 0,
      max: 1_200,
      nullable: true,
    },
    minorOwners: flag(
      'несовершеннолетние среди собственников',
      'среди собственников есть несовершеннолетние',
      'среди собственников нет несовершеннолетних',
    ),
    shareSale: flag('продажа доли', 'продаётся доля', 'продаётся весь объект'),
    sellerRepresented: flag(
      'представитель продавца',
      'за продавца действует представитель',
      'продавец действует сам',
    ),
  }),
  ...facts('CASE', 'Сделка и расчёты', {
    paymentMethod: fromDictionary('способ расчётов', 'dealPaymentMethod'),
    escrow: flag('счёт эскроу', 'расчёты через счёт эскроу', 'расчёты без счёта эскроу'),
    pledgeType: fromDictionary('закладная', 'pledgeType'),
    electronicRegistration: flag(
      'электронная регистрация',
      'регистрация электронная',
      'регистрация на бумаге',
    ),
    issueTech: fromDictionary('технология выдачи', 'issueTech'),
    pledgeHolder: { label: 'залогодержатель', kind: 'enum', options: productPledges, nullable: true },
    pledgeBuyout: flag('выкуп закладной', 'закладная выкупается', 'закладная не выкупается'),
    lifeInsurance: flag(
      'личное страхование',
      'ставка без надбавки: личное страхование есть',
      'ставка с надбавкой: личного страхования нет',
    ),
    hasCoBorrower: flag('созаёмщик', 'есть созаёмщик', 'созаёмщика нет'),
    hasGuarantor: flag('поручитель', 'есть поручитель', 'поручителя нет'),
  }),
  ...facts('PARTICIPANT', 'Участник', {
    participantRole: fromDictionary('роль участника', 'borrowerType'),
    citizenship: fromDictionary('гражданство', 'citizenship'),
    age: { label: 'возраст', kind: 'number', unit: 'лет', min: 0, max: 120 },
    sex: fromDictionary('пол', 'sex'),
    registrationType: { ...fromDictionary('регистрация', 'registrationType'), nullable: true },
    nameChanged: flag('смена имени', 'имя или фамилия менялись', 'имя и фамилия не менялись'),
    represented: flag(
      'представитель по доверенности',
      'подписывает представитель по доверенности',
      'подписывает лично',
    ),
    legallyRepresented: flag(
      'законный представитель',
      'действует законный представитель',
      'законного представителя нет',
    ),
  }),
  ...facts('PARTICIPANT', 'Семья', {
    maritalStatus: fromDictionary('семейное положение', 'maritalStatus'),
    marriageContract: flag('брачный договор', 'есть брачный договор', 'брачного договора нет'),
    spouseParticipates: flag(
      'участие супруга',
      'супруг(а) — созаёмщик',
      'супруг(а) в сделке заёмщиком не участвует',
    ),
    childrenUnder18: { label: 'детей до 18 лет', kind: 'number', min: 0, max: 30 },
    disabledChild: flag(
      'ребёнок с инвалидностью',
      'есть ребёнок с инвалидностью',
      'детей с инвалидностью нет',
    ),
  }),
  ...facts('PARTICIPANT', 'Занятость и доход', {
    employmentType: fromDictionary('тип занятости', 'employmentType'),
    organizationType: fromDictionary('тип организации работодателя', 'organizationType'),
    seniority: fromDictionary('стаж', 'employmentSeniorityType'),
    incomeVerification: fromDictionary('подтверждение дохода', 'incomeVerificationType'),
    confirmedIncome: { label: 'подтверждаемый доход', kind: 'money' },
    salaryClient: flag('зарплатный клиент', 'зарплатный клиент', 'не зарплатный клиент'),
    savingsParticipant: flag('участник НИС', 'участник НИС', 'не участник НИС'),
    employer: { label: 'работодатель', kind: 'text', nullable: true },
  }),
  ...facts('REQUEST', 'Канал', {
    organisation: { label: 'партнёр с филиалами', kind: 'partner' },
    channel: { ...fromDictionary('канал', 'channel'), nullable: true },
    source: { ...fromDictionary('источник', 'source'), nullable: true },
    campaign: { label: 'кампания', kind: 'text', nullable: true },
    hour: { label: 'час', kind: 'number', min: 0, max: 23 },
  }),
} as const satisfies Record<string, Fact>

export type FactCode = keyof typeof factCatalogue
/** Codes of the catalogue, in its order. */
export const factCodes = Object.keys(factCatalogue) as [FactCode, ...FactCode[]]
export const FactCode = z.enum(factCodes, 'Такого факта нет')

/** The fact's entry. */
export const factOf = (code: FactCode): Fact => factCatalogue[code]

/** Predicates of conditions, with the meaning they have in searches of dictionaries, as the condition builder calls them. */
export const conditionPredicates = {
  EQ: 'равно',
  NE: 'не равно',
  IN: 'один из',
  LT: 'меньше',
  LE: 'меньше или равно',
  GT: 'больше',
  GE: 'больше или равно',
  IS_NOT_NULL: 'заполнено',
  IS_NULL: 'не заполнено',
} as const satisfies Partial<Record<Predicate, string>>
export type ConditionPredicate = keyof typeof conditionPredicates

const orderedPredicates = ['EQ', 'NE', 'LT', 'LE', 'GT', 'GE'] as const
const byKind: Record<FactKind, readonly ConditionPredicate[]> = {
  enum: ['EQ', 'NE', 'IN'],
  partner: ['EQ', 'NE', 'IN'],
  text: ['EQ', 'NE', 'IN'],
  boolean: ['EQ'],
  number: orderedPredicates,
  money: orderedPredicates,
  percent: orderedPredicates,
  date: orderedPredicates,
}

/** Which predicates a fact may be asked with. */
export const predicatesOf = ({ kind, nullable }: Fact): readonly ConditionPredicate[] =>
  nullable ? [...byKind[kind], 'IS_NOT_NULL', 'IS_NULL'] : byKind[kind]

/** A value of a fact: codes, dates, sums and percents are texts. Null is «known to be empty», an absent fact is not known. */
export const FactValue = z.union([z.string().min(1).max(200), z.number(), z.boolean(), z.null()])
export type FactValue = z.output<typeof FactValue>

/** What is known: fact → value. */
export type Facts = Readonly<Partial<Record<FactCode, FactValue>>>
