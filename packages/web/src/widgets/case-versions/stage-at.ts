import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { isBefore } from '../versions/moments.ts'

/** The stage that a case was in at a moment; null: before the first. */
export const stageAt = ({ phases }: Pick<CaseHead, 'phases'>, at: string): string | null =>
  phases
    .flatMap(({ stages }) => stages)
    .filter(({ enteredAt }) => !isBefore(at, enteredAt))
    .reduce<{ name: string; enteredAt: string } | null>(
      (latest, stage) => (latest !== null && isBefore(stage.enteredAt, latest.enteredAt) ? latest : stage),
      null,
    )?.name ?? null
