import {
  address,
  always,
  both,
  choice,
  day,
  type FieldCondition,
  flag,
  hasAny,
  inn,
  line,
  list,
  longText,
  money,
  month,
  months,
  percent,
  phone,
  reference,
  whenHasAny,
  whenIs,
  whenRole,
  whole,
} from '#common/fields.ts'
import { whenAsked } from './when-asked.ts'

/** Kinds of employment without an employer. */
const withoutEmployer = ['PENSIONER', 'UNEMPLOYED', 'STUDENT', 'RENTIER', 'SELF_EMPLOYED']
const works: FieldCondition = ({ data }) =>
  typeof data['employmentType'] === 'string' && !withoutEmployer.includes(data['employmentType'])
const employer = { when: works, needed: always }

/** Where a participant works. */
export const employmentFields = {
  employmentType: reference('Тип занятости', 'employmentType', { needed: always }),
  seniority: reference('Общий стаж', 'employmentSeniorityType', { needed: always }),
  employerName: line('Работодатель', employer, 300),
  employerInn: inn('ИНН работодателя', 'ANY', employer),
  employerPhone: phone('Телефон работодателя', { when: works }),
  employerAddress: address('Адрес работодателя', { when: works }),
  activityField: reference('Сфера деятельности', 'activityField', { when: works }),
  organizationType: reference('Тип организации', 'organizationType', { when: works }),
  headcount: whole('Численность', 1, 5_000_000, { when: works, unit: 'чел.' }),
  position: line('Должность', employer),
  positionLevel: reference('Уровень должности', 'positionLevel', employer),
  employedSince: day('Работает с', employer),
  itAccredited: flag('Работодатель — аккредитованная ИТ-компания', {
    when: both(works, whenAsked('EMPLOYMENT.itAccredited')),
    needed: always,
  }),
  itSalary: money('Зарплата до вычета НДФЛ', {
    secret: true,
    when: ({ data }) => data['itAccredited'] === true,
    needed: whenRole('MAIN_BORROWER'),
    hint: 'Средняя за три последних месяца',
  }),
  salaryClient: flag('Зарплатный клиент банка', { needed: always }),
  savingsParticipant: flag('Участник НИС', {
    when: whenAsked('EMPLOYMENT.savingsParticipant'),
    needed: always,
  }),
  savingsYears: whole('Лет участия в НИС', 0, 50, {
    when: ({ data }) => data['savingsParticipant'] === true,
    needed: always,
  }),
  savingsAmount: money('Накопления НИС', {
    secret: true,
    when: whenIs('savingsParticipant', true),
    needed: always,
  }),
  savingsLoanLimit: money('Предел кредита по накоплениям НИС', {
    secret: true,
    when: whenIs('savingsParticipant', true),
    needed: always,
    hint: 'Сколько погасят накопительные взносы за срок кредита',
  }),
  extraJobs: list(
    'Другие места работы',
    'Место работы',
    {
      employerName: line('Работодатель', { needed: always }, 300),
      employerInn: inn('ИНН работодателя', 'ANY'),
      position: line('Должность'),
      since: day('Работает с'),
    },
    { max: 10 },
  ),
} as const

/** What a participant earns. */
export const incomeFields = {
  noIncome: hasAny('Есть доходы', 'incomes'),
  incomes: list(
    'Доходы',
    'Доход',
    {
      type: reference('Вид дохода', 'incomeType', { needed: always }),
      verification: reference('Подтверждение', 'incomeVerificationType', { needed: always }),
      declared: money('Доход в месяц, заявлен', { secret: true, needed: always }),
      confirmed: money('Доход в месяц, подтверждён', { secret: true }),
      payer: line('Кто платит'),
      months: list(
        'Доход по месяцам',
        'Месяц',
        {
          month: month('Месяц', { needed: always }),
          amount: money('Сумма', { needed: always }),
          excluded: flag('Не учитывать'),
          reason: line('Почему не учитывается', { when: whenIs('excluded', true), needed: always }),
        },
        { max: 36 },
      ),
    },
    { max: 20, when: whenHasAny('noIncome', 'incomes'), needed: always },
  ),
} as const

const rowsOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []

/** What cannot be in the income of a participant: a month written twice at one source. */
export const incomeIssues = ({
  incomes,
}: Readonly<Record<string, unknown>>): { path: string; message: string }[] =>
  rowsOf(incomes).flatMap((source, at) => {
    const seen = new Set<unknown>()
    return rowsOf(source['months']).flatMap((row, index) => {
      const isRepeated = typeof row['month'] === 'string' && seen.has(row['month'])
      seen.add(row['month'])
      const path = `incomes.${at}.months.${index}.month`
      return isRepeated ? [{ path, message: 'Этот месяц уже записан' }] : []
    })
  })

/** What a participant owes and spends. */
export const obligationFields = {
  noObligations: hasAny('Есть кредиты и займы', 'obligations'),
  obligations: list(
    'Обязательства',
    'Обязательство',
    {
      type: reference('Вид', 'creditType', { needed: always }),
      creditor: line('Кредитор', { needed: always }),
      contractNumber: line('Номер договора', {}, 64),
      limit: money('Сумма или лимит', { needed: always }),
      balance: money('Остаток долга', { needed: always }),
      rate: percent('Ставка'),
      monthsLeft: months('Осталось'),
      payment: money('Платёж в месяц', { needed: always }),
      overdue: money('Просрочено'),
      repaidByDeal: flag('Гасится этой сделкой'),
    },
    { max: 50, when: whenHasAny('noObligations', 'obligations'), needed: always },
  ),
  expenses: list(
    'Расходы',
    'Расход',
    {
      type: reference('Вид', 'expenseType', { needed: always }),
      amount: money('В месяц', { needed: always }),
    },
    { max: 20 },
  ),
} as const

/** What a participant has. */
export const assetFields = {
  noAssets: hasAny('Есть имущество', 'assets'),
  assets: list(
    'Имущество',
    'Имущество',
    {
      type: reference('Вид', 'propertyType', { needed: always }),
      description: line('Описание'),
      value: money('Стоимость', { needed: always }),
      share: choice('Собственность', { WHOLE: 'Единоличная', SHARED: 'Долевая', JOINT: 'Совместная' }),
      encumbered: flag('В залоге'),
    },
    { max: 30, when: whenHasAny('noAssets', 'assets'), needed: always },
  ),
  comment: longText('Комментарий'),
} as const
