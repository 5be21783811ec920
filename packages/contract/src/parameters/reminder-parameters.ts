import { fromTheBeginning, parameter } from './parameter-spec.ts'

const practice = 'Практика банка'

/** Days before an end of the earliest warning that may be set. */
export const earliestWarning = 365

const daysBefore = (value: number, title: string, about: string) =>
  parameter('DAYS', {
    group: 'REMINDERS',
    title,
    about,
    min: 1,
    max: earliestWarning,
    delivered: [{ from: fromTheBeginning, value, source: practice }],
  })

/** How long before its end something is told of. */
export const reminderParameters = {
  'employee-papers-warning': daysBefore(
    30,
    'Доверенность или документ сотрудника скоро истечёт',
    'За сколько дней до конца срока об этом говорят карточка, список и первое уведомление',
  ),
  'employee-papers-last-warning': daysBefore(
    7,
    'Доверенность или документ сотрудника: последнее уведомление',
    'За сколько дней до конца срока уведомляют ещё раз',
  ),
  'accreditation-warning': daysBefore(
    30,
    'Аккредитация партнёра скоро истечёт',
    'За сколько дней до конца аккредитации об этом говорят карточка, список, первое уведомление и первое письмо партнёру',
  ),
  'accreditation-last-warning': daysBefore(
    7,
    'Аккредитация партнёра: последнее уведомление',
    'За сколько дней до конца аккредитации уведомляют и пишут партнёру ещё раз; последнее письмо — накануне',
  ),
  'after-issue-warning': daysBefore(
    5,
    'Условие после выдачи: напомнить',
    'За сколько дней до последнего дня условия после выдачи напоминают тому, кто его выполняет; в просрочке узнаёт и руководитель',
  ),
  'document-warning': daysBefore(
    14,
    'Документ скоро истечёт',
    'За сколько дней до конца срока документа об этом говорят список документов и комплектность',
  ),
} as const

/** What waits for a second person, and how long. */
export const controlParameters = {
  'change-request-validity': parameter('DAYS', {
    group: 'CONTROL',
    title: 'Сколько ждёт запрос на изменение',
    about: 'Запрос, который за это время никто не решил, считается отклонённым. Считается со дня запроса',
    min: 1,
    max: 90,
    delivered: [{ from: fromTheBeginning, value: 14, source: practice }],
  }),
  'account-access-validity': parameter('HOURS', {
    group: 'CONTROL',
    title: 'Сколько действует доступ к чужой учётной записи',
    about: 'За это время автор запроса пользуется разрешением; потом просят снова. Считается с разрешения',
    min: 1,
    max: 168,
    delivered: [{ from: fromTheBeginning, value: 24, source: practice }],
  }),
} as const
