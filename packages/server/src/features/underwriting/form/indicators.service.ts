import type { Figures } from '@ipoteka-office/contract/parameters/figures.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { familySize } from '@ipoteka-office/contract/underwriting/form/family.ts'
import type { FormIndicators } from '@ipoteka-office/contract/underwriting/form/room.ts'
import type { Db } from '#db/database.ts'
import { divideHalfUp, fromUnits, toUnits } from '#features/calculator/exact.ts'
import { burdenOf, type MeansDay, meansOf } from '#features/cases/means/case-means.rules.ts'
import { meansDay, worthsOfCase } from '#features/cases/means/case-means.service.ts'
import { asTaken } from '#features/cases/means/taken-means.service.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { onTerms } from '../grounds.service.ts'
import type { Grounds } from '../grounds.service.ts'
import { monthsBetween } from './spans.rules.ts'
import { type KnownPerson, writtenValue } from './sources.service.ts'
import { cheaper, stressedTerms } from './stress.rules.ts'

/** What is left to each of the family a month; it may be less than nothing. */
function residualOf(
  burden: { readonly income: string; readonly payments: string } | null,
  family: number,
): string | null {
  if (burden === null) return null
  const left = toUnits(burden.income, 2) - toUnits(burden.payments, 2)
  return fromUnits(divideHalfUp(left, BigInt(family)), 2)
}

/** Since when somebody works where they work: as it was taken, else as the register tells it, else as the agent wrote. */
function seniorityOf(known: KnownPerson, today: string, norm: number): FormIndicators['seniority'] {
  const taken = known.taken.find(({ field }) => field === 'employedSince')?.taken['employedSince']
  const register = known.said.get('employedSince')?.REGISTER?.value
  const written = writtenValue(known, 'employedSince', today)
  const since = taken ?? register ?? written ?? null
  const source =
    taken !== undefined ? 'взято' : register ? 'по данным СФР' : written === null ? 'не указан' : 'по анкете'
  return { months: since === null ? null : monthsBetween(since, today), norm, source }
}

/** What is left to each of the family, as things stand and with a dearer loan. */
export async function residualsOf(
  engine: Engine,
  db: Db,
  row: Pick<CaseRow, 'id'>,
  { grounds, figures }: { readonly grounds: Grounds; readonly figures: Figures },
): Promise<Pick<FormIndicators, 'residual' | 'family' | 'income'>> {
  const day: MeansDay = await meansDay(db, engine)
  const data = await asTaken(db, row.id, grounds.stored)
  const objects = await worthsOfCase(db, row.id)
  const dearer = onTerms(data, stressedTerms(grounds.requested, figures['stress-rate']))
  const family = familySize(grounds.stored.participants, day.today)
  const burden = burdenOf(data, objects, day)
  return {
    residual: {
      value: residualOf(burden, family),
      norm: figures['residual-income'],
      stress: residualOf(burdenOf(dearer, objects, day), family),
    },
    family,
    income: burden?.income ?? null,
  }
}

/** The measures of a case with what is allowed and what they become under stress. */
export async function indicatorsOf(
  engine: Engine,
  db: Db,
  row: CaseRow,
  {
    grounds,
    known,
    figures,
  }: { readonly grounds: Grounds; readonly known: KnownPerson; readonly figures: Figures },
): Promise<FormIndicators> {
  const day: MeansDay = await meansDay(db, engine)
  const data = await asTaken(db, row.id, grounds.stored)
  const objects = await worthsOfCase(db, row.id)
  const [points, percent] = [figures['stress-rate'], figures['stress-price']]
  const dearer = onTerms(data, stressedTerms(grounds.requested, points))
  const less = cheaper(data, objects, percent)
  const isSecured = caseTypes[row.type].places?.includes('REALTY_OBJECTS') ?? false
  return {
    ...(await residualsOf(engine, db, row, { grounds, figures })),
    debtLoad: {
      value: grounds.before.debtLoad,
      norm: figures['calculator-debt-load'],
      stress: meansOf(dearer, objects, day).debtLoad,
    },
    ratePoints: points,
    loanToValue: isSecured
      ? {
          value: grounds.before.loanToValue,
          norm: figures['calculator-loan-to-value'],
          stress: meansOf(less.data, less.objects, day).loanToValue,
        }
      : null,
    pricePercent: percent,
    seniority: seniorityOf(known, day.today, figures['job-seniority']),
  }
}
