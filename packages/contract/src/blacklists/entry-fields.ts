import { isKpp, isOgrn, isOgrnip } from '../common/identifiers.ts'
import {
  address,
  always,
  choice,
  day,
  type FieldSpec,
  type FieldSpecs,
  inn,
  line,
  list,
  longText,
  namePart,
  passport,
  pastDay,
  phone,
  reference,
  snils,
  type ValuesOf,
} from '../common/fields.ts'
import { text } from '../common/scalars.ts'
import {
  type BlacklistKind,
  blacklistCategories,
  blacklistLevels,
  blacklistSources,
} from './blacklist-kinds.ts'

const checkedLine = (label: string, holds: (value: string) => boolean, message: string): FieldSpec => ({
  ...line(label),
  schema: text(32).refine((value) => value === '' || holds(value), message),
})
const phones = list('Телефоны', 'Телефон', { phone: phone('Номер') }, { max: 20 })
const addresses = list('Адреса', 'Адрес', { address: address('Адрес') }, { max: 20 })

const individual = {
  lastName: namePart('Фамилия', { needed: always }),
  firstName: namePart('Имя', { needed: always }),
  middleName: namePart('Отчество'),
  formerNames: list(
    'Прежние имена',
    'Прежнее имя',
    { lastName: namePart('Фамилия'), firstName: namePart('Имя'), middleName: namePart('Отчество') },
    { max: 20 },
  ),
  birthDate: pastDay('Дата рождения', { needed: always }),
  birthPlace: line('Место рождения'),
  passport: passport('Паспорт', { secret: true }),
  formerPassports: list(
    'Прежние паспорта',
    'Прежний паспорт',
    { passport: passport('Серия и номер', { secret: true }) },
    { max: 20 },
  ),
  inn: inn('ИНН', 'PERSON'),
  snils: snils('СНИЛС'),
  addresses,
  phones,
  employer: line('Работодатель'),
  employerInn: inn('ИНН работодателя', 'ANY'),
}

const legalPerson = {
  fullName: line('Полное наименование', { needed: always }, 500),
  shortName: line('Краткое наименование'),
  companyInn: inn('ИНН', 'ANY', { needed: always }),
  kpp: checkedLine('КПП', isKpp, 'КПП: девять знаков'),
  ogrn: checkedLine(
    'ОГРН',
    (value) => isOgrn(value) || isOgrnip(value),
    'ОГРН: 13 цифр, ОГРНИП: 15 цифр, с верной контрольной',
  ),
  okopf: reference('Организационно-правовая форма', 'okopf'),
  region: reference('Регион', 'region'),
  address: address('Адрес'),
  head: line('Руководитель'),
  beneficiaries: list(
    'Бенефициары',
    'Бенефициар',
    { name: line('ФИО или наименование'), inn: inn('ИНН', 'ANY') },
    { max: 50 },
  ),
  phones,
}

/** What a phone is of. */
export const phoneKinds = {
  MOBILE: 'Мобильный',
  LANDLINE: 'Стационарный',
  VIRTUAL: 'Виртуальный',
  TOLL_FREE: 'Бесплатный для звонящего',
} as const

const phoneFields = {
  phone: phone('Номер', { needed: always }),
  phoneKind: choice('Тип', phoneKinds),
  operator: line('Оператор'),
  region: reference('Регион', 'region'),
  owner: line('Владелец', { hint: 'Если известен' }),
}

/** Who or what is listed: the fields of each list. */
export const entryFields = {
  individuals: individual,
  legalPersons: legalPerson,
  phones: phoneFields,
} as const satisfies Readonly<Record<BlacklistKind, FieldSpecs>>

/** What an individual's entry says of them. */
export type IndividualData = ValuesOf<typeof individual>
/** What a legal person's entry says of it. */
export type LegalPersonData = ValuesOf<typeof legalPerson>
/** What a phone's entry says of it. */
export type PhoneData = ValuesOf<typeof phoneFields>

/** What every entry says beside whom it is of: how it acts, and until when. */
export const entryCommonFields = {
  level: choice('Уровень', blacklistLevels, { needed: always }),
  category: choice('Категория', blacklistCategories, { needed: always }),
  validFrom: day('Действует с', { needed: always }),
  validTo: day('Действует по', { hint: 'Последний день. Пусто — бессрочно' }),
}

/** Why: seen only by those who may read reasons. */
export const entryReasonFields = {
  source: choice('Источник', blacklistSources, { needed: always }),
  basis: longText('Основание', { needed: always }),
  evidence: longText('Доказательства'),
  comment: longText('Комментарий'),
}

/** An appeal as it is registered. */
export const appealFields = {
  receivedOn: pastDay('Получено'),
  applicant: line('Заявитель'),
  claim: longText('Что оспаривается'),
}
