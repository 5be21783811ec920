import { selfBanValidHours } from '@ipoteka-office/contract/loan-applications/cooling-off.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { levelOf } from '#features/queue/distribution/level.rules.ts'
import {
  type CheckCode,
  checkSpecs,
  checksFor,
  isOwnCheck,
  ownVerdict,
} from '#features/full-applications/auto-checks.rules.ts'
import { meansOf } from '#features/cases/means/case-means.rules.ts'
import { fineAnswers } from '#integrations/auto-checks/stand-in.ts'
import { insertRows } from '../bulk-rows.ts'
import { entryOf } from './demo-case-facts.ts'
import type { WrittenCase } from './demo-case-rows.ts'
import { text } from './demo-case-writes.ts'
import type { WrittenQuestionnaire } from '../demo-questionnaires.ts'

const hour = 3_600_000
const after = (moment: Date, hours: number) => new Date(moment.getTime() + hours * hour)

/** What was fixed when the terms of a loan were signed, and when its period ends. */
async function writeSignings(db: Db, loans: readonly WrittenCase[]): Promise<void> {
  const signed = loans.flatMap((one) => {
    const at = entryOf(one, 'SIGNED')
    return at === undefined || one.cooling === null ? [] : [{ ...one, at, cooling: one.cooling }]
  })
  await insertRows(
    db,
    'loan_application',
    {
      id: 'int',
      signed_at: 'timestamptz',
      cooling_hours: 'int',
      exemption: 'text',
      reason: 'text',
      release_at: 'timestamptz',
    },
    signed.map(({ id, at, cooling: { hours, exemption, reason } }) => [
      id,
      text(at),
      hours,
      exemption,
      reason,
      text(after(at, hours)),
    ]),
  )
  await insertRows(
    db,
    'case_timer',
    { case_id: 'int', action: 'text', fire_at: 'timestamptz' },
    signed
      .filter(({ steps }) => steps.at(-1)?.stage === 'SIGNED')
      .map(({ id, at, cooling }) => [id, 'coolingOffEnded', text(after(at, cooling.hours))]),
  )
}

/** The bureaus answer about those who take a loan during the checks, and once more before signing. */
async function writeSelfBans(db: Db, loans: readonly WrittenCase[]): Promise<void> {
  const asked = loans.flatMap((one) =>
    [entryOf(one, 'AUTO_CHECKS'), entryOf(one, 'SIGNED')].flatMap((at) =>
      at === undefined ? [] : [{ id: one.id, at: text(after(at, -0.2)) }],
    ),
  )
  await sql`
    INSERT INTO self_ban_check (case_id, participant_id, state, requested_at, answered_at, valid_until, attempts, bureaus, stand_in)
    SELECT p.case_id, p.id, 'CLEAR', a.at, a.at + interval '40 seconds', a.at + make_interval(hours => ${selfBanValidHours}::int), 1,
      '[{"name": "НБКИ", "answer": "NO_BAN", "since": null}, {"name": "ОКБ", "answer": "NO_BAN", "since": null},
        {"name": "Скоринг Бюро", "answer": "NO_BAN", "since": null}]', true
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb) a (id int, at timestamptz)
    JOIN case_participant p ON p.case_id = a.id AND p.role IN ('MAIN_BORROWER', 'CO_BORROWER') ORDER BY a.at`.execute(
    db,
  )
}

/** What is found now and then, and the check that finds it: a small loan with nothing found is approved by the system. */
const found = [
  ['BKI_SCORING', 'Кредитная история короче года'],
  ['FSSP', 'Исполнительное производство на 18 400 ₽'],
  ['PHONE_OWNERSHIP', 'Номер оформлен на другого человека'],
] as const
const stop = ['EFRSB', 'Введена процедура реализации имущества'] as const

