import { isBankAccount } from '#common/bank-account.ts'
import { moneyReceivers } from '#loan-applications/cooling-off.ts'
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
} from '#common/fields.ts'

const refinances = whenIs('goal', 'REFINANCING')
const toCard = whenIs('disbursement', 'CARD')
const toAccount = whenIs('disbursement', 'ACCOUNT')
const insured = whenIs('insurance', true)

/** Parameters of a consumer loan. */
export const loanFields = {
  productType: reference('Тип продукта', 'cashLoan/productType', { needed: always }),
  goal: reference('Цель кредита', 'cashLoanGoals', { needed: always }),
  amount: money('Сумма кредита', { needed: always }),
  termMonths: months('Срок кредита', { needed: always }),
  rate: percent('Ставка', { needed: always }),
  currency: reference('Валюта договора', 'cashLoan/contractCurrency'),
  regionCode: reference('Регион', 'region', { needed: always }),
  marketing: reference('Акция', 'cashLoan/marketingParameters'),
  taxStatus: reference('Налоговый статус заёмщика', 'cashLoan/taxStatusBorrower', { needed: always }),
  receiver: choice('Кому переводятся деньги', moneyReceivers, {
    needed: always,
    hint: 'От этого зависит период охлаждения',
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
    { max: 10, when: refinances, needed: always },
  ),
  insurance: flag('Согласие на страхование', {
    needed: always,
    hint: 'Отказ допустим: от него может зависеть ставка',
  }),
  insurancePremium: money('Страховая премия', { when: insured, needed: always }),
  insuranceInLoan: flag('Премия включена в сумму кредита', { when: insured }),
  disbursement: choice('Куда выдать', { ACCOUNT: 'На счёт', CARD: 'На карту' }, { needed: always }),
  accountBic: line('БИК банка', { when: toAccount, needed: always }, 9),
  account: line('Счёт для выдачи', { when: toAccount, needed: always, hint: '20 цифр' }, 20),
  cardProduct: reference('Карточный продукт', 'creditCard/productType', { when: toCard, needed: always }),
  cardPaymentSystem: reference('Платёжная система', 'creditCard/paymentSystem', {
    when: toCard,
    needed: always,
  }),
  cardLevel: reference('Уровень карты', 'creditCard/level', { when: toCard }),
  cardTariff: reference('Тарифный план', 'creditCard/tariffType', { when: toCard, needed: always }),
  cardDesign: reference('Дизайн карты', 'creditCard/design', { when: toCard }),
  cardChip: reference('Чип', 'creditCard/chip', { when: toCard }),
  channel: reference('Канал', 'channel'),
  comment: longText('Комментарий к заявке'),
} as const

type Values = Readonly<Record<string, unknown>>

/** What cannot be in the parameters of a loan: the key of the account is of another bank. */
export function loanIssues({ account, accountBic }: Values): { path: string; message: string }[] {
  if (typeof account !== 'string' || typeof accountBic !== 'string') return []
  return isBankAccount(account, accountBic)
    ? []
    : [{ path: 'account', message: 'Счёт не подходит к БИК: проверьте цифры' }]
}
