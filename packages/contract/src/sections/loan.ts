import {
  always,
  choice,
  day,
  flag,
  line,
  list,
  longText,
  money,
  months,
  percent,
  reference,
  whenIs,
} from './fields.ts'

const refinances = whenIs('productType', 'REFINANCING')

/** Parameters of a consumer loan. */
export const loanFields = {
  productType: reference('Тип продукта', 'cashLoan/productType', { needed: always }),
  goal: reference('Цель кредита', 'cashLoanGoals', { needed: always }),
  amount: money('Сумма кредита', { needed: always }),
  termMonths: months('Срок кредита', 84, { needed: always }),
  rate: percent('Ставка'),
  regionCode: reference('Регион', 'region', { needed: always }),
  refinancedCredits: list(
    'Рефинансируемые кредиты',
    'Кредит',
    {
      creditor: line('Кредитор', { needed: always }),
      contractNumber: line('Номер договора', { needed: always }, 64),
      contractDate: day('Дата договора', { needed: always }),
      balance: money('Остаток долга', { needed: always }),
      rate: percent('Ставка'),
      monthsLeft: months('Осталось', 600),
    },
    { max: 10, when: refinances, needed: always },
  ),
  insurance: flag('Согласие на страхование', { needed: always }),
  disbursement: choice('Куда выдать', { ACCOUNT: 'На счёт', CARD: 'На карту' }, { needed: always }),
  channel: reference('Канал', 'channel'),
  comment: longText('Комментарий к заявке'),
} as const
