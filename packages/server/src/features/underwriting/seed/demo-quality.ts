import { gradingOf, type QualityResult } from '@ipoteka-office/contract/underwriting/quality/grading.ts'
import type { QualityQuestion } from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { demoAccounts } from '#db/seed/demo-accounts.ts'
import { figuresAt } from '#db/seed/figures-at.ts'
import type { Chance } from '#db/seed/generator.ts'
import { withoutHistory } from '#db/seed/without-indexes.ts'

const questions: readonly QualityQuestion[] = [
  { code: 'INCOME', severity: 'CRITICAL', text: 'Доход подтверждён документами, которые его доказывают' },
  {
    code: 'DEBTS',
    severity: 'CRITICAL',
    text: 'Учтены все обязательства из бюро и анкеты, ПДН посчитан по ним',
  },
  {
    code: 'STOPS',
    severity: 'CRITICAL',
    text: 'Стоп-факторы и совпадения с чёрными списками разобраны до решения',
  },
  { code: 'EMPLOYER', severity: 'MAJOR', text: 'Работодатель и занятость проверены, звонок записан' },
  { code: 'PAPERS', severity: 'MAJOR', text: 'Документы комплекта действуют и относятся к участникам' },
  {
    code: 'TERMS',
    severity: 'MAJOR',
    text: 'Сумма, срок и ставка соответствуют программе и запросу клиента',
  },
  { code: 'REASONS', severity: 'MINOR', text: 'Причины решения названы верно и полно' },
  { code: 'WORDS', severity: 'MINOR', text: 'Обоснование понятно тому, кто не видел заявку' },
]

const idOf = (login: string) => demoAccounts.findIndex((account) => account.login === login) + 1
const day = 86_400_000
const comments: Readonly<Record<string, string>> = {
  INCOME: 'Справка за три месяца, доход взят за год',
  DEBTS: 'Не учтена кредитная карта из отчёта бюро',
  STOPS: 'По совпадению телефона нет вердикта',
  EMPLOYER: 'Звонок работодателю не записан',
  PAPERS: 'Срок справки прошёл за день до решения',
  TERMS: 'Ставка без надбавки за отсутствие страхования',
  REASONS: 'Названа одна причина из двух',
  WORDS: 'Обоснование — одно слово',
}

/** Samples of the last months: what was drawn by which rule, how long ago in days, and how much of it is checked. */
const samples = [
  { rule: 'RANDOM', ago: 200, days: 30, size: 30, checked: 100 },
  { rule: 'OVERRIDES', ago: 120, days: 90, size: 25, checked: 100 },
  { rule: 'EACH', ago: 60, days: 60, size: 2, checked: 100 },
  { rule: 'AUTOMATIC', ago: 20, days: 60, size: 15, checked: 80 },
  { rule: 'RANDOM', ago: 3, days: 30, size: 20, checked: 25 },
] as const
const ofRule = {
  RANDOM: sql`true`,
  OVERRIDES: sql`(d.against_engine OR d.against_score)`,
  EACH: sql`d.author_id IS NOT NULL`,
  AUTOMATIC: sql`d.level = 'SYSTEM' AND d.outcome = 'APPROVE'`,
} as const

/** Of a hundred answers so many are errors, by how bad they are. */
const errorShares = { CRITICAL: 2, MAJOR: 6, MINOR: 10 } as const

