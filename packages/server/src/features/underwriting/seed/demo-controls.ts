import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What a form says when it is signed, and what a begun one says before the call. */
const whole = {
  photoMatches: 'YES',
  securityMarks: 'YES',
  papersValid: 'YES',
  signatureMatches: 'YES',
  employerExists: 'YES',
  worksThere: 'YES',
  positionConfirmed: 'YES',
  confirmedBy: 'Отдел кадров',
  calls: [
    { key: 'a', who: 'MOBILE', madeAt: '10:15', result: 'REACHED', said: 'Ответил на все вопросы сценария' },
    { key: 'b', who: 'EMPLOYER', madeAt: '10:40', result: 'REACHED', said: 'Работает, должность та же' },
  ],
  result: 'POSITIVE',
  conclusion: 'Личность, занятость и контакты подтверждены',
}
const { photoMatches, papersValid } = whole
const begun = { photoMatches, papersValid }

/**
 * Forms of control of individuals: of each case that stands on control one, empty, begun or signed, and of those that have
 * passed it the one by which they did.
 */
export async function writeControls(db: Db): Promise<void> {
  await sql`
    INSERT INTO individual_control (case_id, participant_id, cause, cause_text, started_at, started_by, answers, saved_by,
      saved_at, signed_by, signed_at, version)
    SELECT s.case_id, p.id, c.cause, c.cause_text, s.entered_at, CASE WHEN c.cause = 'HAND' THEN sent.actor_id END,
      CASE w.way WHEN 'EMPTY' THEN '{}' WHEN 'BEGUN' THEN ${JSON.stringify(begun)}::text::jsonb
        ELSE ${JSON.stringify(whole)}::text::jsonb END,
      CASE WHEN w.way <> 'EMPTY' THEN w.by END, CASE WHEN w.way <> 'EMPTY' THEN w.at END,
      CASE WHEN w.way = 'SIGNED' THEN w.by END, CASE WHEN w.way = 'SIGNED' THEN w.at END, CASE w.way WHEN 'EMPTY' THEN 1 ELSE 2 END
    FROM case_stage s
    JOIN case_participant p ON p.case_id = s.case_id AND p.role = 'MAIN_BORROWER' AND p.removed_at IS NULL
    CROSS JOIN LATERAL (SELECT CASE WHEN s.left_at IS NOT NULL OR s.case_id % 3 = 2 THEN 'SIGNED'
        WHEN s.case_id % 3 = 1 THEN 'BEGUN' ELSE 'EMPTY' END AS way,
      CASE WHEN s.left_at IS NOT NULL THEN s.actor_id ELSE (SELECT id FROM employee WHERE login = 'verifier') END AS by,
      coalesce(s.left_at, least(s.entered_at + interval '2 hours', now())) AS at) w
    CROSS JOIN LATERAL (SELECT CASE s.case_id % 4 WHEN 0 THEN 'TRIGGER' ELSE 'HAND' END AS cause,
      CASE s.case_id % 4 WHEN 0 THEN 'Телефон работодателя' WHEN 1 THEN 'Проверить занятость' ELSE 'Подтвердить доход звонком' END
        AS cause_text) c
    LEFT JOIN LATERAL (SELECT actor_id FROM case_stage b WHERE b.case_id = s.case_id AND b.left_at <= s.entered_at
      ORDER BY b.left_at DESC, b.id DESC LIMIT 1) sent ON true
    WHERE s.stage = 'VERIFICATION' AND w.by IS NOT NULL AND (s.left_at IS NULL OR s.action = 'verified')
    ORDER BY s.entered_at, s.id`.execute(db)
}
