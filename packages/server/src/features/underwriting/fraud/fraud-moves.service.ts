import { fraudVerdicts } from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import type { Guard } from '#features/cases/engine/engine.ts'
import { findFreshVerdict } from './verdicts.repo.ts'

const place = 'на странице «Проверка на мошенничество»'

/** An application goes on only after a verdict of this visit that does not confirm the fraud. */
const fraudDenied: Guard = async ({ db, caseId }) => {
  const verdict = await findFreshVerdict(db, caseId)
  if (verdict === null) return `Сначала дайте вердикт ${place}`
  return verdict === 'CONFIRMED'
    ? `Вердикт — «${fraudVerdicts.CONFIRMED}»: откажите по нему или дайте новый вердикт ${place}`
    : null
}

/** Nobody is refused as a fraud without a verdict that says so. */
const fraudProven: Guard = async ({ db, caseId }) => {
  const verdict = await findFreshVerdict(db, caseId)
  if (verdict === 'CONFIRMED') return null
  return verdict === null
    ? `Сначала дайте вердикт «${fraudVerdicts.CONFIRMED}» ${place}`
    : `Вердикт — «${fraudVerdicts[verdict]}»: для отказа нужен «${fraudVerdicts.CONFIRMED}»`
}

/** Conditions of moves by verdicts on fraud. */
export const fraudGuards = { fraudDenied, fraudProven }
