import {
  always,
  both,
  choice,
  day,
  type FieldCondition,
  flag,
  inn,
  line,
  not,
  passport,
  phone,
  whenCase,
  whenIs,
} from '#common/fields.ts'
import { purchaseGoals } from './credit.ts'

const bought: FieldCondition = whenCase('CREDIT', 'goal', ...purchaseGoals)
/** A seller is asked of only where something is bought and it is known what. */
const sold = both(bought, whenCase('REALTY', 'chosen', true))
const natural = both(sold, whenIs('kind', 'INDIVIDUAL', 'ENTREPRENEUR'))
const firm = both(sold, whenIs('kind', 'LEGAL', 'DEVELOPER'))

/** Whether it is known what is pledged; the objects themselves are kept by their own area. */
export const realtyFields = {
  chosen: flag('Объект выбран', { needed: always }),
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
