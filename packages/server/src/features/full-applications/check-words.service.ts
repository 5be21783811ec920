import type { Db } from '#db/database.ts'
import type { CheckRow } from './auto-checks.repo.ts'
import { type CheckCode, checkSpecs } from './auto-checks.rules.ts'
import { findRisks, findVerdicts, type RiskRow, type VerdictRow } from './check-words.repo.ts'
import { isOf, riskOf } from './check-words.rules.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'

/** A check that has been taken for not passed, by itself or by whoever reviewed its answer. */
function stopsIn(
  checks: readonly CheckRow[],
  verdicts: readonly VerdictRow[],
  risks: readonly TakenRisk[],
): string[] {
  return checks.flatMap((check) => {
    const said = verdicts.find(({ checkId }) => checkId === check.id)
    const denied = said !== undefined && said.verdict === 'NOT_PASSED' && isOf(said, check)
    if (check.state !== 'FAIL' && !denied) return []
    const { name, subject } = namesOf(check)
    const risk = risks.find(({ checkId }) => checkId === check.id)
    const words = [
      `${name}, ${subject}: ${check.text}`,
      ...(denied ? [`вердикт «Не пройдена», ${said.by.fullName}: ${said.comment}`] : []),
      ...(risk === undefined ? [] : [`риск принят по ${dayText(risk.validTo)}, ${risk.by}: ${risk.reason}`]),
    ]
    return [words.join('; ')]
  })
}

/** A risk that is taken, as a decision keeps it. */
export interface TakenRisk {
  readonly checkId: number
  readonly check: string
  readonly subject: string
  readonly answer: string
  readonly reason: string
  readonly by: string
  readonly validTo: string
}
const namesOf = ({ code, participantName, realtyName }: CheckRow) => ({
  name: checkSpecs[code as CheckCode].name,
  subject: participantName ?? realtyName ?? 'заявка',
})

const takenRisks = (checks: readonly CheckRow[], risks: readonly RiskRow[], day: string): TakenRisk[] =>
  checks.flatMap((check) => {
    const risk = riskOf(check, risks, day)
    if (risk === undefined) return []
    const { name, subject } = namesOf(check)
    const { reason, validTo, by } = risk
    return [{ checkId: check.id, check: name, subject, answer: check.text, reason, by: by.fullName, validTo }]
  })

/** What of the checks stands against a case on a day, in words, and which of it somebody has taken upon themselves. */
export async function standingWords(
  db: Db,
  caseId: number,
  checks: readonly CheckRow[],
  day: string,
): Promise<{ stops: string[]; risks: TakenRisk[] }> {
  const risks = takenRisks(checks, await findRisks(db, caseId), day)
  return { stops: stopsIn(checks, await findVerdicts(db, caseId), risks), risks }
}
