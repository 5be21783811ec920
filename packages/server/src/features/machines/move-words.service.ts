import type { Transition } from '@ipoteka-office/contract/machines/machine.ts'
import type { Db } from '#db/database.ts'
import { refuseUnknownCodes } from '#features/references/known-codes.service.ts'
import { invalid } from '#http/errors.ts'

/** What is said with a move. */
export interface MoveWords {
  readonly comment?: string | undefined
  /** Code of the dictionary that the transition names. */
  readonly reason?: string | undefined
}

const required = 'Поле должно быть заполнено'

/** 400 where a comment or a reason that the transition asks for is missing or unknown. */
export async function checkWords(
  db: Db,
  transition: Pick<Transition, 'comment' | 'reasons'>,
  { comment, reason }: MoveWords,
): Promise<void> {
  if (transition.comment === 'required' && (comment ?? '') === '')
    throw invalid([{ path: 'comment', message: required }])
  if (transition.reasons === undefined) return
  if (reason === undefined) throw invalid([{ path: 'reason', message: required }])
  const asked = { path: 'reason', dictionary: transition.reasons, code: reason, label: 'Причина' }
  await refuseUnknownCodes(db, [asked])
}
