import type { Db } from '#db/database.ts'
import { blacklistChecks } from '#features/blacklists/matching/hits.rules.ts'
import { hitsOfCase } from '#features/blacklists/matching/hits.service.ts'
import { tellOfLateStops } from '#features/underwriting/notices/late-stops.service.ts'
import { blacklistAnswer } from './auto-checks.rules.ts'
import { stopText } from './check-answers.service.ts'
import { findAnswered, rewriteAnswers } from './blacklist-answers.repo.ts'

/** The checks of a case say what its hits say now: after a verdict, a new entry or an appeal. */
export async function refreshBlacklistAnswers(db: Db, caseId: number): Promise<void> {
  const hits = await hitsOfCase(db, caseId)
  const answered = await findAnswered(db, caseId, blacklistChecks)
  const stopped = await rewriteAnswers(
    db,
    caseId,
    answered.map((check) => ({ ...check, ...blacklistAnswer(check, hits) })),
  )
  await tellOfLateStops(
    db,
    caseId,
    stopped.map(({ code, name }) => stopText(code, name)),
  )
}
