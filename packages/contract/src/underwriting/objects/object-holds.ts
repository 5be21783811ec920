import type { SectionValues } from '#common/fields.ts'
import { dayText } from '#common/day-text.ts'
import { counted } from '#common/counted.ts'
import { compareDecimals, percentText } from '#common/number-formats.ts'
import type { FiguresOf } from '#parameters/figures.ts'
import type { RealtyObjectInput } from '#realty-objects/realty-objects.ts'
import { appraisalAge, currentAppraisal } from '#realty-objects/realty-rules.ts'
import { answered, type CheckQuestion } from './check-list.ts'
import {
  compareOwners,
  compareWithExtract,
  countsDiffer,
  extractOwnerIssues,
  mismatchOf,
} from './extract-rules.ts'
import { encumbranceFindings } from './encumbrances.ts'
import type { ReviewPart } from './review-fields.ts'
import type { Requirement } from './sale-rules.ts'

/** What keeps an object from being accepted. */
export interface ObjectHold {
  readonly part: ReviewPart
  readonly text: string
  /** Not accepted even on a condition. */
  readonly isHard: boolean
}

/** How a lawyer's opinion ends. */
export const opinionConclusions = {
  POSITIVE: 'Положительное',
  CONDITIONS: 'Положительное с условиями',
  NEGATIVE: 'Отрицательное',
} as const
export type OpinionConclusion = keyof typeof opinionConclusions

/** Everything that an object is accepted by. */
export interface ObjectFacts {
  readonly object: Pick<
    RealtyObjectInput,
    | 'type'
    | 'number'
    | 'address'
    | 'area'
    | 'price'
    | 'rightKind'
    | 'ownership'
    | 'owners'
    | 'extractDate'
    | 'encumbrances'
    | 'appraisals'
    | 'building'
  >
  readonly parts: Readonly<Record<ReviewPart, SectionValues>>
  /** Of the list by the goal of the loan; null: the goal has none. */
  readonly questions: readonly CheckQuestion[] | null
  readonly requirements: readonly Requirement[]
  /** The lawyer's opinions, the latest first; not signed: `conclusion` null. */
  readonly opinions: readonly { readonly conclusion: OpinionConclusion | null }[]
  /** Whether who made the latest report was accredited on its day; null: no report. */
  readonly isAppraiserAccredited: boolean | null
  /** К/З with the object as the bank values it, what was signed, and how far it may rise without another signature; null: nothing is signed. */
  readonly loanToValue: {
    readonly now: string
    readonly decided: string | null
    readonly allowed: string
  } | null
  readonly figures: FiguresOf<'appraisal-validity' | 'appraisal-warning' | 'realty-extract-age'>
  readonly today: string
}

const hold =
  (part: ReviewPart, { isHard }: { readonly isHard: boolean }) =>
  (text: string): ObjectHold => ({ part, text, isHard })
const dayMs = 86_400_000
const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

/** A right to what is being built is not registered yet: nobody extracts or appraises it. */
const isBeingBuilt = ({ object }: ObjectFacts) => object.type === 'DDU_RIGHT'

function objectHolds({ parts: { OBJECT }, today }: ObjectFacts): ObjectHold[] {
  const hard = hold('OBJECT', { isHard: true })
  const { layout, layoutUntil, emergency } = OBJECT
  return [
    ...(layout === undefined ? ['Не отмечено, законна ли планировка'] : []),
    ...(emergency === undefined ? ['Не отмечено, аварийный ли дом'] : []),
    ...(layout === 'FORBIDDEN' ? ['Планировка недопустима'] : []),
    ...(layout === 'TO_AGREE' && typeof layoutUntil === 'string' && layoutUntil < today
      ? [`Срок узаконить перепланировку прошёл ${dayText(layoutUntil)}`]
      : []),
    ...(emergency === 'EMERGENCY' ? ['Дом аварийный'] : []),
  ]
    .map(hard)
    .concat(
      layout === 'TO_AGREE'
        ? [hold('OBJECT', { isHard: false })('Перепланировка не узаконена: примите с условием')]
        : [],
    )
}

function mismatchHolds({ object, parts: { RIGHTS } }: ObjectFacts): string[] {
  const compared = compareOwners(object.owners, RIGHTS)
  if (!countsDiffer(compared) || compared === null) return []
  const choice = mismatchOf(RIGHTS)
  if (choice === 'SAME') return []
  const counts = `по выписке ${compared.extract}, в заявке ${compared.entered}`
  if (choice === null) return [`Число правообладателей расходится (${counts}): отметьте, что это значит`]
  return [
    choice === 'EXTRACT'
      ? `Правообладатели в заявке не те (${counts}): верните партнёру с замечанием`
      : `Нужна новая выписка (${counts})`,
  ]
}

const encumbranceHolds = ({ object, parts: { RIGHTS }, today }: ObjectFacts): ObjectHold[] =>
  encumbranceFindings(RIGHTS, object.encumbrances, today).map(({ text, isHard }) =>
    hold('RIGHTS', { isHard })(text),
  )

