import { fromTheBeginning, parameter, type ParameterGroup } from './parameter-spec.ts'

interface Wording {
  readonly title: string
  readonly about: string
  readonly source?: string
}

const practice = 'Практика банка'
const order = 'Регламент рассмотрения заявок'

type CountedKind = 'HOURS' | 'DAYS' | 'MONTHS'

const counted = <const K extends CountedKind>(
  kind: K,
  group: ParameterGroup,
  { value, max }: { value: number; max: number },
  { title, about, source = practice }: Wording,
) =>
  parameter<K>(kind, {
    group,
    title,
    about,
    min: 1,
    max,
    // The compiler does not see that each of these kinds is a number.
    delivered: [{ from: fromTheBeginning, value: value, source }],
  })

const decisionHours = (value: number, level: string) =>
  counted(
    'HOURS',
    'QUEUE',
    { value, max: 720 },
    {
      title: `Срок решения в очереди: ${level}`,
      about: 'Через сколько часов после поступления нужно решение, если срок не назван самой заявкой',
      source: order,
    },
  )

/** Figures of the approvers' queue. */
export const queueParameters = {
  'queue-decision-level-1': decisionHours(2, 'уровень 1'),
  'queue-decision-level-2': decisionHours(8, 'уровень 2'),
  'queue-decision-level-3': decisionHours(16, 'уровень 3'),
  'queue-decision-level-4': decisionHours(24, 'уровень 4'),
  'queue-decision-level-5': decisionHours(48, 'уровень 5'),
  'queue-decision-other': decisionHours(24, 'прочие уровни'),
  'queue-sticky': counted(
    'DAYS',
    'QUEUE',
    { value: 14, max: 365 },
    {
      title: 'Повторная заявка — тому же согласующему',
      about: 'Сколько дней заявка возвращается к согласующему, который её уже рассматривал',
      source: order,
    },
  ),
} as const

/** Figures of looking for the same client and of what a case is secured by. */
export const subjectParameters = {
  'duplicate-phone': counted(
    'DAYS',
    'CHECKS',
    { value: 90, max: 3_650 },
    {
      title: 'Дубль по телефону',
      about: 'За сколько дней тот же телефон считается признаком того же клиента; старше — совпадение',
    },
  ),
  'access-log-months': parameter('MONTHS', {
    group: 'CHECKS',
    title: 'Журнал доступа в базе',
    about:
      'Сколько месяцев записи журнала доступа читаются на странице; старшие лежат в архиве по месяцам, под печатью',
    min: 12,
    max: 120,
    delivered: [{ from: fromTheBeginning, value: 36, source: practice }],
  }),
  'appraisal-validity': counted(
    'MONTHS',
    'CHECKS',
    { value: 6, max: 36 },
    { title: 'Срок отчёта об оценке', about: 'Сколько месяцев годен отчёт. Считается с даты отчёта' },
  ),
  'appraisal-warning': counted(
    'DAYS',
    'CHECKS',
    { value: 30, max: 365 },
    {
      title: 'Отчёт об оценке скоро истечёт',
      about: 'За сколько дней до конца срока отчёта об этом говорят',
    },
  ),
} as const
