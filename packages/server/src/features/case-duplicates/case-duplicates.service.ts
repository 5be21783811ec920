import type {
  CaseDuplicate,
  DuplicateReason,
  DuplicateWish,
} from '@ipoteka-office/contract/case-duplicates.ts'
import { isMasked } from '@ipoteka-office/contract/common/masks.ts'
import { CaseType, caseTypes } from '@ipoteka-office/contract/machines/machines.ts'
import type { Db } from '#db/database.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { countNumberQuestion } from '#features/access-log/number-questions.service.ts'
import { holds, stageName } from '#features/processes/machine.rules.ts'
import { ApiError } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { keepMasked, masked } from '#lib/masking.ts'
import { findDuplicateCases, findStoredNumbers } from './case-duplicates.repo.ts'

const byNumber: ReadonlySet<DuplicateReason> = new Set(['PASSPORT', 'PHONE'])

/** Masks stand for what is stored of the case that is filled in. */
async function whole(db: Db, actor: Actor, wish: DuplicateWish): Promise<DuplicateWish> {
  if (!isMasked(wish.passport) && !isMasked(wish.phone)) return wish
  const stored = wish.exceptId === null ? undefined : await findStoredNumbers(db, actor, wish.exceptId)
  return keepMasked(wish, stored ?? {})
}

/** Cases that seem to be of the same client, as far as the person sees and may read them. */
export async function findDuplicates(db: Db, actor: Actor, wish: DuplicateWish): Promise<CaseDuplicate[]> {
  const types = CaseType.options.filter((type) => holds(actor, type, 'Read'))
  const rows = await findDuplicateCases(db, actor, types, await whole(db, actor, wish))
  return masked(
    actor,
    rows.map((row) => ({ ...row, stageName: stageName(row.type, row.stage) })),
  )
}

/** The search by itself, as a person asks for it: exact numbers are counted, and what they found is written down. */
export async function askDuplicates(context: Context, wish: DuplicateWish): Promise<CaseDuplicate[]> {
  const { db, actor } = context
  if (wish.passport !== null || wish.phone !== null) await countNumberQuestion(context)
  const found = await findDuplicates(db, actor, wish)
  for (const { id, type } of found.filter(({ reasons }) => reasons.some((one) => byNumber.has(one))))
    await recordUnmasking(
      context,
      { type: caseTypes[type].object, id },
      { persons: 1, what: 'Найдено по номеру паспорта или телефона' },
    )
  return found
}

/** 409 that carries the duplicates nobody has looked at yet. */
export async function refuseDuplicates(
  db: Db,
  actor: Actor,
  wish: DuplicateWish,
  known: readonly number[],
): Promise<void> {
  const found = (await findDuplicates(db, actor, wish)).filter(({ id }) => !known.includes(id))
  if (found.length === 0) return
  throw new ApiError(409, 'ER_VALIDATION', 'Похоже, этот клиент уже есть: посмотрите найденные дела', {
    current: { duplicates: found },
  })
}
