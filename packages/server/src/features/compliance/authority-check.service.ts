import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type { Db } from '#db/database.ts'
import { askedOfCase } from '#features/blacklists/matching/hits.service.ts'
import { type AuthorityFinder, authorityFinder } from '#features/blacklists/loads/authority-finder.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import type { StoredQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { heldChecks } from './held.rules.ts'

type Participant = StoredQuestionnaire['participants'][number]

/** What the bank's own copy of the authority's list answers. */
export interface ListAnswer {
  readonly state: 'OK' | 'WARN' | 'FAIL'
  readonly text: string
  readonly standIn: false
  readonly request: object
  readonly response: object
}

const longAgo = (day: string, today: string, days: number) =>
  Temporal.PlainDate.compare(Temporal.PlainDate.from(day).add({ days }), Temporal.PlainDate.from(today)) < 0

async function answerBy(
  { parameters, clock }: Engine,
  db: Db,
  { caseId, person, code }: { readonly caseId: number; readonly person: Participant; readonly code: string },
  { listDate, find }: AuthorityFinder,
): Promise<ListAnswer> {
  const asked = await askedOfCase(db, caseId, { participants: [person] })
  const found = asked.flatMap(({ subject }) => (subject.kind === 'phones' ? [] : find(subject)))
  const today = bankDay(clock)
  const days = await parameters.parameter('authority-list-age', today)
  const of = `перечень от ${dayText(listDate)}${longAgo(listDate, today, days) ? ', старше допустимого: загрузите новый' : ''}`
  const request = { code, person: { fullName: person.name }, listDate }
  const [surest] = found
  if (surest === undefined) {
    const text = `Совпадений нет, ${of}`
    return { state: 'OK', text, standIn: false, request, response: { state: 'OK', text } }
  }
  const { title, number, birthDate, match } = surest
  const born = birthDate === null ? '' : `, ${dayText(birthDate)}`
  const text = `${title}${born}, № ${number} в перечне: ${match.agreed.join(', ')}`
  const response = { found: found.map((one) => ({ ...one.match, ...one, match: undefined })) }
  return { state: match.exact ? 'FAIL' : 'WARN', text, standIn: false, request, response }
}

/** The answer of the bank's own copy of the list; null for other checks, and while no list is loaded. */
export async function listAnswer(
  engine: Engine,
  db: Db,
  caseId: number,
  check: { readonly code: string; readonly person: Participant | undefined },
): Promise<ListAnswer | null> {
  const { code, person } = check
  if (!heldChecks.includes(code) || person === undefined) return null
  const finder = await authorityFinder(db)
  return finder === null ? null : answerBy(engine, db, { caseId, code, person }, finder)
}
