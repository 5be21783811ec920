import { choice, day, flag, type FieldSpecs, line, list, longText } from '#common/fields.ts'

const seen = { YES: 'Да', NO: 'Нет', UNKNOWN: 'Не удалось проверить' } as const
const compared = { MATCH: 'Совпало', DIFFERS: 'Расходится', NOT_ASKED: 'Не спрашивали' } as const

/** Whom a call of a control goes to. */
const called = { MOBILE: 'Клиент, мобильный', EMPLOYER: 'Работодатель', CONTACT: 'Контактное лицо' } as const
const callResults = {
  REACHED: 'Ответили',
  NOT_REACHED: 'Не дозвонились',
  WRONG_PERSON: 'Номер другого человека',
  REFUSED: 'Отказались говорить',
} as const

/** What a control ends with. */
export const controlResults = {
  POSITIVE: 'Положительное',
  NEGATIVE: 'Отрицательное',
  CHECK: 'Требует проверки',
} as const
export type ControlResult = keyof typeof controlResults

/** A question of the script, where the questionnaire answers it, and whether it is of the person or of the loan. */
interface ScriptQuestion {
  readonly ask: string
  readonly section: 'PERSONAL' | 'EMPLOYMENT' | 'CREDIT' | 'LOAN'
  readonly field: string
}

/** The script of the call: what is asked; the answer is compared with what the questionnaire says. */
export const script = {
  birthDate: { ask: 'Назовите дату рождения', section: 'PERSONAL', field: 'birthDate' },
  address: {
    ask: 'По какому адресу вы зарегистрированы?',
    section: 'PERSONAL',
    field: 'registrationAddress',
  },
  marital: { ask: 'Ваше семейное положение?', section: 'PERSONAL', field: 'maritalStatus' },
  employer: { ask: 'Где вы работаете?', section: 'EMPLOYMENT', field: 'employerName' },
  position: { ask: 'Кем вы работаете?', section: 'EMPLOYMENT', field: 'position' },
  since: { ask: 'С какого времени вы там работаете?', section: 'EMPLOYMENT', field: 'employedSince' },
  amount: { ask: 'Какую сумму вы просите?', section: 'CREDIT', field: 'amount' },
  term: { ask: 'На какой срок?', section: 'CREDIT', field: 'termMonths' },
} as const satisfies Readonly<Record<string, ScriptQuestion>>
export type ScriptKey = keyof typeof script

/** Names of the two fields of a question: what was answered and how it agrees. */
export const answerOf = (key: ScriptKey): string => `${key}Answer`
export const matchOf = (key: ScriptKey): string => `${key}Match`

const scriptFields: FieldSpecs = Object.fromEntries(
  Object.entries(script).flatMap(([key, { ask }]) => [
    [answerOf(key as ScriptKey), line('Ответ клиента', { historyLabel: `${ask} Ответ` }, 300)],
    [matchOf(key as ScriptKey), choice('Сверка с анкетой', compared, { historyLabel: `${ask} Сверка` })],
  ]),
)

/** The fields of the form by its blocks. */
const papers = {
  photoMatches: choice('Фото в паспорте — этот человек', seen),
  securityMarks: choice('Защитные признаки на месте', seen),
  papersValid: choice('Документы действуют', seen),
  signatureMatches: choice('Подпись совпадает с паспортной', seen),
}
const calls = {
  calls: list('Звонки', 'Звонок', {
    who: choice('Кому звонили', called),
    madeOn: day('День звонка'),
    madeAt: line('Во сколько', {}, 5),
    result: choice('Результат', callResults),
    said: line('Что сказали', {}, 500),
  }),
}
const work = {
  employerExists: choice('Работодатель существует', seen),
  worksThere: choice('Человек там работает', seen),
  positionConfirmed: choice('Должность подтверждена', seen),
  incomeConfirmed: choice('Доход подтверждён', seen),
  confirmedBy: line('Кто подтвердил занятость', {}, 200),
}
const home = {
  residenceConfirmed: choice('Проживание подтверждено', seen),
  residenceNotes: line('О проживании', {}, 500),
  historyNotes: longText('О кредитной истории'),
}
const visual = {
  appearance: line('Внешний вид', {}, 300),
  behaviour: line('Поведение', {}, 300),
  underInfluence: flag('Признаки опьянения'),
  accompanied: flag('Пришёл с сопровождающим'),
}
const signs = {
  signDictates: flag('За клиента отвечает другой человек'),
  signIgnorant: flag('Не знает условий кредита'),
  signForgery: flag('Признаки подделки документов'),
  signSharedPhone: flag('Телефон встречается у других клиентов'),
  signEmptyEmployer: flag('Работодатель не ведёт деятельности'),
  signPaidHelp: flag('Заявку оформляют за вознаграждение'),
}
const end = {
  result: choice('Заключение', controlResults),
  conclusion: longText('Обоснование заключения', {}, 4_000),
}

/** Everything that a form of control asks. */
export const controlFields: FieldSpecs = {
  ...papers,
  ...scriptFields,
  ...calls,
  ...work,
  ...home,
  ...visual,
  ...signs,
  ...end,
}

/** The blocks of the form, in its order; the script stands between the papers and the calls. */
export const controlBlocks = {
  papers: { title: 'Документы и внешнее сходство', fields: Object.keys(papers) },
  script: { title: 'Сценарий звонка', fields: Object.keys(scriptFields) },
  calls: { title: 'Журнал звонков', fields: Object.keys(calls) },
  work: { title: 'Занятость', fields: Object.keys(work) },
  home: { title: 'Проживание и кредитная история', fields: Object.keys(home) },
  visual: { title: 'Визуальная оценка', fields: Object.keys(visual) },
  signs: { title: 'Признаки мошенничества', fields: Object.keys(signs) },
  end: { title: 'Заключение', fields: Object.keys(end) },
} as const

/** Without these nobody signs. */
export const signedFields = ['photoMatches', 'papersValid', 'employerExists', 'result', 'conclusion'] as const
