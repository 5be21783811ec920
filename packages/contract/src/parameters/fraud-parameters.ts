import { fromTheBeginning, parameter } from './parameter-spec.ts'

const source = 'Методика службы безопасности банка'

const whole = (
  kind: 'INTEGER' | 'DAYS' | 'MONTHS' | 'YEARS',
  value: number,
  { title, about, min = 1, max = 1_000 }: { title: string; about: string; min?: number; max?: number },
) =>
  parameter(kind, {
    group: 'FRAUD',
    title,
    about,
    min,
    max,
    delivered: [{ from: fromTheBeginning, value, source }],
  })
const percent = (value: string, title: string, about: string) =>
  parameter('PERCENT', {
    group: 'FRAUD',
    title,
    about,
    delivered: [{ from: fromTheBeginning, value, source }],
  })
const weight = (value: number, sign: string) =>
  whole('INTEGER', value, {
    title: `Вес признака: ${sign}`,
    about: 'Сколько баллов прибавляет сработавший признак; 0 — признак виден, но не считается',
    min: 0,
    max: 100,
  })

/** Figures of the search for fraud. */
export const fraudParameters = {
  'fraud-shared-applications': whole('INTEGER', 3, {
    title: 'Общие сведения: от скольких заявок',
    about: 'У заявок стольких разных людей одинаковый телефон, почта, адрес или счёт — признак мошенничества',
    min: 2,
    max: 100,
  }),
  'fraud-lookback': whole('YEARS', 5, {
    title: 'Связи: за сколько лет',
    about: 'За сколько последних лет смотрят заявки, когда ищут связи',
    max: 30,
  }),
  'fraud-graph-nodes': whole('INTEGER', 200, {
    title: 'Граф связей: узлов не больше',
    about: 'Сколько людей, телефонов, адресов и другого показывают на графе самое большее',
    min: 20,
    max: 400,
  }),
  'fraud-graph-hub': whole('INTEGER', 12, {
    title: 'Граф связей: людей у одного узла',
    about: 'Сколько связанных людей показывают у телефона, работодателя и другого; остальные — числом',
    min: 3,
    max: 100,
  }),
  'fraud-income-times': whole('INTEGER', 2, {
    title: 'Доход: во сколько раз выше обычного',
    about: 'Выше медианы региона и уровня должности во столько раз — признак мошенничества',
    max: 20,
  }),
  'fraud-median-sample': whole('INTEGER', 20, {
    title: 'Медиана: от скольких случаев',
    about: 'Медиану дохода или цены, посчитанную по меньшему числу случаев, с заявкой не сравнивают',
    min: 3,
  }),
  'fraud-employer-age': whole('MONTHS', 6, {
    title: 'Работодатель: моложе скольких месяцев',
    about: 'Организация, зарегистрированная позже, — признак мошенничества',
    max: 120,
  }),
  'fraud-address-employers': whole('INTEGER', 5, {
    title: 'Адрес работодателя: от скольких работодателей',
    about: 'В заявках по этому адресу работают у стольких разных организаций — адрес массовый',
    min: 2,
    max: 100,
  }),
  'fraud-address-companies': whole('INTEGER', 10, {
    title: 'Адрес работодателя: от скольких организаций в реестре',
    about: 'По адресу в ЕГРЮЛ зарегистрировано столько организаций — адрес массовый',
    min: 2,
  }),
  'fraud-head-companies': whole('INTEGER', 10, {
    title: 'Руководитель работодателя: от скольких организаций',
    about: 'Руководитель по ЕГРЮЛ возглавляет столько организаций — он массовый',
    min: 2,
  }),
  'fraud-passport-age': whole('DAYS', 30, {
    title: 'Паспорт: выдан менее скольких дней назад',
    about: 'Считается ко дню, когда заявка заведена; плановая замена в 20 и 45 лет признаком не считается',
    max: 365,
  }),
  'fraud-price-above': percent(
    '20',
    'Цена предмета против медианы',
    'На сколько процентов цена метра выше медианы похожих предметов региона — признак мошенничества',
  ),
  'fraud-ownership': whole('MONTHS', 6, {
    title: 'Продавец: владеет меньше скольких месяцев',
    about: 'Право продавца возникло позже — признак мошенничества',
    max: 60,
  }),
  'fraud-agent-rejections': percent(
    '40',
    'Агент: доля отказов',
    'Доля отказов среди решённых заявок сотрудника партнёра, с которой признак срабатывает',
  ),
  'fraud-agent-cases': whole('INTEGER', 10, {
    title: 'Агент: от скольких решённых заявок',
    about: 'По меньшему числу решённых заявок долю отказов сотрудника партнёра не считают',
    min: 3,
  }),
  'fraud-agent-days': whole('DAYS', 180, {
    title: 'Агент: за сколько дней',
    about: 'За сколько последних дней смотрят решения по заявкам сотрудника партнёра',
    max: 1_000,
  }),
  'fraud-score-medium': whole('INTEGER', 25, {
    title: 'Балл: с какого риск средний',
    about: 'Сумма весов сработавших признаков, с которой риск средний',
    max: 1_000,
  }),
  'fraud-score-high': whole('INTEGER', 60, {
    title: 'Балл: с какого риск высокий',
    about: 'Сумма весов сработавших признаков, с которой риск высокий',
    max: 1_000,
  }),
  'fraud-marks-retention': whole('MONTHS', 12, {
    title: 'Хранение отметок устройств и сетевых адресов',
    about: 'Сколько месяцев хранят, с какого устройства и адреса сохраняли анкету; потом удаляют',
    max: 60,
  }),
  'fraud-weight-shared-phone': weight(20, 'телефон у разных людей'),
  'fraud-weight-shared-email': weight(15, 'почта у разных людей'),
  'fraud-weight-shared-address': weight(10, 'адрес у разных людей'),
  'fraud-weight-shared-employer-phone': weight(10, 'телефон работодателя у разных людей'),
  'fraud-weight-shared-account': weight(25, 'счёт у разных людей'),
  'fraud-weight-shared-object': weight(15, 'предмет ипотеки в заявках разных людей'),
  'fraud-weight-confirmed-tie': weight(40, 'связь с подтверждённым мошенничеством'),
  'fraud-weight-shared-device': weight(15, 'одно устройство у разных сотрудников'),
  'fraud-weight-shared-network': weight(10, 'один сетевой адрес у разных партнёров'),
  'fraud-weight-agent-rejections': weight(10, 'частые отказы агента'),
  'fraud-weight-income-above-median': weight(15, 'доход выше обычного'),
  'fraud-weight-certificate-sums': weight(25, 'справка не сходится'),
  'fraud-weight-edited-files': weight(20, 'файлы изменены после создания'),
  'fraud-weight-employer-status': weight(20, 'работодатель молод или закрывается'),
  'fraud-weight-mass-address': weight(10, 'массовый адрес работодателя'),
  'fraud-weight-mass-head': weight(15, 'массовый руководитель работодателя'),
  'fraud-weight-account-bic': weight(15, 'счёт не сходится с банком'),
  'fraud-weight-passport-fresh': weight(10, 'паспорт выдан недавно'),
  'fraud-weight-signature-owner': weight(30, 'подпись принадлежит другому'),
  'fraud-weight-accompanied': weight(15, 'заёмщику подсказывают'),
  'fraud-weight-relative-seller': weight(10, 'покупка у родственника'),
  'fraud-weight-price-above-median': weight(10, 'цена выше рынка'),
  'fraud-weight-short-ownership': weight(10, 'продавец владеет недавно'),
  'fraud-weight-third-party-down-payment': weight(10, 'взнос платит другой'),
} as const
