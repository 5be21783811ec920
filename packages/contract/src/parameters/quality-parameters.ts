import { fromTheBeginning, parameter } from './parameter-spec.ts'

const policy = 'Положение о контроле качества решений'

const whole = (
  value: number,
  { title, about, unit }: { title: string; about: string; unit?: string },
  max = 100,
) =>
  parameter('INTEGER', {
    group: 'CHECKS',
    title,
    about,
    ...(unit !== undefined && { unit }),
    min: 0,
    max,
    delivered: [{ from: fromTheBeginning, value, source: policy }],
  })

const points = 'Сколько баллов из ста снимает одна такая ошибка'

/** Figures of the quality control of decisions: sizes of samples, weights of errors, bounds of grades. */
export const qualityParameters = {
  'quality-share': parameter('PERCENT', {
    group: 'CHECKS',
    title: 'Контроль качества: доля выборки',
    about: 'Какую долю подходящих решений отбирают, если число не названо',
    delivered: [{ from: fromTheBeginning, value: '5', source: policy }],
  }),
  'quality-least': whole(5, {
    title: 'Контроль качества: наименьшая выборка',
    about: 'Сколько решений отбирают самое малое, если их столько есть',
    unit: 'решений',
  }),
  'quality-each': whole(3, {
    title: 'Контроль качества: решений каждого андеррайтера',
    about: 'Сколько решений каждого отбирают, когда проверяют каждого',
    unit: 'решений',
  }),
  'quality-check-term': parameter('WORKING_DAYS', {
    group: 'TERMS',
    title: 'Контроль качества: срок проверки',
    about: 'За сколько рабочих дней отобранное решение должно быть оценено; потом задача просрочена',
    min: 1,
    max: 250,
    delivered: [{ from: fromTheBeginning, value: 10, source: policy }],
  }),
  'quality-critical': whole(50, { title: 'Контроль качества: критическая ошибка', about: points }),
  'quality-major': whole(20, { title: 'Контроль качества: существенная ошибка', about: points }),
  'quality-minor': whole(5, { title: 'Контроль качества: незначительная ошибка', about: points }),
  'quality-good': whole(90, {
    title: 'Контроль качества: «хорошо»',
    about: 'С какого балла решение оценивают как хорошее',
  }),
  'quality-fair': whole(70, {
    title: 'Контроль качества: «удовлетворительно»',
    about: 'С какого балла решение удовлетворительное; ниже — неудовлетворительное',
  }),
  'outcome-days': parameter('DAYS', {
    group: 'CHECKS',
    title: 'Исход кредита: плохой',
    about: 'Сколько дней просрочки делают кредит плохим, когда проверяют скоринговую карту по платежам',
    min: 30,
    max: 365,
    delivered: [{ from: fromTheBeginning, value: 90, source: policy }],
  }),
  'outcome-months': parameter('INTEGER', {
    group: 'CHECKS',
    title: 'Исход кредита: срок наблюдения',
    about: 'Сколько месяцев после выдачи смотрят на кредит, чтобы назвать его хорошим или плохим',
    unit: 'мес.',
    min: 1,
    max: 60,
    delivered: [{ from: fromTheBeginning, value: 12, source: policy }],
  }),
  'outcome-least': parameter('INTEGER', {
    group: 'CHECKS',
    title: 'Скоринговая карта: мало данных',
    about: 'Джини версии не показывают, пока хороших или плохих кредитов меньше этого числа',
    unit: 'кредитов',
    min: 1,
    max: 10_000,
    delivered: [{ from: fromTheBeginning, value: 10, source: policy }],
  }),
  'quality-dispute': parameter('DAYS', {
    group: 'CHECKS',
    title: 'Контроль качества: срок возражения',
    about: 'Сколько дней после оценки тот, кто решил, может её оспорить',
    min: 1,
    max: 90,
    delivered: [{ from: fromTheBeginning, value: 14, source: policy }],
  }),
} as const
