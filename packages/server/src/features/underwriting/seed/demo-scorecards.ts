import { readFileSync } from 'node:fs'
import {
  ScorecardContent,
  type ScorecardContent as Content,
} from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import {
  type HistoryFacts,
  scorecardFacts,
} from '@ipoteka-office/contract/underwriting/scorecard/scorecard-facts.ts'
import { scoreOf } from '@ipoteka-office/contract/underwriting/scorecard/scoring.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#db/database.ts'
import { insertRows } from '#db/seed/bulk-rows.ts'
import { demoAccounts } from '#db/seed/demo-accounts.ts'
import { pastDays } from '#db/seed/rulebook/ways.ts'
import { withoutHistory } from '#db/seed/without-indexes.ts'
import { entryOf } from '#features/cases/seed/demo-case-facts.ts'
import { text } from '#features/cases/seed/demo-case-writes.ts'
import { meansAt } from '#features/cases/seed/demo-means.ts'
import type { WrittenQuestionnaire } from '#features/cases/seed/demo-questionnaires.ts'

const file = new URL('../../../db/seed/data/scorecards.json', import.meta.url)
const [champion, challenger] = z
  .array(ScorecardContent.extend({ title: z.string() }))
  .parse(JSON.parse(readFileSync(file, 'utf8'))) as [Titled, Titled]
type Titled = Content & { readonly title: string }

const idOf = (login: string) => demoAccounts.findIndex((account) => account.login === login) + 1
const day = 86_400_000
/** The second version was written when the first one had been used for a year. */
const comparedDays = 180
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * day)

/** The two versions: each was written by one head and agreed to by the other. */
const versions = [
  { card: champion, state: 'CHAMPION', author: 'workload', approver: 'uw-head', days: pastDays + 30 },
  { card: challenger, state: 'CHALLENGER', author: 'uw-head', approver: 'workload', days: comparedDays },
] as const

const ways = {
  CHAMPION: [
    ['DRAFT', 'submit', 'ON_APPROVAL'],
    ['ON_APPROVAL', 'approve', 'CHALLENGER'],
    ['CHALLENGER', 'propose', 'ON_PROMOTION'],
    ['ON_PROMOTION', 'promote', 'CHAMPION'],
  ],
  CHALLENGER: [
    ['DRAFT', 'submit', 'ON_APPROVAL'],
    ['ON_APPROVAL', 'approve', 'CHALLENGER'],
  ],
} as const
const byApprover: readonly string[] = ['approve', 'promote']

/** The scorecards of the demo bank with the way each has gone. */
export async function seedDemoScorecards(db: Db, now: Date): Promise<void> {
  await withoutHistory(db, ['scorecard_version'], async () => {
    for (const [index, { card, state, author, approver, days }] of versions.entries()) {
      const { title, ...content } = card
      const since = daysBefore(now, days)
      const { rows } = await sql<{ id: number }>`
        INSERT INTO scorecard_version (number, title, content, state, author_id, contributors, created_at, approver_id, since)
        VALUES (${index + 1}, ${title}, ${JSON.stringify(content)}::text::jsonb, ${state}, ${idOf(author)},
          ARRAY[${idOf(author)}::int], ${daysBefore(since, 5)}, ${idOf(approver)}, ${since}) RETURNING id`.execute(
        db,
      )
      for (const [step, [from, action, to]] of ways[state].entries())
        await sql`
          INSERT INTO record_move (object_type, object_id, part, from_state, to_state, action, at, actor_id)
          VALUES ('scorecard_version', ${rows[0]?.id ?? 0}, 0, ${from}, ${to}, ${action}, ${daysBefore(since, 2 - step)},
            ${idOf(byApprover.includes(action) ? approver : author)})`.execute(db)
    }
  })
}

/** What a bureau knew of the borrower: of those who live beyond their means seldom anything good. */
function historyOf({ one }: WrittenQuestionnaire): HistoryFacts {
  const { serial, isStrained, steps } = one
  // What the system has approved by itself gave no reason for a look.
  if (steps.some(({ left }) => left?.action === 'approveAutomatically'))
    return { depthMonths: 72, worstDelay: 0, enquiries30: 0 }
  const late = isStrained ? [0, 5, 12, 34, 65, 95] : [0, 0, 0, 0, 3, 0, 0, 14, 0, 0, 0, 31]
  return {
    depthMonths: serial % 11 === 7 ? null : (serial * 7) % 110,
    worstDelay: serial % 11 === 7 ? null : (late[serial % late.length] ?? 0),
    enquiries30: serial % 11 === 7 ? null : (serial % 5) * (isStrained ? 2 : 1),
  }
}

/** What the versions of a moment say of a made-up application. */
export function demoScores(questionnaire: WrittenQuestionnaire, at: Date, now: Date) {
  const { one, sections, people } = questionnaire
  const facts = scorecardFacts(
    { type: one.type, sections, participants: people },
    {
      means: meansAt(questionnaire, at),
      history: historyOf(questionnaire),
      today: at.toISOString().slice(0, 10),
    },
  )
  const acting = versions.filter(({ days }) => at >= daysBefore(now, days))
  return acting.map(({ card, state }) => {
    const { total, advice } = scoreOf(card, facts)
    return {
      number: versions.findIndex((one) => one.state === state) + 1,
      role: state,
      score: total,
      advice,
      facts,
    }
  })
}

/** Scores of everybody who has come to the checks. */
export async function writeScores(
  db: Db,
  questioned: readonly WrittenQuestionnaire[],
  now: Date,
): Promise<void> {
  await insertRows(
    db,
    'scorecard_run',
    {
      case_id: 'int',
      version_id: 'int',
      score: 'smallint',
      at: 'timestamptz',
      role: 'text',
      advice: 'text',
      stage: 'text',
      facts: 'jsonb',
    },
    questioned.flatMap((questionnaire) => {
      const at = entryOf(questionnaire.one, 'AUTO_CHECKS')
      if (at === undefined) return []
      return demoScores(questionnaire, at, now).map(({ number, role, score, advice, facts }) => [
        questionnaire.one.id,
        number,
        score,
        text(at),
        role,
        advice,
        'AUTO_CHECKS',
        JSON.stringify(facts),
      ])
    }),
  )
}
