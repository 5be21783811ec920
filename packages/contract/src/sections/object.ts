import {
  address,
  always,
  area,
  both,
  cadastral,
  choice,
  day,
  type FieldCondition,
  flag,
  inn,
  line,
  money,
  not,
  passport,
  phone,
  reference,
  whenCase,
  whenIs,
} from './fields.ts'
import { purchaseGoals } from './credit.ts'

const chosen = whenIs('chosen', true)
const chosenField = { when: chosen, needed: always }
const bought: FieldCondition = whenCase('CREDIT', 'goal', ...purchaseGoals)
/** A seller is asked of only where something is bought and it is known what. */
const sold = both(bought, whenCase('REALTY', 'chosen', true))
const natural = both(sold, whenIs('kind', 'INDIVIDUAL', 'ENTREPRENEUR'))
const firm = both(sold, whenIs('kind', 'LEGAL', 'DEVELOPER'))

/** What is pledged, as the questionnaire knows it before the examination of the object. */
export const realtyFields = {
  chosen: flag('Объект выбран', { needed: always }),
  objectType: reference('Тип объекта', 'mortgageObjectType', chosenField),
  address: address('Адрес объекта', chosenField),
  cadastralNumber: cadastral('Кадастровый номер', {
    when: both(chosen, not(whenIs('objectType', 'DDU_RIGHT'))),
    needed: always,
  }),
  area: area('Площадь', { when: chosen, needed: always }),
  developer: line('Застройщик', {
    when: both(chosen, whenCase('CREDIT', 'goal', 'PRIMARY_MARKET')),
    needed: always,
  }),
  individualConstruction: flag('Строительство жилого дома', { when: chosen }),
  replanning: flag('Есть перепланировка', {
    when: both(chosen, not(whenIs('objectType', 'DDU_RIGHT', 'LAND', 'PARKING'))),
    needed: always,
  }),
  appraisedValue: money('Оценочная стоимость', { when: chosen }),
  appraisedOn: day('Дата отчёта об оценке', { when: chosen }),
  rightRegistered: flag('Право заёмщика зарегистрировано', {
    when: both(chosen, not(bought)),
    needed: always,
  }),
} as const

/** Who sells. */
export const sellerFields = {
  kind: choice(
    'Продавец',
    {
      INDIVIDUAL: 'Физическое лицо',
      ENTREPRENEUR: 'Индивидуальный предприниматель',
      LEGAL: 'Юридическое лицо',
      DEVELOPER: 'Застройщик',
    },
    { when: sold, needed: always },
  ),
  name: line('ФИО или название', { when: sold, needed: always }, 300),
  inn: inn('ИНН', 'ANY', { when: sold, needed: firm }),
  passport: passport('Паспорт', { when: natural, needed: whenIs('kind', 'INDIVIDUAL') }),
  phone: phone('Телефон', { when: sold, needed: always }),
  rightSince: day('Право собственности с', {
    when: both(sold, not(whenIs('kind', 'DEVELOPER'))),
    needed: always,
  }),
  rightInMarriage: flag('Право возникло в браке', { when: natural, needed: always }),
  minorOwners: flag('Среди собственников есть несовершеннолетние', { when: natural, needed: always }),
  shareSale: flag('Продаётся доля', { when: natural, needed: always }),
  represented: flag('За продавца действует представитель', { when: sold, needed: always }),
} as const
