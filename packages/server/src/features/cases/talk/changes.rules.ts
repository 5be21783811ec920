import {
  type CaseChangeEntry,
  changePlaces,
  type ChangeSource,
} from '@ipoteka-office/contract/cases/case-changes.ts'
import { sectionNames, SectionCode, sectionOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import { type CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { fieldText } from '@ipoteka-office/contract/common/field-texts.ts'
import type { FieldSpec } from '@ipoteka-office/contract/common/fields.ts'
import { decisionFields } from '@ipoteka-office/contract/underwriting/decision-fields.ts'
import {
  decisionLevels,
  type DecisionOutcome,
  decisionOutcomes,
} from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import { conditionLabels } from '#features/underwriting/conditions/condition-labels.ts'
import { obligationLabels } from '#features/underwriting/form/obligations/obligation-labels.ts'
import { callLabels } from '#features/underwriting/form/employment/call-labels.ts'
import { incomeLabels } from '#features/underwriting/form/income/income-labels.ts'
import { worksheetLabels } from '#features/underwriting/form/worksheet-labels.ts'
import { controlLabels } from '#features/underwriting/control/control-labels.ts'
import { opinionLabels, reviewLabels } from '#features/underwriting/objects/review-labels.ts'
import { documentLabels } from '#features/documents/document-labels.ts'
import { type CardLabels, type Names, told } from '#features/history/card-history.rules.ts'
import { type CaseChange, changesOf, placeOf } from './case-history.rules.ts'

/** A change of anything in a case; what is not in the history of rows (stages, decisions) is told in its form. */
export interface AnyChange extends Omit<CaseChange, 'source'> {
  readonly source: ChangeSource
}

/** A value as the form of the field shows it. */
const asInForm = (field: FieldSpec) =>
  told(field, { text: (value) => fieldText(field, value, (_, code) => code) })

const remarkStates = { OPEN: 'Открыто', ANSWERED: 'Есть ответ', CLOSED: 'Снято' } as const

const remarkLabels: CardLabels = {
  caseRemark: {
    fields: {
      section: { label: 'Раздел', names: sectionNames },
      type_code: { label: 'Замечание', dictionary: 'remarksType' },
      text: { label: 'Текст' },
      state: { label: 'Состояние', names: remarkStates },
      answer: { label: 'Ответ' },
    },
  },
}

const decisionLabels: CardLabels = {
  decision: {
    fields: {
      outcome: { label: 'Что решено', names: decisionOutcomes },
      level: { label: 'Кто решил', names: decisionLevels },
      amount: asInForm(decisionFields.amount),
      termMonths: asInForm(decisionFields.termMonths),
      rate: asInForm(decisionFields.rate),
      validTo: told(decisionFields.validTo),
      reasons: told(decisionFields.reasons),
      clientText: told(decisionFields.clientText),
      comment: told(decisionFields.comment),
    },
  },
}

const stageLabels = (type: CaseType): CardLabels => ({
  stage: {
    fields: {
      stage: {
        label: 'Этап',
        names: Object.fromEntries(
          Object.entries(machines[type].states).map(([code, { name }]) => [code, name]),
        ),
      },
      reason: { label: 'Причина перехода', ...reasonsOf(type) },
      comment: { label: 'Комментарий к переходу' },
    },
  },
})

/** Moves of a type take their reasons from one dictionary. */
function reasonsOf(type: CaseType): { dictionary?: string } {
  const [dictionary] = machines[type].transitions.flatMap(({ reasons }) => reasons ?? [])
  return dictionary === undefined ? {} : { dictionary }
}

/** What is told beside the data of a case: documents, remarks, stages, decisions, checkers. */
export const labelsBeside = (type: CaseType): CardLabels => ({
  ...documentLabels,
  ...remarkLabels,
  ...controlLabels,
  ...conditionLabels,
  ...worksheetLabels,
  ...obligationLabels,
  ...incomeLabels,
  ...callLabels,
  ...reviewLabels,
  ...opinionLabels,
  ...decisionLabels,
  ...stageLabels(type),
  checker: { fields: { checker: { label: 'Проверяет', table: 'employee' } } },
  comment: { fields: { text: { label: 'Текст' } } },
  task: {
    fields: {
      title: { label: 'Задача' },
      assignee: { label: 'Исполнитель', table: 'employee' },
      comment: { label: 'Слова' },
    },
  },
})

/** What happened to a task. */
const taskEvents: Readonly<Record<string, string>> = {
  CREATED: 'Задача поставлена',
  TAKEN: 'Задача взята',
  RETURNED: 'Задача возвращена в группу',
  TRANSFERRED: 'Задача передана',
  POSTPONED: 'Задача отложена',
  CAME_BACK: 'Отложенная задача вернулась',
  PRIORITY: 'Изменён приоритет задачи',
  COMPLETED: 'Задача выполнена',
  STOPPED: 'Задача отозвана',
  FAILED: 'Задача отклонена',
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const added: Readonly<Record<string, string>> = {
  document: 'Документ добавлен',
  document_file: 'Файл добавлен',
}

function moveLabel(type: CaseType, { oldValues }: AnyChange): string | null {
  const [from, code] = [textOf(oldValues?.['stage']), textOf(oldValues?.['action'])]
  return machines[type].transitions.find((one) => one.from === from && one.action === code)?.label ?? null
}

/** What happened, where it is more than a change of fields. */
function happened(type: CaseType, change: AnyChange): string | null {
  const { objectType, action, newValues } = change
  if (objectType === 'stage') return moveLabel(type, change)
  if (objectType === 'decision')
    return decisionOutcomes[textOf(newValues?.['outcome']) as DecisionOutcome] ?? null
  if (objectType === 'task') return taskEvents[textOf(newValues?.['event'])] ?? null
  if (objectType === 'comment') return action === 'DELETE' ? 'Комментарий удалён' : 'Комментарий'
  return action === 'INSERT' ? (added[objectType] ?? null) : null
}

/** The name of a place by its code. */
export const placeName = (type: CaseType, code: string): string =>
  Object.hasOwn(changePlaces, code)
    ? changePlaces[code as keyof typeof changePlaces]
    : placeOf({ objectType: '', section: code === 'CASE' ? null : code, participant: null }, type).sectionName

function placeOfChange(type: CaseType, change: AnyChange): { section: string; sectionName: string } {
  if (change.section === null || !Object.hasOwn(changePlaces, change.section)) return placeOf(change, type)
  const name = placeName(type, change.section)
  return {
    section: change.section,
    sectionName: change.participant === null ? name : `${name}: ${change.participant}`,
  }
}

/** A change in words. */
export const toEntry = (
  type: CaseType,
  labels: CardLabels,
  change: AnyChange,
  names: Names,
): CaseChangeEntry => ({
  id: change.id,
  at: change.at,
  actor: change.actor,
  action: change.action,
  version: change.version,
  requestId: change.requestId,
  source: change.source,
  text: happened(type, change),
  changes: changesOf(labels, change, names),
  ...placeOfChange(type, change),
})

/** A field that changed, and what its place and the field are called; null: not told of. */
export function fieldChoice(
  type: CaseType,
  labels: CardLabels,
  { place, objectType, field }: { place: string; objectType: string; field: string },
): { code: string; name: string } | null {
  const code = `${place}.${field}`
  if (objectType === 'caseSection') {
    const section = SectionCode.safeParse(place)
    const spec: FieldSpec | undefined = section.success ? sectionOf(section.data).fields[field] : undefined
    return spec === undefined ? null : { code, name: `${placeName(type, place)}: ${spec.label}` }
  }
  const object = labels[objectType]
  const label = object?.fields[field]?.label
  if (label === undefined) return null
  const whose = object?.title ?? objectNames[objectType] ?? caseTypes[type].word
  return { code, name: `${whose}: ${label}` }
}

const objectNames: Readonly<Record<string, string>> = {
  comment: 'Комментарий',
  task: 'Задача',
  document: 'Документ',
  caseRemark: 'Замечание',
  individualControl: 'Контроль физлица',
  caseCondition: 'Условие решения',
  underwritingWorksheet: 'Рабочий лист',
  underwritingObligation: 'Обязательство в рабочем листе',
  underwritingIncome: 'Доход по месяцам',
  underwritingCall: 'Звонок',
  objectReview: 'Экспертиза объекта',
  legalOpinion: 'Правовое заключение',
  stage: 'Ход заявки',
  decision: 'Решение',
  checker: 'Проверяющие',
  realtyObject: 'Предмет ипотеки',
}
