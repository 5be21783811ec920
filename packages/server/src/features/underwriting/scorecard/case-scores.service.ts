import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  characteristicOf,
  type CharacteristicCode,
} from '@ipoteka-office/contract/underwriting/scorecard/characteristics.ts'
import { betterText, factText } from '@ipoteka-office/contract/underwriting/scorecard/score-words.ts'
import type * as api from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { oddsOf, scoreOf } from '@ipoteka-office/contract/underwriting/scorecard/scoring.ts'
import { requireReviewed } from '#features/full-applications/checks/checks-grid.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import type { Context } from '#http/route.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { findCaseRuns, type RunOfScorecard } from './runs-of-scorecard.repo.ts'
import { findAgreements, findScorecards } from './scorecards.repo.ts'
import type { StoredScorecard } from './stored-scorecard.ts'

type Scores = ReplyOf<typeof api.getCaseScores>
type Shown = NonNullable<Scores['champion']>
type NameOf = Awaited<ReturnType<typeof codeNames>>

const dictionaryOf = (code: CharacteristicCode): string[] => {
  const { measure } = characteristicOf(code)
  return measure.kind === 'CODE' ? [measure.dictionary] : []
}

/** A score is recomputed from its version and its facts: it is shown as long as the two give what was kept. */
function toShown(run: RunOfScorecard, card: StoredScorecard, stageName: string, nameOf: NameOf): Shown {
  const { content } = card
  const { total, parts } = scoreOf(content, run.facts)
  if (total !== run.score)
    throw new Error(`The score ${run.id} does not follow from its version and its facts`)
  return {
    id: run.id,
    at: run.at,
    stageName,
    scorecard: { id: card.id, number: card.number, title: card.title },
    role: run.role,
    score: run.score,
    advice: run.advice,
    base: content.base,
    odds: oddsOf(content, run.score),
    parts: parts.map((part) => ({
      code: part.code,
      name: characteristicOf(part.code).name,
      value: factText(part.code, part.value, nameOf),
      points: part.points,
      most: part.most,
      better: betterText(content, part, nameOf),
    })),
  }
}

/** What the bank's scorecard says of an application, characteristic by characteristic. */
export async function caseScores(
  references: ReferenceReader,
  context: Context,
  caseId: number,
): Promise<Scores> {
  const { db, actor } = context
  const { id, type, number } = await requireReviewed(context, caseId)
  const runs = await findCaseRuns(db, caseId)
  const cards = new Map((await findScorecards(db)).map((card) => [card.id, card]))
  const used = [...cards.values()].flatMap(({ content }) => content.characteristics)
  const nameOf = await codeNames(
    references,
    used.flatMap(({ code }) => dictionaryOf(code)),
  )
  const shown = (run: RunOfScorecard | undefined): Shown | null => {
    const card = cards.get(run?.versionId ?? 0)
    return run === undefined || card === undefined
      ? null
      : toShown(run, card, stageNameFor(actor, type, run.stage), nameOf)
  }
  const ofChampion = runs.filter(({ role }) => role === 'CHAMPION')
  const latest = ofChampion[0]
  const beside = runs.find(({ role, at }) => role === 'CHALLENGER' && at === latest?.at)
  return {
    head: { id, type, number },
    champion: shown(latest),
    challenger: shown(beside),
    agreement: beside === undefined ? null : ((await findAgreements(db)).get(beside.versionId) ?? null),
    earlier: ofChampion.slice(1).flatMap((run) => {
      const one = shown(run)
      return one === null ? [] : [one]
    }),
  }
}
