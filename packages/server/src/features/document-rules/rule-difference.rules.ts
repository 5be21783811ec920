import type { RequirementChange } from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import { documentStages } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { Completeness, Requirement } from '@ipoteka-office/contract/documents/document-completeness.ts'
import { type CaseData, withDerivedFacts } from './completeness/case-facts.rules.ts'
import { subjectsOf } from './completeness/subjects.rules.ts'
import type { RuleSet } from './rule-set.rules.ts'

type WithGroup = { readonly group: string; readonly requirement: Requirement }

const listed = ({ groups }: Pick<Completeness, 'groups'>): Map<string, WithGroup> =>
  new Map(
    groups.flatMap(({ name, participant, requirements }) =>
      requirements.map((requirement) => {
        const group = participant === null ? name : `${name}: ${participant.name}`
        return [requirement.key, { group, requirement }] as const
      }),
    ),
  )

const absent = 'Не спрашивается'

/** What is asked, in words; equal texts are the same demand. */
function demandText(requirement: Requirement | undefined): string {
  if (requirement === undefined) return absent
  const { need, because, stage, quantity, documents } = requirement
  if (need !== 'REQUIRED') return because
  const what = documents.length > 1 ? 'Нужен один из документов' : 'Нужен'
  const count = quantity > 1 ? `, ${quantity} шт.` : ''
  return `${what} к этапу «${documentStages[stage].name}»${count}`
}

const isAsked = (requirement: Requirement | undefined) =>
  requirement !== undefined && requirement.need !== 'NOT_REQUIRED'

function kindOf(before: Requirement | undefined, after: Requirement | undefined): RequirementChange['kind'] {
  if (!isAsked(before) && isAsked(after)) return 'ADDED'
  return isAsked(before) && !isAsked(after) ? 'REMOVED' : 'CHANGED'
}

/** Requirements that differ, in the order of the groups. */
export function requirementChanges(
  before: Pick<Completeness, 'groups'>,
  after: Pick<Completeness, 'groups'>,
): RequirementChange[] {
  const old = listed(before)
  const now = listed(after)
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)]
    const [from, to] = [demandText(was?.requirement), demandText(is?.requirement)]
    const shown = is ?? was
    if (from === to || shown === undefined) return []
    const kind = kindOf(was?.requirement, is?.requirement)
    return [{ kind, group: shown.group, documents: shown.requirement.documents, before: from, after: to }]
  })
}

/** What the rules ask of a case, without its documents: one text for each demand. */
function demandsOf(rules: RuleSet, data: CaseData): Set<string> {
  return new Set(
    subjectsOf(rules, data).flatMap(({ person, needs }) =>
      needs.map(({ key, state, asked, rules: [rule] }) => {
        const { stage = '', quantity = 1 } = rule?.content ?? {}
        return [person?.key ?? '', key, state, asked.join('+'), stage, quantity].join('|')
      }),
    ),
  )
}

/** How many demands of a case differ between two sets of rules. */
export function countDifferences(before: RuleSet, after: RuleSet, data: CaseData): number {
  const known = withDerivedFacts(data)
  return demandsOf(before, known).symmetricDifference(demandsOf(after, known)).size
}
