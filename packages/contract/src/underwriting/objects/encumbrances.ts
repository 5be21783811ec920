import { lowered } from '../../words.ts'
import { dayText } from '#common/day-text.ts'
import { isGiven, type SectionValues } from '#common/fields.ts'
import { encumbranceKinds, type RealtyEncumbrance } from '#realty-objects/realty-objects.ts'
import { type ConditionOwner, conditionOwners } from '#underwriting/conditions/condition-kinds.ts'
import { type ConditionTerms, outsideOwners } from '#underwriting/conditions/conditions.ts'

/** Encumbrances that nobody pledges through: the right cannot pass, or another pledge goes first, while they stand. */
const forbidding: readonly unknown[] = ['ARREST', 'BAN', 'ANNUITY', 'MORTGAGE']
/** Conditions that follow from the plan of an encumbrance carry this in the place of a template. */
export const encumbranceTemplate = 'ENCUMBRANCE'

/** What an encumbrance holds. */
export interface EncumbranceFinding {
  readonly text: string
  /** Whether the object is not accepted even on a condition. */
  readonly isHard: boolean
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const rowsOf = (rights: SectionValues): SectionValues[] =>
  Array.isArray(rights['encumbrances']) ? (rights['encumbrances'] as SectionValues[]) : []
const nameOf = ({ kind }: SectionValues): string =>
  encumbranceKinds[kind as keyof typeof encumbranceKinds] ?? 'Обременение'
const isOver = ({ doneOn, plan }: SectionValues): boolean => textOf(doneOn) !== '' || plan === 'LIFTED'
const isForbidden = ({ kind, plan }: Pick<SectionValues, string>): boolean =>
  plan === 'REMAINS' && forbidding.includes(kind)
const needed = ['action', 'owner', 'until'] as const
const isPlanned = (row: SectionValues): boolean => needed.every((name) => isGiven(row[name]))
const ownerOf = ({ owner }: SectionValues) => owner as ConditionOwner

function findingOf(row: SectionValues, today: string): EncumbranceFinding | null {
  const name = nameOf(row)
  if (isOver(row)) return null
  if (isForbidden(row)) return { text: `${name}: с ним объект не принимают`, isHard: true }
  if (!isPlanned(row))
    return {
      text:
        row['plan'] === 'REMAINS'
          ? `${name}: напишите, на каком условии с ним принимают объект, чьё оно и до какого дня`
          : `${name}: напишите, что сделать, чьё это условие и до какого дня`,
      isHard: true,
    }
  const until = textOf(row['until'])
  if (until < today) return { text: `${name}: срок по плану прошёл ${dayText(until)}`, isHard: true }
  const owner = lowered(conditionOwners[ownerOf(row)])
  return { text: `${name}: станет условием сделки (${owner}, до ${dayText(until)})`, isHard: false }
}

/** Those that the agent has told of and nobody has written a plan for: the same kind, and the same record where both name one. */
function unplanned(
  rights: SectionValues,
  entered: readonly Pick<RealtyEncumbrance, 'kind' | 'record' | 'plan'>[],
): Pick<RealtyEncumbrance, 'kind' | 'record' | 'plan'>[] {
  const left = [...rowsOf(rights)]
  return entered.filter(({ kind, record, plan }) => {
    if (plan === 'LIFTED') return false
    const at = left.findIndex((row) => {
      const theirs = textOf(row['record'])
      return row['kind'] === kind && (theirs === '' || record === '' || theirs === record)
    })
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** What the encumbrances hold: those of the extract by their plan, those that are only entered because they have none. */
export const encumbranceFindings = (
  rights: SectionValues,
  entered: readonly Pick<RealtyEncumbrance, 'kind' | 'record' | 'plan'>[],
  today: string,
): EncumbranceFinding[] => [
  ...rowsOf(rights).flatMap((row) => findingOf(row, today) ?? []),
  ...unplanned(rights, entered).map((one) => ({
    text: isForbidden(one)
      ? `${nameOf(one)}: по заявке остаётся, с ним объект не принимают`
      : `${nameOf(one)}: указано в заявке, плана снятия нет. Внесите его на вкладке «Права»`,
    isHard: true,
  })),
]

/** What holds an object before it is examined: the agent's word on how an encumbrance goes away is enough then. */
export const forbiddingFindings = (
  rights: SectionValues,
  entered: readonly Pick<RealtyEncumbrance, 'kind' | 'record' | 'plan'>[],
): string[] => [
  ...new Set(
    [...rowsOf(rights).filter((row) => !isOver(row)), ...entered]
      .filter(isForbidden)
      .map((one) => `${nameOf(one)}: остаётся, с ним объект не принимают`),
  ),
]

const whose = ({ record, beneficiary }: SectionValues): string => {
  const parts = [
    textOf(record) === '' ? '' : `запись ${textOf(record)}`,
    textOf(beneficiary) === '' ? '' : `в пользу: ${textOf(beneficiary)}`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

function termsOf(object: string, row: SectionValues): ConditionTerms {
  const name = `${lowered(nameOf(row))}${whose(row)}`
  const what = row['plan'] === 'REMAINS' ? `остаётся ${name}` : `снять обременение: ${name}`
  const by = textOf(row['byWhom'])
  const action = textOf(row['action'])
  return {
    template: encumbranceTemplate,
    text: `${object}: ${what}. ${action}${by === '' ? '' : `. Делает: ${by}`}`,
    category: 'COLLATERAL',
    point: row['plan'] === 'LIFTED_WITH' ? 'AT_DEAL' : 'BEFORE_DEAL',
    owner: ownerOf(row),
    clearer: 'UNDERWRITER',
    dueOn: textOf(row['until']),
    shortens: false,
    documents: [],
    printed: outsideOwners.includes(ownerOf(row)),
  }
}

/** Conditions of the deal that the plan of an object's encumbrances makes; `object` names it in their words. */
export const encumbranceConditions = (object: string, rights: SectionValues): ConditionTerms[] =>
  rowsOf(rights)
    .filter((row) => !isOver(row) && !isForbidden(row) && isPlanned(row))
    .map((row) => termsOf(object, row))
