import { z } from 'zod'
import { text } from './common/scalars.ts'
import { endpoint, signedIn } from './endpoint.ts'

/** Every dictionary that has a call of its own: `/reference/<code>` → what it holds. */
export const referenceTitles = {
  region: 'Регион (субъект РФ)',
  escrowAgent: 'Эскроу-агент',
  downPaymentSubsidy: 'Источник субсидии (первоначальный взнос)',
  'addressObjectType/addressObject/locality': 'Типы населённых пунктов',
  'addressObjectType/addressObject/city': 'Типы городов и посёлков',
  'addressObjectType/addressObject/street': 'Типы улиц',
  'addressObjectType/abbrev': 'Сокращения типов адресных объектов',
  'addressObjectType/code': 'Уровни адресных объектов (ГАР)',
  authorityType: 'Основание полномочий представителя',
  witnessType: 'Свидетельство о государственной регистрации акта',
  companyGroup: 'Группа компаний',
  okopf: 'ОКОПФ (ОК 028-2012)',
  partnerRate: 'Ставка партнёра',
  residenceCause: 'Основание проживания',
  registrationType: 'Вид регистрации',
  individualPhoneType: 'Тип телефона физического лица',
  houseBuildType: 'Тип (серия) дома',
  buildMethod: 'Способ строительства',
  finishingType: 'Вид отделки',
  frameMaterial: 'Материал каркаса',
  sewerageType: 'Канализация',
  heatingType: 'Отопление',
  electricitySupplyType: 'Электроснабжение',
  gasSupplyType: 'Газоснабжение',
  waterSupplyType: 'Водоснабжение',
  foundationMaterialType: 'Материал фундамента',
  conditionType: 'Состояние объекта',
  decisionLimit: 'Лимит полномочий',
  docType: 'Тип документа',
  dealPaymentMethod: 'Способ расчётов по сделке',
  cashLoanGoals: 'Цель кредита наличными',
  loanGoals: 'Цель кредита (ипотека)',
  loanAppPhoneType: 'Тип телефона (потребительский кредит)',
  incomeVerificationType: 'Подтверждение дохода (ипотека)',
  displayDocumentCategory: 'Отображаемая категория документов',
  landCategory: 'Категория земель',
  rateRebateCategory: 'Категория дисконта / надбавки к ставке',
  borrowerType: 'Роль участника сделки',
  payOptionMethods: 'Способ погашения',
  wallsMaterialType: 'Материал стен',
  floorMaterialType: 'Материал перекрытий',
  pledgeType: 'Вид закладной',
  dealPlace: 'Место проведения сделки',
  previousContractType: 'Документ-основание приобретения права (прежний договор)',
  financialOrgType: 'Тип финансовой организации',
  militaryMortgageBank: 'Банк — участник военной ипотеки',
  creditProductQr: 'Кредитный продукт для QR',
  partnerQr: 'Партнёр для QR',
  readinessDegree: 'Степень готовности объекта',
  remarksCategoryType: 'Категория замечания',
  remarksType: 'Замечание',
  source: 'Источник заявки',
  channel: 'Канал продаж (активные)',
  'all-channel': 'Канал продаж (все)',
  creditType: 'Тип кредита (обязательства заёмщика)',
  decisionType: 'Тип решения',
  borrowersUnderwriterDecisionType: 'Решение андеррайтера по заёмщикам',
  mortgageUnderwriterDecisionType: 'Решение андеррайтера по предмету ипотеки',
  finalUnderwriterDecisionType: 'Итоговое решение андеррайтера',
  supervisorDecisionType: 'Решение руководителя',
  docCategory: 'Категория документа',
  activityAverageIncomes: 'Среднемесячная выручка (диапазоны)',
  organizationType: 'Тип организации-работодателя',
  positionLevel: 'Уровень должности',
  employmentSeniorityType: 'Общий трудовой стаж (ипотека)',
  employmentType: 'Тип занятости (ипотека)',
  loanAppMaritalStatus: 'Семейное положение (потребительский кредит)',
  loanAppEducationType: 'Образование (потребительский кредит)',
  loanAppEmploymentSeniorityType: 'Стаж на последнем месте (потребительский кредит)',
  loanApplicationLevel: 'Уровень кредитной заявки',
  loanApplicationStatus: 'Статус кредитной заявки (очередь подтверждающего)',
  workStatus: 'Рабочий статус подтверждающего',
  underwritingDecisionsType: 'Причина решения андеррайтинга',
  applicationStatus: 'Статус заявки',
  creditHistoryQuality: 'Качество кредитной истории',
  issueTech: 'Технология выдачи',
  'additional-services': 'Дополнительные услуги',
  insuranceType: 'Вид страхования',
  insuranceStartType: 'Начало действия страхования',
  educationLevel: 'Образование (ипотека)',
  maritalStatus: 'Семейное положение (ипотека)',
  postCategory: 'Категория должности (ипотека)',
  expenseType: 'Вид расхода',
  incomeType: 'Вид дохода',
  currency: 'Валюта (ОКВ)',
  propertyType: 'Вид имущества (активы заёмщика)',
  mortgageObjectType: 'Тип предмета ипотеки',
  citizenship: 'Гражданство (ОКСМ)',
  workExperienceType: 'Вид стажа',
  typesClientIdentification: 'Документ, удостоверяющий личность',
  initialSource: 'Первичный источник информации',
  contactClientStatusNames: 'Статус обращения клиента',
  constructionContractorType: 'Тип подрядчика (ИЖС)',
  constructionObjectType: 'Тип объекта строительства',
  'creditCard/conditions': 'Условия карты',
  'creditCard/creditType': 'Тип кредитования по карте',
  'creditCard/tariffType': 'Тарифный план',
  'creditCard/paymentSystem': 'Платёжная система',
  'creditCard/productType': 'Тип карточного продукта',
  'creditCard/level': 'Уровень карты',
  'creditCard/design': 'Дизайн карты',
  'creditCard/chip': 'Чип',
  'cashLoan/contractCurrency': 'Валюта договора (кредит наличными)',
  'cashLoan/taxStatusBorrower': 'Налоговый статус заёмщика',
  'cashLoan/marketingParameters': 'Маркетинговые параметры',
  'cashLoan/productType': 'Тип продукта (кредит наличными)',
  loanAppEmploymentType: 'Тип занятости (потребительский кредит)',
  loanAppIncomeVerificationType: 'Подтверждение дохода (потребительский кредит)',
  dealRegType: 'Способ регистрации сделки',
  rateType: 'Тип процентной ставки',
  creditorType: 'Тип кредитора',
  accreditationType: 'Вид аккредитации',
  'tranche-list': 'Транши',
  onlineRealtyComments: 'Типовые комментарии онлайн-проверки объекта',
} as const
/** Code of a dictionary that has a call of its own. */
export type ReferenceCode = keyof typeof referenceTitles

/** An item as everybody reads it; the dictionary's own attributes stand beside code and name. */
export const ReferenceItem = z.looseObject({ code: z.string(), name: z.string() })
export type ReferenceItem = z.output<typeof ReferenceItem>

/** `query` is a part of the name or code; any attribute of the dictionary filters by its exact value. */
export const ReferenceQuery = z
  .object({
    query: text(200).optional().describe('Часть названия или кода'),
    all: z
      .enum(['true', 'false'])
      .optional()
      .describe('true — вместе с отключёнными и недействующими; нужно право «Справочники»'),
  })
  .catchall(z.string().max(200))

const listOf = (code: string, title: string) =>
  endpoint({
    method: 'GET',
    path: `/reference/${code}`,
    summary: `Справочник «${title}»`,
    access: signedIn,
    query: ReferenceQuery,
    response: z.array(ReferenceItem),
  })

/** The reads of all dictionaries by code. Everything that is in force today, in the bank's order. */
export const referenceLists = Object.fromEntries(
  Object.entries(referenceTitles).map(([code, title]) => [code, listOf(code, title)]),
) as { readonly [C in ReferenceCode]: ReturnType<typeof listOf> }
