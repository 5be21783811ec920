import {
  choice,
  choices,
  day,
  flag,
  type FieldSpec,
  line,
  longText,
  references,
  whole,
} from '../common/fields.ts'
import {
  caseGroups,
  documentFormats,
  documentStages,
  leadUsages,
  qualityChecks,
  ruleEffects,
  ruleSubjects,
} from './document-rule-content.ts'

const stages = Object.fromEntries(
  Object.entries(documentStages).map(([code, { name }]) => [code, name]),
) as Record<keyof typeof documentStages, string>

/** What is entered of a rule: the form, the comparison of versions and the history take their words from here. */
export const ruleFields = {
  name: line('Название'),
  basis: line('Основание', {}, 500),
  comment: longText('Пояснение', { historyLabel: 'Комментарий' }, 1_000),
  documents: references('Документы', 'docType'),
  effect: choice('Решение', ruleEffects),
  usage: choice('Решение', leadUsages, { historyLabel: 'Использование' }),
  days: whole('Срок действия, дней', 1, 36_500),
  endless: flag('Без ограничения срока'),
  signers: longText('Подписанты'),
  message: longText('Что сказать, пока документа нет', { historyLabel: 'Сообщение' }),
  subject: choice('На кого', ruleSubjects),
  roles: references('Роли участников', 'borrowerType'),
  group: choice('Группа', caseGroups),
  programmes: references('Программы', 'product/type'),
  condition: longText('Условие'),
  stage: choice('Нужен к этапу', stages, { historyLabel: 'К этапу' }),
  quantity: whole('Количество', 1, 1_000),
  formats: choices('Форматы файлов', documentFormats, { historyLabel: 'Форматы' }),
  maxMb: whole('Размер файла, МБ', 1, 1_000, { historyLabel: 'Наибольший размер, МБ' }),
  checks: choices('На что смотрит проверяющий', qualityChecks, { historyLabel: 'Что проверяют' }),
  priority: whole('Приоритет', 0, 1_000, { hint: 'Решает тот, у кого больше' }),
  validFrom: day('Действует с', { hint: 'Пусто — со дня публикации' }),
  validTo: day('Действует по', { hint: 'Пусто — бессрочно' }),
} satisfies Readonly<Record<string, FieldSpec>>
