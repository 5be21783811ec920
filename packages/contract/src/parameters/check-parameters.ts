import { fromTheBeginning, parameter } from './parameter-spec.ts'

const policy = 'Кредитная политика банка'

const days = (
  value: number,
  { title, about, source = policy }: { title: string; about: string; source?: string },
  max = 365,
) =>
  parameter('DAYS', {
    group: 'CHECKS',
    title,
    about,
    min: 1,
    max,
    delivered: [{ from: fromTheBeginning, value, source }],
  })

const answer = 'Сколько дней годен ответ; потом проверку повторяют. Считается со дня ответа'
const consent = 'Сколько дней действует согласие, если в нём не назван другой срок. Считается со дня подписи'

/** Figures of automatic checks and of consents. */
export const checkParameters = {
  'check-validity': days(30, { title: 'Срок ответа автопроверки', about: answer }),
  'check-validity-debts': days(14, { title: 'Срок ответа ФССП и ЕФРСБ', about: answer }),
  'check-validity-lists': days(1, {
    title: 'Срок проверки по перечням 115-ФЗ',
    about: answer,
    source: '115-ФЗ, ст. 7',
  }),
  'repeat-window': days(90, {
    title: 'Недавние заявки клиента',
    about: 'За сколько дней автопроверка ищет другие заявки того же человека',
  }),
  'risk-validity': days(90, {
    title: 'Срок принятого риска',
    about: 'На сколько дней самое большее принимают риск по ответу автопроверки',
  }),
  'engine-repeats': parameter('INTEGER', {
    group: 'CHECKS',
    title: 'Повторы запроса в СПР',
    about: 'Сколько раз в день сотрудники банка могут повторить запрос в СПР по одной заявке',
    min: 1,
    max: 100,
    delivered: [{ from: fromTheBeginning, value: 5, source: policy }],
  }),
  'condition-term': parameter('WORKING_DAYS', {
    group: 'DECISION',
    title: 'Срок отлагательного условия',
    about: 'За сколько рабочих дней отвечают на условие решения или проверяют ответ, если день не назван',
    min: 1,
    max: 90,
    delivered: [{ from: fromTheBeginning, value: 5, source: policy }],
  }),
  'stop-dispute-term': parameter('WORKING_DAYS', {
    group: 'CHECKS',
    title: 'Срок ответа по оспоренному стоп-фактору',
    about: 'За сколько рабочих дней руководитель решает, остаётся ли стоп-фактор СПР',
    min: 1,
    max: 30,
    delivered: [{ from: fromTheBeginning, value: 1, source: policy }],
  }),
  'score-stops': parameter('FLAG', {
    group: 'CHECKS',
    title: 'Скоринговая карта: отказ — стоп-фактор',
    about:
      'Если «да», совет карты отказать останавливает заявку на автопроверках; если «нет», это замечание, а решает человек',
    delivered: [{ from: fromTheBeginning, value: false, source: policy }],
  }),
  'realty-extract-age': days(30, {
    title: 'Срок выписки из ЕГРН',
    about: 'Сколько дней годна выписка; о более старой предупреждает автопроверка. Считается с её даты',
  }),
  'realty-price-above': parameter('PERCENT', {
    group: 'CHECKS',
    title: 'Цена предмета против оценки',
    about:
      'На сколько процентов цена может быть выше последней оценки; при большей автопроверка предупреждает',
    delivered: [{ from: fromTheBeginning, value: '15', source: policy }],
  }),
  'bureau-consent-validity': days(180, {
    title: 'Срок согласия на запрос в БКИ',
    about: consent,
    source: '218-ФЗ, ст. 6',
  }),
  'social-fund-consent-validity': days(180, { title: 'Срок согласия на запрос в СФР', about: consent }),
  'age-at-loan-end': parameter('YEARS', {
    group: 'CHECKS',
    title: 'Возраст к концу срока',
    about: 'Старше этого к концу срока кредита — стоп-фактор; так же спрашивают собственные программы банка',
    min: 18,
    max: 120,
    delivered: [{ from: fromTheBeginning, value: 75, source: policy }],
  }),
  'debt-load-notice': parameter('PERCENT', {
    group: 'CHECKS',
    title: 'ПДН, выше которого уведомляют заёмщика',
    about: 'Выше этой доли платежей в доходе заёмщику до договора сообщают о риске неисполнения',
    delivered: [{ from: fromTheBeginning, value: '50', source: '353-ФЗ, ст. 5.1' }],
  }),
  'calculator-debt-load': parameter('PERCENT', {
    group: 'CHECKS',
    title: 'Калькулятор: предел ПДН',
    about: 'По какой доле дохода калькулятор считает предельную сумму, если предел не назван',
    delivered: [{ from: fromTheBeginning, value: '50', source: policy }],
  }),
  'calculator-loan-to-value': parameter('PERCENT', {
    group: 'CHECKS',
    title: 'Калькулятор: предел К/З',
    about: 'По какой доле стоимости предмета калькулятор считает предельную сумму, если предел не назван',
    delivered: [{ from: fromTheBeginning, value: '80', source: policy }],
  }),
  'debt-load-warning': parameter('PERCENT', {
    group: 'CHECKS',
    title: 'ПДН, выше которого автопроверка предупреждает',
    about: 'Доля платежей в доходе; выше неё действуют макропруденциальные лимиты',
    delivered: [{ from: fromTheBeginning, value: '80', source: 'Указание Банка России № 6993-У' }],
  }),
  'stress-rate': parameter('PERCENT', {
    group: 'CHECKS',
    title: 'Сводка: на сколько выше ставка в проверке на прочность',
    about: 'С такой прибавкой к ставке сводка по заявке считает платёж и ПДН ещё раз, процентных пунктов',
    delivered: [{ from: fromTheBeginning, value: '3', source: policy }],
  }),
} as const
