import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import type { Transition } from '@ipoteka-office/contract/machines/machine.ts'

/** A way as the page shows it; `toStage` is the name of the state it leads to. */
export const allowedAction = (
  { action, label, look, comment, reasons, decides }: Transition,
  { toStage, reasonDisabled }: Pick<AllowedAction, 'toStage' | 'reasonDisabled'>,
): AllowedAction => ({
  code: action,
  label,
  enabled: reasonDisabled === null,
  reasonDisabled,
  look: look ?? 'plain',
  comment: comment ?? 'none',
  reasons: reasons ?? null,
  toStage,
  decides: decides !== undefined,
})
