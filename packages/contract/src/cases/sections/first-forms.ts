import { coBorrowerRoles } from '#short-applications/short-applications.ts'
import {
  address,
  always,
  choice,
  email,
  flag,
  inn,
  line,
  list,
  namePart,
  longText,
  money,
  months,
  passport,
  pastDay,
  percent,
  phone,
  reference,
  type FieldSpecs,
  unitCode,
} from '#common/fields.ts'
import { sexes } from '#common/person/person-name.ts'

const client = {
  lastName: namePart('Фамилия', { needed: always }),
  firstName: namePart('Имя', { needed: always }),
  middleName: namePart('Отчество'),
  sex: choice('Пол', sexes),
  birthDate: pastDay('Дата рождения'),
} as const
const contacts = {
  phone: phone('Телефон', { needed: always }),
  email: email('Электронная почта', { historyLabel: 'Эл. почта' }),
} as const

/** Fields under one heading of a form. */
export interface FormGroup {
  readonly title: string
  readonly names: readonly string[]
}

/** The form of a lead: fields as data, so that checks, comparison and the page are made of one description. */
export const leadFormFields = {
  ...client,
  ...contacts,
  passport: passport('Серия и номер паспорта', { historyLabel: 'Паспорт' }),
  city: line('Город'),
  regionCode: reference('Регион', 'region'),
  programmeCode: reference('Программа', 'product/type'),
  amount: money('Желаемая сумма'),
  sourceCode: reference('Источник', 'source'),
  channelCode: reference('Канал', 'channel'),
  comment: longText('Комментарий'),
} satisfies FieldSpecs
export const leadFormGroups: readonly FormGroup[] = [
  { title: 'Клиент', names: ['lastName', 'firstName', 'middleName', 'sex', 'birthDate', 'passport'] },
  { title: 'Связь', names: ['phone', 'email', 'city', 'regionCode'] },
  { title: 'Запрос', names: ['programmeCode', 'amount', 'sourceCode', 'channelCode', 'comment'] },
]

/** The form of a short application. */
export const shortFormFields = {
  programmeCode: reference('Программа', 'product/type', { needed: always }),
  goalCode: reference('Цель кредита', 'loanGoals'),
  objectPrice: money('Стоимость объекта'),
  downPayment: money('Первоначальный взнос'),
  amount: money('Сумма кредита', { needed: always }),
  months: months('Срок кредита', { needed: always, historyLabel: 'Срок, мес.' }),
  rate: percent('Ставка', { historyLabel: 'Ставка, %' }),
  objectTypeCode: reference('Предмет ипотеки', 'mortgageObjectType'),
  lifeInsurance: flag('Личное страхование'),
  electronicRegistration: flag('Электронная регистрация'),
  regionCode: reference('Регион', 'region', { needed: always }),
  channelCode: reference('Канал', 'channel'),
  sourceCode: reference('Источник', 'source'),
  initialSourceCode: reference('Первичный источник', 'initialSource'),
  ...client,
  ...contacts,
  passport: passport('Серия и номер паспорта', { historyLabel: 'Паспорт' }),
  passportIssuedOn: pastDay('Дата выдачи паспорта'),
  passportUnitCode: unitCode('Код подразделения'),
  passportIssuer: line('Кем выдан паспорт', {}, 300),
  birthPlace: line('Место рождения', {}, 300),
  address: address('Адрес регистрации'),
  employerName: line('Работодатель', {}, 300),
  employerInn: inn('ИНН работодателя', 'ANY'),
  income: money('Доход в месяц', { secret: true, historyLabel: 'Доход' }),
  incomeVerification: reference('Подтверждение дохода', 'incomeVerificationType'),
  obligations: money('Платежи по кредитам в месяц', { historyLabel: 'Платежи по кредитам' }),
  salaryBank: line('Зарплатный банк'),
  salaryClient: flag('Зарплатный клиент банка'),
  coBorrowers: list(
    'Созаёмщики и поручители',
    'Участник',
    {
      role: choice('Роль', coBorrowerRoles, { needed: always }),
      ...client,
      phone: phone('Телефон'),
      email: email('Электронная почта'),
      passport: passport('Серия и номер паспорта'),
      income: money('Доход в месяц', { secret: true }),
    },
    { max: 10, addLabel: 'участника', historyLabel: 'Созаёмщики' },
  ),
  comment: longText('Комментарий', {}, 4_000),
} satisfies FieldSpecs
export const shortFormGroups: readonly FormGroup[] = [
  {
    title: 'Кредит',
    names: [
      'programmeCode',
      'goalCode',
      'objectPrice',
      'downPayment',
      'amount',
      'months',
      'rate',
      'regionCode',
      'objectTypeCode',
      'lifeInsurance',
      'electronicRegistration',
    ],
  },
  { title: 'Клиент', names: ['lastName', 'firstName', 'middleName', 'sex', 'birthDate'] },
  { title: 'Связь', names: ['phone', 'email'] },
  {
    title: 'Паспорт и адрес',
    names: ['passport', 'passportIssuedOn', 'passportUnitCode', 'passportIssuer', 'birthPlace', 'address'],
  },
  { title: 'Доход', names: ['income', 'incomeVerification', 'obligations'] },
  { title: 'Работа и банк', names: ['employerName', 'employerInn', 'salaryBank', 'salaryClient'] },
  { title: 'Участники', names: ['coBorrowers'] },
  { title: 'Откуда заявка', names: ['channelCode', 'sourceCode', 'initialSourceCode', 'comment'] },
]

/** What a full application that comes of no short one begins with; the rest is asked by its sections. */
export const fullFormFields: FieldSpecs = {
  ...client,
  phone: phone('Телефон'),
  programme: reference('Программа', 'product/type', { needed: always }),
  goal: reference('Цель кредита', 'loanGoals'),
  regionCode: reference('Регион сделки', 'region', { needed: always }),
  amount: money('Сумма кредита'),
  channel: reference('Канал', 'channel'),
}
export const fullFormGroups: readonly FormGroup[] = [
  { title: 'Заёмщик', names: ['lastName', 'firstName', 'middleName', 'sex', 'birthDate', 'phone'] },
  { title: 'Кредит', names: ['programme', 'goal', 'regionCode', 'amount', 'channel'] },
]
/** Without these no full application is opened. */
export const fullFormMust: readonly string[] = ['lastName', 'firstName', 'programme', 'regionCode']