/** What the checks have found of a case: nothing, something to look at, or a reason to stop. */
function findingOf({ type, steps, serial, deal }: WrittenCase) {
  const way = steps.findLast(({ stage }) => stage === 'AUTO_CHECKS')?.left?.action
  if (way === 'stopFactor') return { state: 'FAIL', of: stop }
  const isSmall = type === 'FULL_APPLICATION' && levelOf(`${deal.amount}.00`) === 'LEVEL_1'
  if (way === 'approveAutomatically' || (!isSmall && serial % 5 !== 0)) return null
  const of = found[serial % found.length]
  return of === undefined ? null : { state: 'WARN', of }
}

interface CheckRow {
  readonly caseId: number
  readonly participantId: number | null
  readonly code: CheckCode
  readonly verdict: { readonly state: string; readonly text: string }
  readonly at: Date
}

function checksOf({ one, sections, people }: WrittenQuestionnaire): CheckRow[] {
  const at = entryOf(one, 'AUTO_CHECKS')
  if (at === undefined) return []
  const data = { type: one.type, sections, participants: people }
  const today = at.toISOString().slice(0, 10)
  const facts = { today, duplicates: 0, means: meansOf(data, [], { today, isWorking: () => true }) }
  const finding = findingOf(one)
  const verdictOf = (code: CheckCode, participantId: number | null): CheckRow['verdict'] => {
    const person = people.find(({ id }) => id === participantId)
    if (isOwnCheck(code)) return ownVerdict(code, data, person, facts)
    const isFound = finding !== null && finding.of[0] === code && participantId === people[0]?.id
    return isFound
      ? { state: finding.state, text: finding.of[1] }
      : { state: 'OK', text: fineAnswers[code] ?? 'Замечаний нет' }
  }
  return checksFor(data).map(({ code, participantId }) => ({
    caseId: one.id,
    participantId,
    code,
    verdict: verdictOf(code, participantId),
    at,
  }))
}

/** Answers of the automatic checks of those that have passed them. */
async function writeChecks(db: Db, questioned: readonly WrittenQuestionnaire[]): Promise<void> {
  await insertRows(
    db,
    'auto_check',
    {
      case_id: 'int',
      participant_id: 'int',
      code: 'text',
      state: 'text',
      text: 'text',
      requested_at: 'timestamptz',
      answered_at: 'timestamptz',
      valid_until: 'timestamptz',
      attempts: 'int',
      stand_in: 'boolean',
    },
    questioned
      .flatMap(checksOf)
      .map(({ caseId, participantId, code, verdict, at }) => [
        caseId,
        participantId,
        code,
        verdict.state,
        verdict.text,
        text(at),
        text(after(at, 0.03)),
        text(after(at, 24 * checkSpecs[code].days)),
        1,
        !isOwnCheck(code),
      ]),
  )
}

/** The questionnaire as it was handed in, for each time it was. */
const writeSendings = (db: Db, applications: readonly WrittenQuestionnaire[]): Promise<void> =>
  insertRows(
    db,
    'full_application_sending',
    { case_id: 'int', at: 'timestamptz', actor_id: 'int', data: 'jsonb' },
    applications.flatMap(({ one, sections, people }) =>
      one.steps
        .filter(({ stage }) => stage === 'DOCS_CHECK')
        .map(({ from }) => [
          one.id,
          text(from),
          one.agentId,
          JSON.stringify({
            sections,
            participants: people.map(({ id, role, name, sections: own }) => ({
              id,
              role,
              name,
              sections: own,
            })),
          }),
        ]),
    ),
  )

/** What other systems have said, what was signed and what was handed in. */
export async function writeRecords(db: Db, questioned: readonly WrittenQuestionnaire[]): Promise<void> {
  const loans = questioned.flatMap(({ one }) => (one.type === 'LOAN_APPLICATION' ? [one] : []))
  const applications = questioned.filter(({ one }) => one.type === 'FULL_APPLICATION')
  await writeSignings(db, loans)
  await writeSelfBans(db, loans)
  await writeChecks(db, questioned)
  await writeSendings(db, applications)
}
