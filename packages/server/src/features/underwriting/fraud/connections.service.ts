import { phoneText } from '@ipoteka-office/contract/common/person/phone-text.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { mask } from '@ipoteka-office/contract/common/masks.ts'
import type {
  ConnectionGraph,
  ConnectionNode,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'
import type { Db } from '#db/database.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { forbidden } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { seesPersonalData } from '#lib/masking.ts'
import {
  findHolders,
  findMarks,
  findOwnPlaces,
  findPersonRows,
  findPlaces,
  findSamePersons,
  findTies,
  holdersCounted,
} from './connections.repo.ts'
import type { Place, TieRow } from './graph-facts.ts'
import { connectionRefusal, requireSeen, toFraudCase } from './fraud.service.ts'
import { type GraphFacts, graphOf } from './graph.rules.ts'
import { humanKey, humansOf } from './humans.rules.ts'
import { findNamedCases } from './verdicts.repo.ts'

const idsOf = (places: readonly Place[]) => [
  ...new Set(places.flatMap(({ personId }) => (personId === null ? [] : [personId]))),
]

/** Things whose other holders are looked for. */
const thingsAtMost = 120
const distinctThings = (ties: readonly TieRow[]) => [
  ...new Map(ties.map((tie) => [`${tie.kind} ${tie.value}`, tie])).values(),
]

async function ownPlacesOf(db: Db, caseId: number, since: Date): Promise<Place[]> {
  const here = await findOwnPlaces(db, caseId)
  const same = await findSamePersons(db, idsOf(here))
  const elsewhere = await findPlaces(db, same, since)
  const known = new Set(here.map(({ participantId }) => participantId))
  return [...here, ...elsewhere.filter(({ participantId }) => !known.has(participantId))]
}

/** Everything that is drawn, in a few indexed readings whose number does not grow with the bank. */
async function readGraph(
  db: Db,
  caseId: number,
  { since, hub }: { readonly since: Date; readonly hub: number },
): Promise<GraphFacts> {
  const own = await ownPlacesOf(db, caseId, since)
  const ownTies = await findTies(db, own)
  const things = distinctThings(ownTies).slice(0, thingsAtMost)
  const found = await findHolders(db, things, { since, most: hub + 1 })
  const ownIds = new Set(own.map(({ participantId }) => participantId))
  const holders = found.filter(({ participantId }) => !ownIds.has(participantId))
  const humans = humansOf(await findPersonRows(db, idsOf([...own, ...holders])))
  return {
    own,
    ownTies,
    holders: found,
    furtherTies: await findTies(db, holders),
    keyOf: (place) => humanKey(humans, place),
    marks: await findMarks(db, [...own, ...holders]),
    caseId,
    counted: holdersCounted,
  }
}

/** A phone is hidden from whoever sees no personal numbers. */
const labelFor = (context: Context, { kind, label }: ConnectionNode): string => {
  if (kind !== 'PHONE') return label
  return seesPersonalData(context.actor) ? phoneText(label) : mask('phone', label)
}

/** How people of the application are connected with others, across all partners; that it was opened is written down. */
export async function connectionGraph(
  engine: Engine,
  context: Context,
  caseId: number,
): Promise<ConnectionGraph> {
  const { db, actor } = context
  const row = await requireSeen(context, caseId)
  const refusal = connectionRefusal(actor, row.type)
  if (refusal !== null) throw forbidden(refusal)
  const figures = await engine.parameters.figuresOn(bankDay(engine.clock))
  const years = figures['fraud-lookback']
  const now = engine.clock.now().toTemporalInstant().toZonedDateTimeISO(engine.clock.timeZone)
  const since = new Date(now.subtract({ years }).epochMilliseconds)
  const facts = await readGraph(db, row.id, { since, hub: figures['fraud-graph-hub'] })
  const { nodes, edges, cut } = graphOf(facts, figures['fraud-graph-nodes'])
  await recordUnmasking(
    context,
    { type: caseTypes[row.type].object, id: row.id },
    { persons: nodes.filter(({ kind }) => kind === 'PERSON').length, what: 'Граф связей', always: true },
  )
  const cases = await findNamedCases(db, [...new Set(nodes.flatMap(({ caseIds }) => caseIds))])
  return {
    caseId: row.id,
    years,
    nodes: nodes.map((node) => ({ ...node, label: labelFor(context, node) })),
    edges,
    cases: cases.map((one) => toFraudCase(actor, one)),
    cut,
  }
}
