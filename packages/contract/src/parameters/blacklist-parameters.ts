import { fromTheBeginning, parameter } from './parameter-spec.ts'

/** Figures of blacklists. */
export const blacklistParameters = {
  'blacklist-appeal-term': parameter('WORKING_DAYS', {
    group: 'BLACKLISTS',
    title: 'Срок решения по обжалованию',
    about: 'Сколько рабочих дней со дня получения; действует для обжалований, принятых с этого дня',
    min: 1,
    max: 60,
    delivered: [{ from: fromTheBeginning, value: 10, source: 'Регламент ведения чёрных списков' }],
  }),
  'blacklist-retention': parameter('YEARS', {
    group: 'BLACKLISTS',
    title: 'Хранение завершённых записей',
    about:
      'Сколько лет после окончания записи хранятся сведения о том, кто в ней; потом их уничтожают по акту',
    min: 1,
    max: 75,
    delivered: [{ from: fromTheBeginning, value: 5, source: '115-ФЗ, ст. 7, п. 4' }],
  }),
  'blacklist-ending': parameter('DAYS', {
    group: 'BLACKLISTS',
    title: 'Запись скоро истечёт',
    about: 'За сколько дней до последнего дня запись считается истекающей',
    min: 1,
    max: 365,
    delivered: [{ from: fromTheBeginning, value: 30, source: 'Практика банка' }],
  }),
  'blacklist-hit-term': parameter('WORKING_DAYS', {
    group: 'BLACKLISTS',
    title: 'Срок вердикта по совпадению',
    about: 'За сколько рабочих дней дают вердикт по записи, которая сработала на уже открытой заявке',
    min: 1,
    max: 30,
    delivered: [{ from: fromTheBeginning, value: 1, source: 'Регламент ведения чёрных списков' }],
  }),
  'authority-list-age': parameter('DAYS', {
    group: 'BLACKLISTS',
    title: 'Возраст перечня 115-ФЗ',
    about: 'Сколько дней годен загруженный перечень; о более старом предупреждают страница и ответ проверки',
    min: 1,
    max: 90,
    delivered: [{ from: fromTheBeginning, value: 3, source: '115-ФЗ, ст. 6, п. 2' }],
  }),
  'compliance-term': parameter('WORKING_DAYS', {
    group: 'BLACKLISTS',
    title: 'Срок решения по перечням 115-ФЗ',
    about: 'За сколько рабочих дней ответственный сотрудник решает, что значит совпадение',
    min: 1,
    max: 30,
    delivered: [{ from: fromTheBeginning, value: 1, source: '115-ФЗ, ст. 7, п. 1, пп. 6' }],
  }),
} as const
