import {
  choice,
  choices,
  day,
  type FieldSpec,
  flag,
  line,
  longText,
  references,
  whole,
} from '../common/fields.ts'
import { assignmentStrategies } from './assignment-content.ts'

/** Days of the week from Monday. */
export const weekdays = {
  1: 'понедельник',
  2: 'вторник',
  3: 'среда',
  4: 'четверг',
  5: 'пятница',
  6: 'суббота',
  7: 'воскресенье',
} as const

/** What is entered of a rule of assignment: the form and the comparison take their words from here. */
export const assignmentRuleFields = {
  name: line('Название'),
  condition: longText('Какие дела'),
  hasSchedule: flag('Только в указанные часы', {
    hint: 'По времени банка; с 20:00 до 09:00 — ночь, начатая в отмеченный день',
  }),
  days: choices('Дни', weekdays),
  from: line('С'),
  to: line('До'),
  strategy: choice('Как выбирать', assignmentStrategies),
  targets: references('Кому отдавать', 'employee'),
  limit: whole('Не больше открытых дел у каждого', 1, 10_000, { hint: 'Пусто — без предела' }),
  validFrom: day('Действует с'),
  validTo: day('Действует по'),
  enabled: flag('Правило включено'),
  comment: longText('Пояснение', {}, 1_000),
} satisfies Readonly<Record<string, FieldSpec>>

/** What is entered of the place where a case without takers waits. */
export const errorTargetFields = {
  workgroupId: references('В чью очередь поставить дело', 'workgroup', {
    hint: 'Пусто — остаётся без ответственного',
  }),
  alertHead: flag('Сообщить начальнику этой группы'),
  alertIds: references('Кому сообщить сразу', 'employee'),
  escalateMinutes: whole('Если не взяли, через сколько минут', 1, 10_080),
  escalateToId: references('Кому сообщить тогда', 'employee'),
} satisfies Readonly<Record<string, FieldSpec>>

/** What the history of a version calls its parts. */
export const ruleSetFields = {
  content: longText('Список правил'),
  comment: line('Что меняется в правилах'),
} satisfies Readonly<Record<string, FieldSpec>>
