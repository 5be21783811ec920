import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { writeDemoEntries } from '#features/blacklists/seed/demo-blacklists.ts'
import { readCase } from '#features/cases/engine/cases.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { candidatesOf } from '../fraud/candidates.rules.ts'
import { factsOf } from '../fraud/facts.service.ts'
import { bandOf, printOf, scoreOf, signalsOf } from '../fraud/signals.rules.ts'
import { insertVerdict, keepRun } from '../fraud/verdicts.repo.ts'
import { plantRings, type Ring } from './demo-rings.ts'

/** When and by whose hand the bank was made up. */
interface Made {
  readonly now: Date
  readonly timeZone: string
}

/** The devices and addresses from which partners' people filled in what is in work; two of a ring share one device. */
async function plantMarks(db: Db, rings: readonly Ring[], { now }: Made): Promise<void> {
  const shared = rings[0]?.ids ?? []
  await sql`
    INSERT INTO save_mark (case_id, section, employee_id, at, device, address)
    SELECT s.case_id, s.section, s.saved_by, s.saved_at,
      CASE WHEN s.case_id = ANY(${[...shared]}::int[]) THEN md5('device of the first ring') ELSE md5('device ' || s.saved_by) END,
      -- Of the networks that are kept for measuring (RFC 2544): the stand-in tells where they are by their last number.
      ('198.' || 18 + f.partner_id / 250 % 2 || '.' || f.partner_id % 250 || '.'
        || CASE WHEN f.id % 37 = 0 THEN 13 + f.id % 5 ELSE 40 + s.saved_by % 200 END)::inet
    FROM case_section s JOIN case_file f ON f.id = s.case_id
    WHERE s.saved_by IS NOT NULL AND s.saved_at > ${now}::timestamptz - interval '11 months'
      AND f.stage IN ('UNDERWRITING', 'FRAUD_CHECK', 'VERIFICATION', 'DECISION_CONTROL', 'REJECTED')
    ORDER BY s.saved_at`.execute(db)
}

interface Passed {
  readonly caseId: number
  readonly action: string
  readonly actorId: number
  readonly saidAt: string
}

/** Everybody who led an application out of the investigation, shortly before they did. */
async function findPassed(db: Db): Promise<Passed[]> {
  const { rows } = await sql<Passed>`
    SELECT case_id AS "caseId", action, actor_id AS "actorId", greatest(entered_at, left_at - interval '10 minutes') AS "saidAt"
    FROM case_stage WHERE stage = 'FRAUD_CHECK' AND left_at IS NOT NULL AND actor_id IS NOT NULL
      AND action IN ('fraudConfirmed', 'fraudNotConfirmed') ORDER BY case_id, id`.execute(db)
  return rows
}

const words = {
  ring: 'Работодатель по адресу не находится, справку не выдавал; телефон, работодатель и квартира те же, что в заявках других людей',
  confirmed: 'Работодатель справку не выдавал, клиент условий кредита не знает',
  denied: 'Работодатель подтвердил справку, расхождение объяснено',
  unclear: 'Работодатель на запрос не ответил, других признаков нет',
} as const

/** Signs as they are, kept as of the day on which somebody judged by them. */
async function judge(
  db: Db,
  made: Made,
  passed: Passed,
  { replaces, inRing }: { replaces: number | null; inRing: boolean },
) {
  const { caseId, saidAt, actorId, action } = passed
  const row = await readCase(db, caseId)
  if (row === undefined) throw new Error(`No case ${caseId}`)
  const clock = { timeZone: made.timeZone, now: () => made.now }
  const figures = deliveredFigures(bankDay(clock))
  const signals = signalsOf(await factsOf({ clock }, db, row, figures), figures)
  const score = scoreOf(signals)
  const run = { signals, score, band: bandOf(score, figures), print: printOf(signals) }
  const at = new Date(saidAt)
  const runId = await keepRun(db, { ...run, caseId, cause: 'вердикт', askedBy: actorId, at })
  const isProven = action === 'fraudConfirmed'
  const denied = caseId % 4 === 0 ? ('INSUFFICIENT' as const) : ('NO_FRAUD' as const)
  const said = isProven
    ? words[inRing ? 'ring' : 'confirmed']
    : words[denied === 'NO_FRAUD' ? 'denied' : 'unclear']
  return insertVerdict(db, {
    ...{ caseId, runId, saidBy: actorId, at, replaces },
    verdict: isProven ? 'CONFIRMED' : denied,
    measures: isProven ? (inRing ? ['REJECT', 'BLACKLIST'] : ['REJECT']) : [],
    words: said,
    signals: isProven ? signals.filter(({ state }) => state === 'FIRED').map(({ code }) => code) : [],
  })
}

/** Entries that followed from the verdict on a ring: its borrower is stopped, the phone and the employer looked at. */
async function list(db: Db, { now }: Made, caseId: number, verdictId: number): Promise<void> {
  const row = await readCase(db, caseId)
  if (row === undefined) return
  const { participants } = await readQuestionnaire(db, caseId, row.type)
  const main = participants.filter(({ role }) => role === 'MAIN_BORROWER')
  for (const { kind, data, lacks } of candidatesOf(main)) {
    if (lacks !== null) continue
    const { rows } = await sql<{ id: number }>`
      SELECT nextval(pg_get_serial_sequence('blacklist_entry', 'id'))::int AS id`.execute(db)
    const id = rows[0]?.id ?? 0
    await writeDemoEntries(db, [
      {
        ...{ id, kind, data: { ...data }, state: 'ACTIVE', validTo: null, endedOn: null },
        createdAt: new Date(now.getTime() - 20 * 86_400_000),
        reason: ['FRAUD', 'SECURITY', `Мошенничество подтверждено по заявке № ${row.number}`, words.ring],
        level: kind === 'individuals' ? 'STOP' : 'REVIEW',
      },
    ])
    await sql`INSERT INTO blacklist_origin (entry_id, case_id, verdict_id) VALUES (${id}, ${caseId}, ${verdictId})`.execute(
      db,
    )
  }
}

/** Three rings of fraud, verdicts of everybody who was investigated, and from where questionnaires were saved. */
export async function seedDemoFraud(db: Db, made: Made): Promise<void> {
  const rings = await plantRings(db)
  await plantMarks(db, rings, made)
  const last = new Map<number, number>()
  for (const passed of await findPassed(db)) {
    const ring = rings.find(({ confirmedId }) => confirmedId === passed.caseId)
    const replaces = last.get(passed.caseId) ?? null
    const id = await judge(db, made, passed, { replaces, inRing: ring !== undefined })
    last.set(passed.caseId, id)
    if (ring !== undefined && passed.action === 'fraudConfirmed') await list(db, made, passed.caseId, id)
  }
}
