import { fromTheBeginning, parameter } from './parameter-spec.ts'

const policy = 'Положение о кредитном комитете'

/** How the credit committee decides. */
export const committeeParameters = {
  'committee-quorum': parameter('INTEGER', {
    group: 'DECISION',
    title: 'Кворум кредитного комитета',
    about: 'Сколько членов должны проголосовать, чтобы комитет мог решить',
    unit: 'чел.',
    min: 2,
    max: 30,
    delivered: [{ from: fromTheBeginning, value: 3, source: policy }],
  }),
  'committee-majority': parameter('PERCENT', {
    group: 'DECISION',
    title: 'Большинство кредитного комитета',
    about: 'Больше какой доли проголосовавших нужно для решения',
    delivered: [{ from: fromTheBeginning, value: '50', source: policy }],
  }),
  'committee-chairman': parameter('TEXT', {
    group: 'DECISION',
    title: 'Председатель кредитного комитета',
    about: 'Логин сотрудника, голос которого решает при равенстве. Пока не указан, равные голоса не решают',
    absent: 'не указан',
    delivered: [{ from: fromTheBeginning, value: '', source: 'Поставка: банк указывает сам' }],
  }),
  'checker-may-underwrite': parameter('FLAG', {
    group: 'DECISION',
    title: 'Проверивший комплект может решать по заявке',
    about: 'Нет — кто проверял комплект документов заявки, решения андеррайтера по ней не подписывает',
    delivered: [{ from: fromTheBeginning, value: true, source: policy }],
  }),
} as const
