import {
  address,
  always,
  both,
  email,
  flag,
  inn,
  line,
  list,
  namePart,
  not,
  passport,
  pastDay,
  phone,
  reference,
  snils,
  choice,
  today,
  unitCode,
  whenIs,
  whenRole,
  whole,
} from '#common/fields.ts'

/** Those who owe, of whom all is asked; of others the bank asks who they are. */
export const debtorRoles = ['MAIN_BORROWER', 'CO_BORROWER', 'SPOUSE', 'GUARANTOR'] as const
const ofDebtor = whenRole(...debtorRoles)
const livesElsewhere = whenIs('livesAtRegistration', false)
const isRussian = whenIs('citizenship', '643')

/** Who a participant is. */
export const personalFields = {
  lastName: namePart('Фамилия', { needed: always }),
  firstName: namePart('Имя', { needed: always }),
  middleName: namePart('Отчество', { when: not(whenIs('noMiddleName', true)), needed: always }),
  noMiddleName: flag('Отчества нет'),
  sex: choice('Пол', { MALE: 'Мужской', FEMALE: 'Женский' }, { needed: always }),
  birthDate: pastDay('Дата рождения', { needed: always }),
  birthPlace: line('Место рождения', { needed: always }, 300),
  citizenship: reference('Гражданство', 'citizenship', { needed: always }),
  nameChanged: flag('Имя или фамилия менялись', { needed: ofDebtor }),
  previousNames: list(
    'Прежние имена',
    'Прежнее имя',
    {
      fullName: line('ФИО', { needed: always }, 300),
      changedOn: pastDay('Дата смены'),
      reason: line('Причина'),
    },
    { max: 10, when: whenIs('nameChanged', true), needed: always },
  ),
  passport: passport('Серия и номер паспорта', { needed: isRussian }),
  passportIssuedOn: pastDay('Дата выдачи паспорта', { secret: true, needed: isRussian }),
  passportUnitCode: unitCode('Код подразделения', { needed: isRussian }),
  passportIssuer: line('Кем выдан паспорт', { secret: true, needed: isRussian }, 300),
  foreignDocument: line('Документ иностранного гражданина', {
    secret: true,
    when: ({ data }) => Boolean(data['citizenship']) && data['citizenship'] !== '643',
    needed: always,
  }),
  previousPassports: list(
    'Прежние паспорта',
    'Прежний паспорт',
    { passport: passport('Серия и номер', { needed: always }), issuedOn: pastDay('Дата выдачи') },
    { max: 10, secret: true },
  ),
  inn: inn('ИНН', 'PERSON', { needed: ofDebtor }),
  snils: snils('СНИЛС', { needed: ofDebtor }),
  phone: phone('Мобильный телефон', { needed: always }),
  extraPhones: list(
    'Другие телефоны',
    'Телефон',
    { phone: phone('Номер', { needed: always }), kind: reference('Чей', 'individualPhoneType') },
    { max: 10 },
  ),
  email: email('Электронная почта'),
  registrationType: reference('Вид регистрации', 'registrationType', { needed: ofDebtor }),
  registrationAddress: address('Адрес регистрации', { needed: always }),
  registeredOn: pastDay('Зарегистрирован с'),
  livesAtRegistration: flag('Живёт по адресу регистрации', { needed: ofDebtor }),
  residenceAddress: address('Адрес проживания', { when: livesElsewhere, needed: always }),
  residenceCause: reference('Основание проживания', 'residenceCause', { needed: ofDebtor }),
  maritalStatus: reference('Семейное положение', 'maritalStatus', { needed: ofDebtor }),
  marriageContract: flag('Есть брачный договор', {
    when: whenIs('maritalStatus', 'MARRIED', 'SEPARATED'),
    needed: ofDebtor,
  }),
  hasChildren: flag('Есть дети до 18 лет', { needed: ofDebtor }),
  children: list(
    'Дети',
    'Ребёнок',
    {
      name: line('Имя', {}, 200),
      birthDate: pastDay('Дата рождения', { needed: always }),
      disabled: flag('Инвалидность'),
      russian: flag('Гражданин России'),
    },
    { max: 20, when: whenIs('hasChildren', true), needed: always, addLabel: 'ребёнка' },
  ),
  dependants: whole('Других иждивенцев', 0, 20),
  education: reference('Образование', 'educationLevel', { needed: ofDebtor }),
  represented: flag('Подписывает представитель по доверенности'),
  legallyRepresented: flag('Действует законный представитель'),
  representative: line('Представитель', {
    when: ({ data }) => data['represented'] === true || data['legallyRepresented'] === true,
    needed: always,
  }),
} as const

/** Signed agreements, without which nobody may ask about a person. */
export const consentFields = {
  personalData: flag('Согласие на обработку персональных данных', {
    needed: always,
    onYes: { personalDataOn: today, signature: 'PAPER' },
  }),
  personalDataOn: pastDay('Дата согласия на обработку данных', {
    when: whenIs('personalData', true),
    needed: always,
  }),
  creditHistory: flag('Согласие на запрос кредитной истории', {
    needed: ofDebtor,
    onYes: { creditHistoryOn: today, signature: 'PAPER' },
  }),
  creditHistoryOn: pastDay('Дата согласия на запрос истории', {
    when: whenIs('creditHistory', true),
    needed: always,
  }),
  signature: choice(
    'Как подписаны согласия',
    {
      PAPER: 'На бумаге',
      SMS: 'Кодом из СМС',
      UNQUALIFIED: 'Электронной подписью в Госключе (УНЭП)',
      ELECTRONIC: 'Квалифицированной электронной подписью (УКЭП)',
    },
    {
      when: ({ data }) => data['personalData'] === true || data['creditHistory'] === true,
      needed: both(ofDebtor, whenIs('personalData', true)),
    },
  ),
  marketing: flag('Согласие на предложения банка'),
} as const
