import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { insertRows } from '#db/seed/bulk-rows.ts'
import { figuresAt } from '#db/seed/figures-at.ts'
import {
  type CheckCode,
  checkCodes,
  checkSpecs,
  isOwnCheck,
} from '#features/full-applications/auto-checks.rules.ts'
import { type CheckedObject, objectVerdict } from '#features/full-applications/object-checks.rules.ts'
import { fineAnswers } from '#integrations/auto-checks/stand-in.ts'

const hour = 3_600_000
const ofObjects: readonly CheckCode[] = checkCodes.filter((code) => checkSpecs[code].of === 'REALTY')

interface Asked extends CheckedObject {
  readonly caseId: number
  readonly enteredAt: string
}

/** Objects whose applications have come to the examination, with when. */
async function findAsked(db: Db): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    SELECT o.id, o.case_id AS "caseId", o.type_code AS name, o.number, o.address ->> 'value' AS address,
      o.price::text AS price, o.extract_date::text AS "extractDate", o.encumbrances, o.appraisals, o.owners,
      s.entered_at AS "enteredAt"
    FROM realty_object o
    JOIN LATERAL (SELECT s.entered_at FROM case_stage s WHERE s.case_id = o.case_id AND s.stage = 'REALTY_CHECK'
      ORDER BY s.id DESC LIMIT 1) s ON true
    WHERE o.removed_at IS NULL ORDER BY o.id`.execute(db)
  return rows
}

/** Answers of the checks of objects: they were asked when the applications came to the examination. */
export async function writeObjectChecks(db: Db): Promise<void> {
  const asked = await findAsked(db)
  await insertRows(
    db,
    'auto_check',
    {
      case_id: 'int',
      realty_id: 'int',
      code: 'text',
      state: 'text',
      text: 'text',
      requested_at: 'timestamptz',
      answered_at: 'timestamptz',
      valid_until: 'timestamptz',
      attempts: 'int',
      stand_in: 'boolean',
    },
    asked.flatMap((object) => {
      const at = new Date(object.enteredAt)
      const figures = figuresAt(at)
      const facts = { today: at.toISOString().slice(0, 10), figures, object }
      return ofObjects.map((code) => {
        const { state, text } = isOwnCheck(code)
          ? objectVerdict(code, facts)
          : { state: 'OK', text: fineAnswers[code] ?? 'Замечаний нет' }
        const until = new Date(at.getTime() + figures[checkSpecs[code].validity] * 24 * hour)
        const answeredAt = new Date(at.getTime() + 0.02 * hour)
        return [
          object.caseId,
          object.id,
          code,
          state,
          text,
          at.toISOString(),
          answeredAt.toISOString(),
          until.toISOString(),
          1,
          !isOwnCheck(code),
        ]
      })
    }),
  )
}
