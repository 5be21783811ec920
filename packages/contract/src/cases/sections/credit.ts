import {
  always,
  choice,
  day,
  flag,
  list,
  longText,
  money,
  months,
  percent,
  reference,
  area,
  both,
  line,
  whenIs,
} from '#common/fields.ts'
import { whenAsked } from './when-asked.ts'

/** Goals at which something is bought, so there are a price, a down payment and a seller. */
export const purchaseGoals = ['PRIMARY_MARKET', 'PRIMARY_MARKET_FINISHED', 'SECONDARY_MARKET'] as const

/** Where the down payment comes from. */
export const downPaymentSources = {
  SAVINGS: 'Накопления',
  PROPERTY_SALE: 'Продажа имущества',
  GIFT: 'Подарок родственников',
  SUBSIDY: 'Субсидия',
  OTHER: 'Иное',
} as const

const bought = whenIs('goal', ...purchaseGoals)

/** Parameters of a mortgage. */
export const creditFields = {
  programme: reference('Программа', 'product/type', { needed: always }),
  goal: reference('Цель кредита', 'loanGoals', { needed: always }),
  regionCode: reference('Регион сделки', 'region', { needed: always }),
  propertyPrice: money('Стоимость объекта', { needed: always }),
  downPayment: money('Первоначальный взнос', { when: bought, needed: bought }),
  downPaymentSource: choice('Источник взноса', downPaymentSources, { when: bought, needed: bought }),
  amount: money('Сумма кредита', { needed: always }),
  termMonths: months('Срок кредита', { needed: always }),
  rate: percent('Ставка'),
  maternityCapital: flag('Материнский капитал', { needed: always }),
  maternityCapitalAmount: money('Сумма материнского капитала', {
    when: whenIs('maternityCapital', true),
    needed: always,
  }),
  subsidy: reference('Субсидия', 'downPaymentSubsidy'),
  subsidyAmount: money('Сумма субсидии', { when: ({ data }) => Boolean(data['subsidy']), needed: always }),
  lifeInsurance: flag('Личное страхование', { needed: always }),
  paymentMethod: reference('Способ расчётов', 'dealPaymentMethod'),
  pledgeType: reference('Закладная', 'pledgeType'),
  electronicRegistration: flag('Электронная регистрация'),
  issueTech: reference('Технология выдачи', 'issueTech'),
  preferentialLoanUsed: flag('Льготная ипотека уже оформлялась после 23.12.2023', {
    when: whenAsked('CREDIT.preferentialLoanUsed'),
    needed: always,
    hint: 'На себя или на супруга',
  }),
  farEastBasis: choice(
    'Основание участия',
    {
      YOUNG_FAMILY: 'Молодая семья: оба супруга не старше 35 лет',
      SINGLE_PARENT: 'Родитель-одиночка не старше 35 лет',
      HECTARE: 'Участник программы «Гектар»',
      RESETTLED: 'Переезд по программе трудовой мобильности',
      TEACHER: 'Педагог',
      DOCTOR: 'Медицинский работник',
      DEFENCE: 'Работник оборонного предприятия',
    },
    { when: whenAsked('CREDIT.farEastBasis'), needed: always },
  ),
  secondaryPlace: flag('Место из перечня, где программа допускает готовое жильё', {
    when: both(whenAsked('CREDIT.secondaryPlace'), whenIs('goal', 'SECONDARY_MARKET')),
    needed: always,
    hint: 'Перечень — в постановлении о программе: № 1711 у семейной, № 1609 у дальневосточной',
  }),
  smallTownPlace: flag('Малый город или регион из перечня', {
    when: whenAsked('CREDIT.smallTownPlace'),
    hint: 'Решает, когда детей до 18 лет двое и младшему уже исполнилось семь',
  }),
  arcticPlace: flag('Место входит в Арктическую зону', {
    when: whenAsked('CREDIT.arcticPlace'),
    needed: always,
  }),
  propertyArea: area('Площадь жилья', {
    when: whenAsked('CREDIT.propertyArea'),
    hint: 'Больше 6 млн ₽ дают только за жильё больше 60 м²',
  }),
  ruralPlace: flag('Сельская местность или опорный населённый пункт из перечня', {
    when: whenAsked('CREDIT.ruralPlace'),
    needed: always,
  }),
  refinancedCredits: list(
    'Рефинансируемые кредиты',
    'Кредит',
    {
      creditor: line('Кредитор', { needed: always }),
      contractNumber: line('Номер договора', { needed: always }, 64),
      contractDate: day('Дата договора', { needed: always }),
      balance: money('Остаток долга', { needed: always }),
      rate: percent('Ставка'),
      monthsLeft: months('Осталось'),
    },
    { max: 10, when: whenIs('goal', 'REFINANCING'), needed: always },
  ),
  pledgeBuyout: flag('Закладная выкупается', {
    when: whenIs('goal', 'REFINANCING'),
    hint: 'Если долг обеспечен закладной, которая перейдёт к банку',
  }),
  pledgedOutside: flag('Объект заложен не банку', {
    when: whenIs('goal', 'REFINANCING'),
    hint: 'Прежний залогодержатель — ипотечный агент, институт развития, другая организация или гражданин',
  }),
  channel: reference('Канал', 'channel'),
  comment: longText('Комментарий к заявке'),
} as const