function rightsHolds(facts: ObjectFacts): ObjectHold[] {
  if (isBeingBuilt(facts)) return []
  const { object, parts, figures, today } = facts
  const { RIGHTS } = parts
  const date = typeof RIGHTS['extractDate'] === 'string' ? RIGHTS['extractDate'] : null
  if (date === null) return [hold('RIGHTS', { isHard: true })('Выписка из ЕГРН не внесена')]
  const age = figures['realty-extract-age']
  const differs = compareWithExtract(object, RIGHTS).filter(
    ({ field, agrees }) => agrees === false && (field === 'number' || field === 'area'),
  )
  return [
    ...(daysBetween(date, today) > age ? [`Выписка от ${dayText(date)} старше ${age} дн.: нужна новая`] : []),
    ...extractOwnerIssues(RIGHTS),
    ...mismatchHolds(facts),
    ...differs.map(({ label }) => `${label}: в заявке не то, что в выписке`),
  ]
    .map(hold('RIGHTS', { isHard: true }))
    .concat(encumbranceHolds(facts))
}

function appraisalHolds(facts: ObjectFacts): ObjectHold[] {
  if (isBeingBuilt(facts)) return []
  const { object, parts, figures, today, isAppraiserAccredited } = facts
  const hard = hold('APPRAISAL', { isHard: true })
  const report = currentAppraisal(object.appraisals)
  if (report === null) return [hard('Отчёта об оценке нет')]
  const { state, validUntil } = appraisalAge(report.reportDate, today, figures)
  return [
    ...(state === 'EXPIRED' ? [`Отчёт об оценке истёк ${dayText(validUntil)}`] : []),
    ...(state === 'AHEAD' ? ['Дата отчёта об оценке ещё не наступила'] : []),
    ...(isAppraiserAccredited === false ? [`${report.appraiser}: не аккредитован на день отчёта`] : []),
    ...(parts.APPRAISAL['report'] === undefined ? ['Отчёт об оценке не проверен'] : []),
    ...(parts.APPRAISAL['report'] === 'REDO' ? ['Нужна повторная оценка'] : []),
  ].map(hard)
}

/** A dearer deal than the one that was signed is another decision, and its authority is asked anew. */
function worthHolds({ loanToValue }: ObjectFacts): ObjectHold[] {
  if (loanToValue === null) return []
  const { now, decided, allowed } = loanToValue
  if (compareDecimals(now, allowed) <= 0 || (decided !== null && compareDecimals(now, decided) <= 0))
    return []
  const before = decided === null ? '' : ` (решали при ${percentText(decided)} %)`
  return [
    hold('APPRAISAL', { isHard: true })(
      `К/З с этим объектом ${percentText(now)} %${before}, без нового решения — до ${percentText(allowed)} %: пересмотрите условия или верните за другим объектом`,
    ),
  ]
}

const sellerHolds = ({ requirements, parts: { SELLER } }: ObjectFacts): ObjectHold[] => [
  ...(SELLER['relation'] === undefined
    ? [hold('SELLER', { isHard: true })('Не отмечено, связан ли продавец с заёмщиком')]
    : []),
  ...requirements
    .filter(({ proof }) => proof === null)
    .map(({ name, why, code }) =>
      hold('SELLER', { isHard: code === 'DEVELOPER' })(`${name}: не подтверждено (${why})`),
    ),
]

function legalHolds({ questions, parts: { LEGAL }, opinions }: ObjectFacts): ObjectHold[] {
  const hard = hold('LEGAL', { isHard: true })
  if (questions === null) return [hard('Для этой цели кредита нет опубликованного списка вопросов')]
  const list = answered(questions, LEGAL)
  const open = list.filter(({ effect }) => effect === null)
  const [latest] = opinions
  return [
    ...(open.length > 0
      ? [`Ответьте на вопросы проверки: осталось ${counted(open.length, ['вопрос', 'вопроса', 'вопросов'])}`]
      : []),
    ...list.filter(({ effect }) => effect === 'STOP').map(({ ask, answer }) => `${ask} ${answer}`),
    ...(latest?.conclusion === null ? ['Юрист ещё не дал заключения'] : []),
    ...(latest?.conclusion === 'NEGATIVE' ? ['Заключение юриста отрицательное'] : []),
  ]
    .map(hard)
    .concat(
      list
        .filter(({ effect }) => effect === 'REMARK')
        .map(({ ask, answer, words }) => hold('LEGAL', { isHard: false })(`${ask} ${answer}: ${words}`)),
      latest?.conclusion === 'CONDITIONS'
        ? [hold('LEGAL', { isHard: false })('Заключение юриста — с условиями: примите с условием')]
        : [],
    )
}

/** Everything that keeps an object from being accepted; nothing: it may be accepted without conditions. */
export const objectHoldsOf = (facts: ObjectFacts): ObjectHold[] => [
  ...objectHolds(facts),
  ...rightsHolds(facts),
  ...appraisalHolds(facts),
  ...worthHolds(facts),
  ...sellerHolds(facts),
  ...legalHolds(facts),
]
