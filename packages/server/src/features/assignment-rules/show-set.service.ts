import { lowered } from '@ipoteka-office/contract/words.ts'
import type { StoredRule } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import type {
  AssignmentRule,
  NamedTarget,
  RuleFinding,
  RuleSet,
  WholeRuleSet,
} from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import {
  ruleText,
  type TargetName,
  whenText,
  whomText,
} from '@ipoteka-office/contract/assignment-rules/assignment-words.ts'
import { assignmentStates } from '@ipoteka-office/contract/assignment-rules/assignment-machine.ts'
import type { Db } from '#db/database.ts'
import { loadNames } from '#features/document-rules/rule-names.service.ts'
import { allowedActions } from '#features/machines/move-record.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import type { Context } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { mayDo } from './assignment-access.rules.ts'
import { assignmentSetKind } from './assignment-set-kind.ts'
import { findingsOf } from './findings.rules.ts'
import { reachedBy } from './reached.service.ts'
import { findHits } from './sets.repo.ts'
import type { StoredSet } from './stored-set.ts'
import { findTargetNames } from './target-names.repo.ts'

/** What the rules need beside the database. */
export interface RuleParts {
  readonly clock: BankClock
  readonly references: ReferenceReader
}

const hitsMs = 7 * 24 * 3_600_000

export function toRuleSet({
  content,
  contributors: _,
  testedAt,
  test,
  beforeId: __,
  ...set
}: StoredSet): RuleSet {
  return {
    ...set,
    rules: content.rules.length,
    test:
      test === null || testedAt === null
        ? null
        : { ...test, at: testedAt, old: new Date(testedAt) < new Date(set.savedAt) },
  }
}

function timeOf({ enabled, validFrom, validTo }: StoredRule, today: string): AssignmentRule['time'] {
  if (!enabled) return 'OFF'
  if (validFrom !== null && validFrom > today) return 'LATER'
  return validTo !== null && validTo < today ? 'PAST' : 'ACTIVE'
}

type Named = Pick<NamedTarget, 'kind' | 'id'>

/** The queue and the people of the rule's own error target. */
function warnedBy({ errorTarget }: StoredRule): Named[] {
  if (errorTarget === null) return []
  const { workgroupId, alertIds, escalateToId } = errorTarget
  const people = new Set([...alertIds, ...(escalateToId === null ? [] : [escalateToId])])
  return [
    ...(workgroupId === null ? [] : [{ kind: 'WORKGROUP' as const, id: workgroupId }]),
    ...[...people].map((id) => ({ kind: 'EMPLOYEE' as const, id })),
  ]
}

const targetsIn = (rules: readonly StoredRule[]): Named[] =>
  rules.flatMap((rule) => [...rule.targets, ...warnedBy(rule)])

/** Names of everything that rules speak of. */
async function namesOf(db: Db, references: ReferenceReader, rules: readonly StoredRule[]) {
  const { ofFact } = await loadNames(db, references, { contents: rules })
  const found = await findTargetNames(db, targetsIn(rules))
  const byKey = new Map(found.map((one) => [`${one.kind}:${one.id}`, one]))
  const target: TargetName = ({ kind, id }) => byKey.get(`${kind}:${id}`)?.name
  return { fact: ofFact, target, found: byKey }
}

/** The rules of a version, read back in words, with what they have done and what is wrong with them. */
export async function showRules(
  db: Db,
  { clock, references }: RuleParts,
  { scope, content: { rules } }: Pick<StoredSet, 'scope' | 'content'>,
): Promise<AssignmentRule[]> {
  const names = await namesOf(db, references, rules)
  const since = new Date(clock.now().getTime() - hitsMs)
  const hits = await findHits(
    db,
    rules.map(({ id }) => id),
    since,
  )
  const findings = findingsOf(rules)
  const today = bankDay(clock)
  return rules.map((rule, index) => {
    const targets = rule.targets.map(({ kind, id, weight }): NamedTarget => {
      const found = names.found.get(`${kind}:${id}`)
      return {
        kind,
        id,
        weight,
        name: found?.name ?? `№ ${id}`,
        problem: found === undefined ? 'не найден' : found.problem,
      }
    })
    const finding = findings.get(rule.id)
    const absent = targets.filter(({ problem }) => problem !== null)
    const unreached: RuleFinding[] =
      absent.length === 0
        ? []
        : [
            {
              kind: 'TARGET',
              text: absent.map(({ name, problem }) => `${name}: ${problem}`).join('; '),
              otherId: null,
            },
          ]
    return {
      id: rule.id,
      scope,
      order: index + 1,
      rule,
      time: timeOf(rule, today),
      when: whenText(rule, names.fact),
      whom: whomText(rule, names.target),
      words: ruleText(rule, names),
      targets,
      warned: warnedBy(rule).map(({ kind, id }) => ({
        kind,
        id,
        name: names.found.get(`${kind}:${id}`)?.name ?? `№ ${id}`,
      })),
      hits: hits.get(rule.id) ?? 0,
      findings: [...(finding === undefined ? [] : [finding]), ...unreached],
      version: rule.version,
    }
  })
}

export const editableOf = ({ actor }: Pick<Context, 'actor'>, set: Pick<StoredSet, 'scope' | 'state'>) => {
  const refusal =
    (mayDo(actor, set.scope, 'update') ? null : 'Нет права менять правила назначения') ??
    (set.state === 'DRAFT'
      ? null
      : `Меняют только черновик, а эта версия — «${lowered(assignmentStates[set.state])}»`)
  return { enabled: refusal === null, reasonDisabled: refusal }
}

/** A version as its readers see it. */
export async function showSet(
  { db, actor, requestId }: Pick<Context, 'db' | 'actor' | 'requestId'>,
  parts: RuleParts,
  set: StoredSet,
): Promise<WholeRuleSet> {
  return {
    ...toRuleSet(set),
    content: await showRules(db, parts, set),
    errorTarget: set.content.errorTarget,
    reached: await reachedBy(db, set.content.errorTarget),
    actions: await allowedActions(assignmentSetKind, { db, actor, requestId, clock: parts.clock }, set),
    editable: editableOf({ actor }, set),
  }
}
