import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { figuresAt } from '#db/seed/figures-at.ts'
import { insertRows } from '#db/seed/bulk-rows.ts'
import { entryOf } from '#features/cases/seed/demo-case-facts.ts'
import type { WrittenCase } from '#features/cases/seed/demo-case-rows.ts'
import { text } from '#features/cases/seed/demo-case-writes.ts'
import { type DemoType, reviewShares } from '#features/cases/seed/demo-type.ts'

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
      at === undefined
        ? []
        : [{ id: one.id, at: text(after(at, -0.2)), hours: figuresAt(at)['self-ban-validity'] }],
    ),
  )
  await sql`
    INSERT INTO self_ban_check (case_id, participant_id, state, requested_at, answered_at, valid_until, attempts, bureaus, stand_in)
    SELECT p.case_id, p.id, 'CLEAR', a.at, a.at + interval '40 seconds', a.at + make_interval(hours => a.hours), 1,
      '[{"name": "НБКИ", "answer": "NO_BAN", "since": null}, {"name": "ОКБ", "answer": "NO_BAN", "since": null},
        {"name": "Скоринг Бюро", "answer": "NO_BAN", "since": null}]', true
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb) a (id int, at timestamptz, hours int)
    JOIN case_participant p ON p.case_id = a.id AND p.role IN ('MAIN_BORROWER', 'CO_BORROWER') ORDER BY a.at`.execute(
    db,
  )
}

export const demoLoans: DemoType = {
  shares: {
    ...reviewShares,
    AUTO_CHECKS: { checksPassed: 100 },
    UNDERWRITING: { approve: 78, toControl: 4, reject: 10, returnForRework: 8 },
    DECISION_CONTROL: { agree: 85, decline: 15 },
    APPROVED: { sign: 88, refuseByClient: 12 },
    SIGNED: { coolingOffEnded: 97, refuseByClient: 3 },
    READY_TO_ISSUE: { toIssue: 98, refuseByClient: 2 },
    EXPIRED: { close: 40 },
    CLIENT_REFUSED: { close: 30 },
  },
  standing: {
    FILLING: 24,
    DOCS_CHECK: 26,
    REWORK: 8,
    UNDERWRITING: 14,
    DECISION_CONTROL: 3,
    APPROVED: 26,
    SIGNED: 12,
    READY_TO_ISSUE: 8,
  },
  past: 600,
  passing: ['AUTO_CHECKS'],
  comesBackFrom: 'FULL_APPLICATION',
  async writeWithQuestions(db, questioned) {
    const loans = questioned.map(({ one }) => one)
    await writeSignings(db, loans)
    await writeSelfBans(db, loans)
  },
}
