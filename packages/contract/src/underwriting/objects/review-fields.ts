import {
  always,
  choice,
  day,
  type FieldSpecs,
  line,
  list,
  longText,
  money,
  area,
  pastDay,
  whenIs,
  whole,
} from '#common/fields.ts'
import { conditionOwners } from '#underwriting/conditions/condition-kinds.ts'
import { encumbranceKinds, encumbrancePlans, rightKinds } from '#realty-objects/realty-objects.ts'
import { ownerships } from '#realty-objects/realty-rules.ts'
import { requirementNames } from './sale-rules.ts'

/** What the bank's people write about an object, by the tab on which they do. */
export const reviewParts = {
  OBJECT: 'Объект',
  RIGHTS: 'Права',
  APPRAISAL: 'Оценка',
  SELLER: 'Продавец',
  LEGAL: 'Юридическая проверка',
  INSURANCE: 'Страхование',
} as const
export type ReviewPart = keyof typeof reviewParts

/** Whether the layout is lawful, as the reviewer finds it. */
export const layouts = {
  MATCHES: 'Соответствует документам',
  AGREED: 'Перепланировка согласована',
  TO_AGREE: 'Не узаконена, допустима: узаконить в срок',
  FORBIDDEN: 'Недопустима',
} as const
export const conditions = {
  NO: 'Нет',
  EMERGENCY: 'Дом аварийный',
  RENOVATION: 'Дом в программе реновации',
} as const
const liquidity = { HIGH: 'Высокая', MEDIUM: 'Средняя', LOW: 'Низкая' } as const

const object = {
  layout: choice('Планировка', layouts, { needed: always }),
  layoutNote: line(
    'Что изменено и чем подтверждено',
    { when: whenIs('layout', 'AGREED', 'TO_AGREE', 'FORBIDDEN'), needed: always },
    500,
  ),
  layoutUntil: day('Узаконить до', { when: whenIs('layout', 'TO_AGREE'), needed: always }),
  emergency: choice('Аварийность и реновация', conditions, { needed: always }),
  liquidity: choice('Ликвидность', liquidity),
  objectNote: longText('Заметки об объекте'),
} as const

/** What is to become of a difference in the number of those who own. */
export const mismatchChoices = {
  SAME: 'Собственники те же: записей в выписке больше, чем людей',
  EXTRACT: 'Верна выписка: анкету исправит партнёр',
  ENTERED: 'Верна анкета: нужна новая выписка',
} as const
export type MismatchChoice = keyof typeof mismatchChoices

const rights = {
  extractNumber: line('Номер выписки', { needed: always }, 64),
  extractDate: pastDay('Дата выписки', { needed: always }),
  extractCadastral: line(
    'Кадастровый номер',
    { historyLabel: 'Выписка: кадастровый номер', needed: always },
    40,
  ),
  extractAddress: line('Адрес', { historyLabel: 'Выписка: адрес' }, 500),
  extractArea: area('Площадь', { historyLabel: 'Выписка: площадь', needed: always }),
  extractRightKind: choice('Вид права', rightKinds, { historyLabel: 'Выписка: вид права', needed: always }),
  extractOwnership: choice('Вид собственности', ownerships, {
    historyLabel: 'Выписка: вид собственности',
    needed: always,
  }),
  extractOwners: list(
    'Правообладатели по выписке',
    'Запись',
    {
      name: line('Правообладатель', { needed: always }, 300),
      numerator: whole('Доля: числитель', 1, 1_000_000_000),
      denominator: whole('Доля: знаменатель', 1, 1_000_000_000),
      record: line('Номер записи', {}, 100),
      registeredOn: pastDay('Зарегистрировано'),
    },
    { max: 200, needed: always },
  ),
  mismatch: choice('Число правообладателей расходится', mismatchChoices),
  mismatchNote: line('Пояснение о расхождении', { when: whenIs('mismatch', 'SAME') }, 500),
  encumbrances: list('Обременения по выписке и план', 'Обременение', {
    kind: choice('Вид', encumbranceKinds, { needed: always }),
    record: line('Номер записи', {}, 100),
    beneficiary: line('В пользу', {}, 300),
    plan: choice('Что с ним будет', encumbrancePlans, { needed: always }),
    action: line('Что сделать', {}, 300),
    byWhom: line('Кто делает', {}, 200),
    owner: choice('Чьё условие', conditionOwners),
    until: day('До какого дня'),
    doneOn: pastDay('Сделано'),
  }),
} as const

const appraisal = {
  report: choice(
    'Отчёт об оценке',
    { ACCEPTED: 'Принят', QUESTIONED: 'Принят с поправкой', REDO: 'Нужна повторная оценка' },
    {
      needed: always,
    },
  ),
  valueTaken: money('Стоимость, принятая банком', {
    when: whenIs('report', 'QUESTIONED'),
    needed: always,
    hint: 'Не выше рыночной по отчёту',
  }),
  appraisalNote: longText('Заметки об оценке'),
} as const

export const relations = {
  NONE: 'Не связаны',
  RELATIVE: 'Близкие родственники',
  EMPLOYER: 'Работодатель или его владелец',
  OTHER: 'Иная связь',
} as const

const seller = {
  relation: choice('Связь продавца с заёмщиком', relations, { needed: always }),
  relationNote: line(
    'В чём связь',
    { when: whenIs('relation', 'RELATIVE', 'EMPLOYER', 'OTHER'), needed: always },
    500,
  ),
  dealForm: choice('Форма сделки', { SIMPLE: 'Простая письменная', NOTARIAL: 'Нотариальная' }),
  notary: line('Нотариус', { when: whenIs('dealForm', 'NOTARIAL') }, 200),
  shareDuty: choice('Обязательство выделить доли детям', {
    SIGNED: 'Подписано',
    BEFORE_DEAL: 'Подпишут до сделки',
    NOT_NEEDED: 'Не требуется',
  }),
  otherwise: list('Чем подтверждено иначе', 'Требование', {
    requirement: choice('Требование', requirementNames, { needed: always }),
    proof: line('Чем подтверждено', { needed: always }, 500),
  }),
  sellerNote: longText('Заметки о продавце'),
} as const

const policyStates = {
  READY: 'Договор есть',
  BEFORE_ISSUE: 'Заключат до выдачи',
  REFUSED: 'Клиент отказался',
} as const

const insurance = {
  property: choice('Имущество', policyStates),
  title: choice('Титул', policyStates),
  life: choice('Жизнь и здоровье', policyStates),
  insuranceNote: longText('Заметки о страховании'),
} as const

/** Fields of the parts of a review; those of LEGAL are the questions of a check list. */
export const reviewFields: Readonly<Record<Exclude<ReviewPart, 'LEGAL'>, FieldSpecs>> = {
  OBJECT: object,
  RIGHTS: rights,
  APPRAISAL: appraisal,
  SELLER: seller,
  INSURANCE: insurance,
}
