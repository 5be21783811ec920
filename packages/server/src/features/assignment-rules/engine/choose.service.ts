import { type AssignmentScope, qrScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import type { Db } from '#db/database.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { activeSet, type ReadySet } from './active-sets.service.ts'
import { factsOf, momentOf } from './asked-facts.rules.ts'
import type { Asked, Chosen, StoredAsk } from './asked.ts'
import { findLeadersBefore, findPartnerPath, holdOpenAsk } from './asks.repo.ts'
import {
  askedPeople,
  firstTurn,
  fittingRules,
  type Known,
  type Looked,
  type RulePick,
  pickBy,
  type ReadyRule,
  takesTurns,
  type Turn,
} from './choosing.rules.ts'
import { findCandidates, findWorkingGroups } from './people.repo.ts'
import { findTurns, holdScope, writeTurn } from './turns.repo.ts'

/** Lists of rules that speak of a case, in the order in which they are asked. */
export const scopesOf = ({ type, isByQr }: Pick<Asked, 'type' | 'isByQr'>): AssignmentScope[] =>
  isByQr ? [qrScope, type] : [type]

interface Asking {
  readonly ask: Asked
  readonly known: Known
  readonly partnerPath: readonly number[]
}

/** A rule that fitted and had nobody. */
interface Passed {
  readonly rule: ReadyRule['rule']
  readonly people: readonly Looked[]
}

/** What one rule says; null: it has nobody. */
async function askRule(
  db: Db,
  one: ReadyRule,
  turn: Turn,
  { ask, known, partnerPath }: Asking,
): Promise<RulePick> {
  const { rule } = one
  if (rule.strategy !== 'MANUAL')
    return pickBy(
      one,
      await findCandidates(db, askedPeople(one, known), ask.type),
      { partnerPath },
      turn,
      known,
    )
  const pick = pickBy(one, [], { partnerPath }, turn, known)
  const group = pick.workgroupId
  const isOpen = group === null || (await findWorkingGroups(db, [group])).has(group)
  return isOpen ? pick : { ...pick, outcome: null }
}

/** The first rule of a list that has somebody, and those that had nobody before it. */
async function chooseBy(db: Db, scope: AssignmentScope, fitting: readonly ReadyRule[], asking: Asking) {
  if (fitting.some(takesTurns)) await holdScope(db, scope)
  const turns = await findTurns(
    db,
    fitting.map(({ rule }) => rule.id),
  )
  const passed: Passed[] = []
  for (const one of fitting) {
    const { rule } = one
    const pick = await askRule(db, one, turns.get(rule.id) ?? firstTurn, asking)
    if (pick.outcome !== null) {
      if (pick.turn !== null) await writeTurn(db, rule.id, pick.turn)
      return { passed, chosen: { rule, pick, outcome: pick.outcome } }
    }
    passed.push({ rule, people: pick.people })
  }
  return { passed, chosen: null }
}

/** Who gets a case now: by the first rule that fits and has somebody; the turns of the rules move on with it. */
export async function chooseByRules(
  db: Db,
  ask: Asked,
  { clock }: { readonly clock: BankClock },
): Promise<Chosen> {
  const moment = momentOf(clock.now(), clock.timeZone)
  const partnerPath = await findPartnerPath(db, ask.partnerId)
  const facts = factsOf(ask, partnerPath, moment)
  const known: Known = { authorId: ask.authorId, leadersBefore: await findLeadersBefore(db, ask) }
  const passed: Passed[] = []
  const asked: { scope: AssignmentScope; set: ReadySet }[] = []
  for (const scope of scopesOf(ask)) {
    const set = await activeSet(db, scope)
    asked.push({ scope, set })
    const fitting = fittingRules(set.rules, facts, moment)
    const { chosen, passed: ofList } = await chooseBy(db, scope, fitting, { ask, known, partnerPath })
    passed.push(...ofList)
    if (chosen === null) continue
    const { employeeId, workgroupId, reason, people } = chosen.pick
    return {
      ...{
        outcome: chosen.outcome,
        scope,
        setId: set.id,
        rule: chosen.rule,
        employeeId,
        workgroupId,
        reason,
        people,
      },
      passed: passed.map(({ rule }) => rule.name),
      errorTarget: null,
    }
  }
  return nobody(asked, passed)
}

/** A case without takers waits where the first rule that spoke of it says, else its list; the last list is the type's own. */
function nobody(
  asked: readonly { readonly scope: AssignmentScope; readonly set: ReadySet }[],
  passed: readonly Passed[],
): Chosen {
  const [first] = asked
  if (first === undefined) throw new Error('No list of rules speaks of the case')
  const errorTarget =
    passed.find(({ rule }) => rule.errorTarget !== null)?.rule.errorTarget ??
    asked.find(({ set }) => set.errorTarget !== null)?.set.errorTarget ??
    null
  const people = new Map(passed.flatMap((one) => one.people).map((one) => [one.id, one]))
  return {
    outcome: 'NOBODY',
    scope: first.scope,
    setId: first.set.id,
    rule: null,
    employeeId: null,
    workgroupId: errorTarget?.workgroupId ?? null,
    reason: passed.length === 0 ? 'ни одно правило не подошло' : 'по подходящим правилам отдать некому',
    people: [...people.values()],
    passed: passed.map(({ rule }) => rule.name),
    errorTarget,
  }
}

/** The open case held as the rules look at it; undefined: it is not there, closed or put away. */
export const holdAsk = (db: Db, caseId: number): Promise<StoredAsk | undefined> => holdOpenAsk(db, caseId)
