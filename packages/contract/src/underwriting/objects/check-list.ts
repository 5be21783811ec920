import {
  always,
  choice,
  type FieldSpec,
  type FieldSpecs,
  isGiven,
  line,
  list,
  longText,
  type SectionValues,
  whenIs,
} from '#common/fields.ts'

/** Kinds of questions (specification 2 «Question type»). */
export const questionKinds = {
  CHOICE: 'Выбор',
  CHOICE_COMMENT: 'Выбор с комментарием',
  COMMENT: 'Комментарий',
} as const
export type QuestionKind = keyof typeof questionKinds

/** Goals of a loan, each with a check list of its own (specification 2 «Loan goal»). */
export const checkListGoals = {
  PRIMARY_MARKET: 'Строящееся жильё (ДДУ)',
  PRIMARY_MARKET_FINISHED: 'Готовое жильё у застройщика',
  SECONDARY_MARKET: 'Вторичный рынок',
  REFINANCING: 'Рефинансирование ипотеки',
  COLLATERAL_AVAILABLE: 'Залог имеющейся недвижимости',
} as const
export type CheckListGoal = keyof typeof checkListGoals

const chosen = whenIs('kind', 'CHOICE', 'CHOICE_COMMENT')
const severalAnswers = 'Через точку с запятой: «Да; Не применимо»'

/** One question of a list as those who keep the lists write it. */
export const questionFields = {
  ask: line('Вопрос', { needed: always }, 300),
  kind: choice('Тип ответа', questionKinds, { needed: always }),
  fine: line('Ответы без замечаний', { when: chosen, hint: severalAnswers }, 300),
  remark: line('Ответы с замечанием', { when: chosen, hint: 'Объект принимают с условием' }, 300),
  stop: line('Ответы, которые останавливают', { when: chosen, hint: 'Объект не принимают' }, 300),
  hint: line('Подсказка', {}, 300),
} as const

/** What a version of a check list says. */
export const checkListFields: FieldSpecs = {
  questions: list('Вопросы', 'Вопрос', questionFields, { max: 60 }),
}

/** What an answer means for the object. */
export const answerEffects = {
  FINE: 'Без замечаний',
  REMARK: 'Замечание',
  STOP: 'Останавливает',
} as const
export type AnswerEffect = keyof typeof answerEffects

/** A question as it is asked. */
export interface CheckQuestion {
  readonly key: string
  readonly ask: string
  readonly kind: QuestionKind
  readonly hint: string
  readonly answers: { text: string; effect: AnswerEffect }[]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const split = (value: unknown): string[] => [
  ...new Set(
    textOf(value)
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]
const rowsOf = (content: SectionValues): (SectionValues & { readonly key: string })[] =>
  Array.isArray(content['questions'])
    ? (content['questions'] as (SectionValues & { readonly key: string })[])
    : []

/** The questions of a version, in its order. */
export const questionsOf = (content: SectionValues): CheckQuestion[] =>
  rowsOf(content).map(({ key, ...row }) => {
    const kind = (textOf(row['kind']) || 'COMMENT') as QuestionKind
    const answers = (effect: AnswerEffect, value: unknown) => split(value).map((text) => ({ text, effect }))
    return {
      key,
      ask: textOf(row['ask']),
      kind,
      hint: textOf(row['hint']),
      answers:
        kind === 'COMMENT'
          ? []
          : [
              ...answers('FINE', row['fine']),
              ...answers('REMARK', row['remark']),
              ...answers('STOP', row['stop']),
            ],
    }
  })

/** What keeps a version from being published, in words; nothing: it may be. */
export function checkListIssues(content: SectionValues): string[] {
  const questions = questionsOf(content)
  const numbered = questions.map((question, at) => ({ ...question, number: at + 1 }))
  return [
    ...(questions.length === 0 ? ['Добавьте хотя бы один вопрос'] : []),
    ...numbered
      .filter(({ ask }) => ask === '')
      .map(({ number }) => `Вопрос ${number}: напишите, что спросить`),
    ...numbered
      .filter(({ kind, answers }) => kind !== 'COMMENT' && answers.length < 2)
      .map(({ number }) => `Вопрос ${number}: нужны хотя бы два ответа на выбор`),
    ...numbered
      .filter(({ answers }) => new Set(answers.map(({ text }) => text)).size !== answers.length)
      .map(({ number }) => `Вопрос ${number}: ответ повторяется`),
    ...numbered
      .filter(({ kind, answers }) => kind === 'CHOICE' && answers.some(({ effect }) => effect !== 'FINE'))
      .map(({ number }) => `Вопрос ${number}: замечание требует слов, выберите тип «Выбор с комментарием»`),
  ]
}

/** Names of the two fields of a question. */
export const answerOf = (key: string): string => `${key}-answer`
export const wordsOf = (key: string): string => `${key}-words`

/** Answers that ask for words: those with a remark and those that stop. */
const wordsNeeded = ({ answers }: CheckQuestion): readonly string[] =>
  answers.filter(({ effect }) => effect !== 'FINE').map(({ text }) => text)

function fieldsOf(question: CheckQuestion): [string, FieldSpec][] {
  const { key, ask, kind, hint, answers } = question
  const told = { historyLabel: ask, ...(hint === '' ? {} : { hint }) }
  const answer = choice('Ответ', Object.fromEntries(answers.map(({ text }) => [text, text])), {
    ...told,
    needed: always,
  })
  if (kind === 'CHOICE') return [[answerOf(key), answer]]
  if (kind === 'COMMENT') return [[wordsOf(key), longText('Ответ', { ...told, needed: always }, 2_000)]]
  const needed = whenIs(answerOf(key), ...wordsNeeded(question))
  return [
    [answerOf(key), answer],
    [wordsOf(key), longText('Пояснение', { historyLabel: `${ask} Пояснение`, needed }, 2_000)],
  ]
}

/** The form of a list: its questions as fields. */
export const answerFields = (questions: readonly CheckQuestion[]): FieldSpecs =>
  Object.fromEntries(questions.flatMap(fieldsOf))

/** A question with what is answered to it. */
export interface AnsweredQuestion extends CheckQuestion {
  readonly answer: string
  readonly words: string
  /** Null: not answered whole yet. */
  readonly effect: AnswerEffect | null
}

function effectOf(question: CheckQuestion, answer: string, words: string): AnswerEffect | null {
  if (question.kind === 'COMMENT') return words === '' ? null : 'FINE'
  const known = question.answers.find(({ text }) => text === answer)
  if (known === undefined) return null
  const lacksWords = question.kind === 'CHOICE_COMMENT' && known.effect !== 'FINE' && words === ''
  return lacksWords ? null : known.effect
}

/** The list with its answers; an answer that the list does not offer is none. */
export const answered = (questions: readonly CheckQuestion[], answers: SectionValues): AnsweredQuestion[] =>
  questions.map((question) => {
    const given = (name: string) => (isGiven(answers[name]) ? textOf(answers[name]).trim() : '')
    const [answer, words] = [given(answerOf(question.key)), given(wordsOf(question.key))]
    return { ...question, answer, words, effect: effectOf(question, answer, words) }
  })
