import { fromTheBeginning, parameter } from './parameter-spec.ts'

const policy = 'Кредитная политика банка'

/** Figures by which the object of a mortgage is examined. */
export const realtyParameters = {
  'realty-median-months': parameter('MONTHS', {
    group: 'CHECKS',
    title: 'Медиана цены за метр: за сколько месяцев',
    about: 'По объектам банка за столько последних месяцев экспертиза считает медиану цены за метр',
    min: 1,
    max: 60,
    delivered: [{ from: fromTheBeginning, value: 12, source: policy }],
  }),
  'realty-median-least': parameter('INTEGER', {
    group: 'CHECKS',
    title: 'Медиана цены за метр: сколько нужно объектов',
    about: 'Если объектов того же типа в регионе меньше, экспертиза пишет «мало данных»',
    min: 2,
    max: 1_000,
    delivered: [{ from: fromTheBeginning, value: 5, source: policy }],
  }),
  'realty-price-stress': parameter('PERCENT', {
    group: 'CHECKS',
    title: 'Экспертиза объекта: падение цены в проверке на прочность',
    about: 'На столько процентов ниже стоимость, с которой экспертиза считает К/З ещё раз',
    delivered: [{ from: fromTheBeginning, value: '10', source: policy }],
  }),
  'short-ownership': parameter('MONTHS', {
    group: 'CHECKS',
    title: 'Короткое владение продавца',
    about: 'Если продавец владеет меньше, экспертиза смотрит прежние переходы права',
    min: 1,
    max: 120,
    delivered: [{ from: fromTheBeginning, value: 6, source: policy }],
  }),
  'title-insurance-ownership': parameter('MONTHS', {
    group: 'CHECKS',
    title: 'Титул страхуют при владении меньше',
    about: 'Если право продавца моложе, программа требует страхования титула',
    min: 1,
    max: 240,
    delivered: [{ from: fromTheBeginning, value: 36, source: policy }],
  }),
  'legal-opinion-term': parameter('WORKING_DAYS', {
    group: 'CHECKS',
    title: 'Срок правового заключения',
    about: 'За сколько рабочих дней юрист даёт заключение по объекту',
    min: 1,
    max: 30,
    delivered: [{ from: fromTheBeginning, value: 2, source: policy }],
  }),
} as const
