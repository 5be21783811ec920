import {
  type AssignmentScope,
  qrScope,
  typeOfScope,
} from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import type { TestSummary } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { mostTried, type tryRules } from '@ipoteka-office/contract/assignment-rules/assignment-trials.ts'
import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { Db } from '#db/database.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { addDays, type BankClock, bankDay } from '#lib/bank-time.ts'
import { mayDo, requireScope } from './assignment-access.rules.ts'
import { activeSet, readyRules } from './engine/active-sets.service.ts'
import { findAskByNumber, findAsksOpened, findLastOpened } from './engine/asks.repo.ts'
import type { StoredAsk } from './engine/asked.ts'
import type { ReadyRule } from './engine/choosing.rules.ts'
import { findCurrent, writeTest } from './sets.repo.ts'
import { beginTrial, type Sent } from './trial.rules.ts'
import { loadWorld, nameSent } from './trial-world.service.ts'

type Trial = ReplyOf<typeof tryRules>

const mostShown = 100

const startOf = (day: string, { timeZone }: BankClock): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)

/** Cases of yesterday; where none came then, of the last day before on which any did. */
async function yesterdays(db: Db, scope: AssignmentScope, clock: BankClock) {
  const today = startOf(bankDay(clock), clock)
  const of = { type: typeOfScope(scope), byQr: scope === qrScope }
  const last = await findLastOpened(db, { ...of, to: today })
  if (last === null) return { day: addDays(bankDay(clock), -1), asks: [] }
  const day = bankDay({ timeZone: clock.timeZone, now: () => last })
  const from = startOf(day, clock)
  const asks = await findAsksOpened(db, { ...of, from, to: startOf(addDays(day, 1), clock), most: mostTried })
  return { day, asks }
}

async function oneCase(db: Db, scope: AssignmentScope, number: string): Promise<StoredAsk> {
  const ask = await findAskByNumber(db, typeOfScope(scope), number)
  if (ask === undefined)
    throw invalid([{ path: 'number', message: 'Дела с таким номером среди этих нет: проверьте номер' }])
  if (ask.isByQr !== (scope === qrScope))
    throw invalid([
      {
        path: 'number',
        message: ask.isByQr
          ? 'Это лид с QR-кода: для таких дел — «Правила назначения QR-заявок»'
          : 'Этот лид пришёл не с QR-кода: для него — «Распределение лидов»',
      },
    ])
  return ask
}

interface Tried {
  readonly ask: StoredAsk
  readonly before: Sent
  readonly after: Sent
}

const isChanged = ({ before, after }: Tried) =>
  before.employeeId !== after.employeeId ||
  before.workgroupId !== after.workgroupId ||
  before.outcome !== after.outcome

const summaryOf = (tried: readonly Tried[]): TestSummary => ({
  cases: tried.length,
  changed: tried.filter(isChanged).length,
  nobody: tried.filter(({ after }) => after.outcome === 'NOBODY').length,
  nobodyBefore: tried.filter(({ before }) => before.outcome === 'NOBODY').length,
})

function countedBy(tried: readonly Tried[], nameOf: (sent: Sent) => string | null): Trial['people'] {
  const counts = new Map<string, { before: number; after: number }>()
  const add = (sent: Sent, side: 'before' | 'after') => {
    const name = nameOf(sent) ?? 'Отдать некому'
    const count = counts.get(name) ?? { before: 0, after: 0 }
    counts.set(name, { ...count, [side]: count[side] + 1 })
  }
  for (const { before, after } of tried) {
    add(before, 'before')
    add(after, 'after')
  }
  return [...counts]
    .map(([name, count]) => ({ name, ...count }))
    .toSorted((a, b) => b.after - a.after || b.before - a.before || a.name.localeCompare(b.name, 'ru'))
}

const rankOf = (one: Tried) => (one.after.outcome === 'NOBODY' ? 0 : isChanged(one) ? 1 : 2)

/** The rules of a scope and those that are asked after them. */
async function listsOf(db: Db, scope: AssignmentScope, own: readonly ReadyRule[]) {
  return scope === qrScope ? [own, (await activeSet(db, typeOfScope(scope))).rules] : [own]
}

/** Tries the draft, or the rules in force where there is none, beside those in force; nothing is assigned. */
export async function tryRulesOn(
  { db, actor }: Context,
  { clock }: { readonly clock: BankClock },
  scope: AssignmentScope,
  number: string | null,
): Promise<Trial> {
  requireScope(actor, scope, 'read')
  const { draft } = await findCurrent(db, scope)
  const now = await activeSet(db, scope)
  const next = draft === null ? now.rules : readyRules(draft.content)
  const { day, asks } =
    number === null
      ? await yesterdays(db, scope, clock)
      : { day: null, asks: [await oneCase(db, scope, number)] }
  if (asks.length === 0) throw conflict('Таких дел ещё не было: проверить правила не на чем')
  const lists = { before: await listsOf(db, scope, now.rules), after: await listsOf(db, scope, next) }
  const rules = [...lists.before, ...lists.after].flat()
  const world = await loadWorld(db, { type: typeOfScope(scope), timeZone: clock.timeZone }, rules, asks)
  const [before, after] = [beginTrial(lists.before, world), beginTrial(lists.after, world)]
  const tried = asks.map((ask): Tried => ({ ask, before: before(ask), after: after(ask) }))
  const summary = summaryOf(tried)
  if (number === null && draft?.state === 'DRAFT' && mayDo(actor, scope, 'update'))
    await writeTest(db, draft.id, { summary, at: clock.now() })
  const nameOf = await nameSent(
    db,
    tried.flatMap((one) => [one.before, one.after]),
  )
  const sideOf = (sent: Sent) => ({
    outcome: sent.outcome,
    rule: sent.rule?.name ?? null,
    to: nameOf(sent),
    reason: sent.reason,
  })
  const byRule = Map.groupBy(
    tried.flatMap((one) => one.after.rule ?? []),
    ({ id }) => id,
  )
  return {
    day,
    summary,
    people: countedBy(tried, nameOf),
    byRule: [...byRule].map(([ruleId, list]) => ({ ruleId, name: list[0]?.name ?? '', cases: list.length })),
    cases: tried
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .slice(0, mostShown)
      .map((one) => ({
        id: one.ask.caseId,
        number: one.ask.number,
        clientName: one.ask.clientName,
        before: sideOf(one.before),
        after: sideOf(one.after),
      })),
  }
}
