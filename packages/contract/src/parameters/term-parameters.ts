import { fromTheBeginning, parameter } from './parameter-spec.ts'

type TermKind = 'WORKING_MINUTES' | 'WORKING_DAYS' | 'DAYS'

const order = 'Регламент рассмотрения заявок'
/** Longer terms are mistakes of typing. */
const longest: Record<TermKind, number> = { WORKING_MINUTES: 4_800, WORKING_DAYS: 250, DAYS: 730 }

const term = <const K extends TermKind>(kind: K, value: number, title: string, about: string) =>
  parameter<K>(kind, {
    group: 'TERMS',
    title,
    about,
    min: 1,
    max: longest[kind],
    // The compiler does not see that a term is a number for each of its kinds.
    delivered: [{ from: fromTheBeginning, value: value, source: order }],
  })

const clock = 'Срок этапа: по нему считаются часы дела и срок задачи тех, кто вошёл в этап с этого дня'
const itself = 'Через сколько переход случается сам; действует для вошедших в этап с этого дня'

/** Terms of stages and of what happens by itself, as the machines of cases name them. */
export const termParameters = {
  'lead-first-contact': term('WORKING_MINUTES', 60, 'Лид: первичный контакт', clock),
  'lead-repeat-contact': term('WORKING_DAYS', 1, 'Лид: повторный контакт', clock),
  'lead-meeting': term('WORKING_DAYS', 5, 'Лид: встреча запланирована', clock),
  'lead-documents': term('WORKING_DAYS', 10, 'Лид: ожидание документов', clock),
  'short-application-taking': term('WORKING_MINUTES', 30, 'Краткая заявка: взять в работу', clock),
  'short-application-work': term('WORKING_DAYS', 2, 'Краткая заявка: в работе', clock),
  'short-application-client': term(
    'WORKING_DAYS',
    5,
    'Краткая заявка: ожидание клиента',
    'Сколько ждут клиента; потом заявка закрывается как отказ клиента',
  ),
  'short-application-scoring': term('WORKING_MINUTES', 10, 'Краткая заявка: предварительный скоринг', clock),
  'short-application-scoring-limit': term(
    'WORKING_MINUTES',
    60,
    'Краткая заявка: сколько ждут предрешения',
    itself,
  ),
  'short-application-approved': term('WORKING_DAYS', 5, 'Краткая заявка: предварительно одобрена', clock),
  'short-application-archive': term('DAYS', 30, 'Краткая заявка: в архив после завершения', itself),
  'full-application-filling': term('WORKING_DAYS', 10, 'Полная заявка: заполнение анкеты', clock),
  'documents-check': term('WORKING_MINUTES', 120, 'Проверка комплекта', clock),
  rework: term('WORKING_DAYS', 5, 'Доработка', clock),
  'auto-checks': term('WORKING_MINUTES', 60, 'Автопроверки и СПР', clock),
  'auto-checks-limit': term('WORKING_MINUTES', 240, 'Сколько ждут автопроверок', itself),
  'full-application-underwriting': term('WORKING_DAYS', 1, 'Полная заявка: андеррайтинг', clock),
  'full-application-verification': term('WORKING_DAYS', 1, 'Полная заявка: контроль физлица', clock),
  'full-application-fraud-check': term('WORKING_DAYS', 1, 'Полная заявка: проверка на мошенничество', clock),
  'full-application-decision-control': term('WORKING_DAYS', 1, 'Полная заявка: контроль решения', clock),
  'full-application-committee': term('WORKING_DAYS', 3, 'Полная заявка: кредитный комитет', clock),
  'full-application-decision': term(
    'DAYS',
    90,
    'Ипотека: сколько действует решение',
    'Срок одобренной заявки; потом она закрывается: срок решения истёк',
  ),
  'underwriting-documents': term(
    'WORKING_DAYS',
    5,
    'Андеррайтинг: ожидание документов',
    'Сколько ждут запрошенных документов; потом заявка возвращается андеррайтеру с отметкой «ответа не было»',
  ),
  'counter-offer': term(
    'WORKING_DAYS',
    5,
    'Встречное предложение: сколько ждут клиента',
    'Срок ответа на предложение банка; потом заявка закрывается как отказ клиента',
  ),
  'full-application-realty-check': term('WORKING_DAYS', 2, 'Полная заявка: экспертиза объекта', clock),
  'full-application-realty-approved': term('WORKING_DAYS', 5, 'Полная заявка: объект одобрен', clock),
  'loan-application-filling': term('WORKING_DAYS', 5, 'Потребительский кредит: заполнение анкеты', clock),
  'loan-application-underwriting': term(
    'WORKING_MINUTES',
    240,
    'Потребительский кредит: андеррайтинг',
    clock,
  ),
  'loan-application-verification': term(
    'WORKING_MINUTES',
    240,
    'Потребительский кредит: контроль физлица',
    clock,
  ),
  'loan-application-fraud-check': term(
    'WORKING_DAYS',
    1,
    'Потребительский кредит: проверка на мошенничество',
    clock,
  ),
  'loan-application-decision-control': term(
    'WORKING_MINUTES',
    240,
    'Потребительский кредит: контроль решения',
    clock,
  ),
  'loan-application-committee': term('WORKING_DAYS', 2, 'Потребительский кредит: кредитный комитет', clock),
  'loan-application-decision': term(
    'DAYS',
    30,
    'Потребительский кредит: сколько действует решение',
    'Срок одобренной заявки; потом она закрывается: срок решения истёк',
  ),
  'loan-application-issue': term('WORKING_DAYS', 1, 'Потребительский кредит: готова к выдаче', clock),
  assignment: term(
    'WORKING_DAYS',
    1,
    'Поручение по делу',
    'Срок поручения, если тот, кто его дал, не назвал другого; действует для данных с этого дня',
  ),
  'refused-case-closing': term('DAYS', 30, 'Закрыть отказанную заявку', itself),
} as const