/** Quality control of the demo bank: the list of questions, its samples and what was found. */
export async function seedDemoQuality(
  db: Db,
  chance: Chance,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<void> {
  const at = (ago: number) => new Date(now.getTime() - ago * day)
  await sql`INSERT INTO quality_checklist (number, questions, author_id, created_at)
    VALUES (1, ${JSON.stringify(questions)}::text::jsonb, ${idOf('uw-head')}, ${at(210)})`.execute(db)
  await withoutHistory(db, ['quality_check'], async () => {
    for (const { rule, ago, days, size, checked } of samples) {
      const drawnAt = at(ago)
      const seed = `demo-${ago}`
      const suits = sql`FROM decision_fact d WHERE ${ofRule[rule]}
        AND d.at >= (((${drawnAt}::timestamptz AT TIME ZONE ${timeZone})::date - ${days}::int)::timestamp AT TIME ZONE ${timeZone})
        AND d.at < ((${drawnAt}::timestamptz AT TIME ZONE ${timeZone})::date::timestamp AT TIME ZONE ${timeZone})
        AND NOT EXISTS (SELECT FROM quality_check q WHERE q.decision_id = d.decision_id)`
      const { rows } = await sql<{ id: number }>`
        INSERT INTO quality_sample (drawn_at, drawn_by, rule, from_day, to_day, seed, size, population, last_decision_id, checklist_id)
        VALUES (${drawnAt}, ${idOf('uw-head')}, ${rule}, (${drawnAt}::timestamptz AT TIME ZONE ${timeZone})::date - ${days}::int,
          (${drawnAt}::timestamptz AT TIME ZONE ${timeZone})::date - 1, ${seed}, ${size}, (SELECT count(*) ${suits}),
          (SELECT coalesce(max(decision_id), 0) FROM decision_fact), 1) RETURNING id`.execute(db)
      await sql`
        INSERT INTO quality_check (sample_id, case_id, decision_id, subject_id, barred_ids)
        SELECT ${rows[0]?.id ?? 0}::int, x.case_id, x.decision_id, x.author_id, ARRAY(
          SELECT o.author_id FROM case_decision o WHERE o.case_id = x.case_id AND o.author_id IS NOT NULL
          UNION SELECT m.actor_id FROM case_stage m WHERE m.case_id = x.case_id AND m.actor_id IS NOT NULL
          UNION SELECT s.saved_by FROM case_section s WHERE s.case_id = x.case_id AND s.saved_by IS NOT NULL
          UNION SELECT f.created_by FROM case_file f WHERE f.id = x.case_id AND f.created_by IS NOT NULL)
        FROM (SELECT d.case_id, d.decision_id, d.author_id, row_number() OVER (${rule === 'EACH' ? sql`PARTITION BY d.author_id` : sql``}
          ORDER BY sha256(convert_to(${`${seed} `} || d.decision_id, 'UTF8')), d.decision_id) AS place ${suits}) x
        WHERE x.place <= ${size} ORDER BY x.decision_id`.execute(db)
      await gradeSome(db, chance, { sampleId: rows[0]?.id ?? 0, checked, drawnAt })
    }
  })
}

const resultOf = (chance: Chance, severity: keyof typeof errorShares): QualityResult =>
  chance.percent(errorShares[severity]) ? 'ERROR' : chance.percent(4) ? 'NA' : 'OK'

async function gradeSome(
  db: Db,
  chance: Chance,
  { sampleId, checked, drawnAt }: { sampleId: number; checked: number; drawnAt: Date },
): Promise<void> {
  const heads = [idOf('uw-head'), idOf('workload')]
  const { rows } = await sql<{ id: number; barred: number[] }>`
    SELECT id, barred_ids AS barred FROM quality_check WHERE sample_id = ${sampleId} ORDER BY id`.execute(db)
  const graded = rows.flatMap(({ id, barred }, index) => {
    const checker = [...(index % 2 === 0 ? heads : heads.toReversed())].find((head) => !barred.includes(head))
    if (checker === undefined || !chance.percent(checked)) return []
    const answers = questions.map(({ code, severity }) => {
      const result = resultOf(chance, severity)
      return { code, result, comment: result === 'ERROR' ? (comments[code] ?? '') : '' }
    })
    const { score, grade, errors } = gradingOf(questions, answers, figuresAt(drawnAt))
    const gradedAt = new Date(drawnAt.getTime() + (1 + (index % 40) / 20) * day)
    return [{ id, checker, answers, score, grade, ...errors, gradedAt: gradedAt.toISOString() }]
  })
  await sql`
    UPDATE quality_check q SET state = 'GRADED', checker_id = g.checker, answers = g.answers, score = g.score, grade = g.grade,
      critical = g."CRITICAL", major = g."MAJOR", minor = g."MINOR", graded_at = g."gradedAt", version = 2
    FROM jsonb_to_recordset(${JSON.stringify(graded)}::text::jsonb) g (id int, checker int, answers jsonb, score smallint,
      grade text, "CRITICAL" smallint, "MAJOR" smallint, "MINOR" smallint, "gradedAt" timestamptz) WHERE q.id = g.id`.execute(
    db,
  )
  await sql`
    INSERT INTO record_move (object_type, object_id, from_state, to_state, action, at, actor_id)
    SELECT 'quality_check', q.id, 'NEW', 'GRADED', 'grade', q.graded_at, q.checker_id FROM quality_check q
    WHERE q.sample_id = ${sampleId} AND q.state = 'GRADED' ORDER BY q.id`.execute(db)
}
