import type {
  CaseDuplicate,
  DuplicateReason,
  DuplicateWish,
} from '@ipoteka-office/contract/cases/case-duplicates.ts'
import { CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { ApiError } from '#http/errors.ts'
import { countNumbersAsked, wholeNumber } from '#http/number-questions.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { keepMasked, masked, seesPersonalData } from '#lib/masking.ts'
import { findDuplicateCases, findStoredNumbers } from './case-duplicates.repo.ts'
import { stageFor, stageNameFor } from '#lib/shown-stages.ts'

type Reader = Pick<Context, 'db' | 'actor' | 'requestId'>

const byNumber: ReadonlySet<DuplicateReason> = new Set(['PASSPORT', 'SNILS', 'INN', 'PHONE'])

/** Masks stand for what is stored of the case that is filled in; so do numbers that its form does not ask. */
async function whole(db: Db, actor: Actor, wish: DuplicateWish): Promise<DuplicateWish> {
  const stored = wish.exceptId === null ? undefined : await findStoredNumbers(db, actor, wish.exceptId)
  const { inn, snils, ...given } = keepMasked(wish, stored ?? {})
  return { ...given, inn: inn ?? stored?.inn ?? null, snils: snils ?? stored?.snils ?? null }
}

/** Cases that seem to be of the same client, as far as the person sees and may read them; the wish has no masks. */
async function findDuplicates(
  bank: BankFigures,
  db: Db,
  actor: Actor,
  wish: DuplicateWish,
): Promise<CaseDuplicate[]> {
  const types = CaseType.options.filter((type) => holds(actor, type, 'Read'))
  const { 'duplicate-phone': phoneDays } = await figuresToday(bank)
  const rows = await findDuplicateCases(db, actor, { types, phoneDays }, wish)
  return masked(
    actor,
    rows.map((row) => ({
      ...row,
      stage: stageFor(actor, row.type, row.stage),
      stageName: stageNameFor(actor, row.type, row.stage),
    })),
  )
}

/** Writes down whose numbers were found out, or shown whole. */
async function noteFound(context: Reader, found: readonly CaseDuplicate[]): Promise<void> {
  for (const { id, type, reasons, passport, phone } of found) {
    const asked = reasons.some((one) => byNumber.has(one))
    const isShown = seesPersonalData(context.actor) && (passport !== null || phone !== null)
    if (!asked && !isShown) continue
    const what = asked ? 'Найдено по номеру клиента' : 'Поиск дублей'
    await recordUnmasking(context, { type: caseTypes[type].object, id }, { persons: 1, what })
  }
}

/** The search by itself, as a person asks for it: what it found is written down. */
export async function askDuplicates(
  bank: BankFigures,
  context: Context,
  asked: DuplicateWish,
): Promise<CaseDuplicate[]> {
  const { db, actor } = context
  const wish = await whole(db, actor, asked)
  // What the case holds may have been typed into it just to be asked about.
  const numbers = [wish.passport, wish.phone, wish.inn, wish.snils].flatMap((one) => wholeNumber(one) ?? [])
  await countNumbersAsked(db, actor.employeeId, numbers)
  const found = await findDuplicates(bank, db, actor, wish)
  await noteFound(context, found)
  return found
}

/** 409 that carries the duplicates nobody has looked at yet; whose they are is written down all the same. */
export async function refuseDuplicates(
  bank: BankFigures,
  context: Reader,
  wish: Omit<DuplicateWish, 'inn' | 'snils'>,
  known: readonly number[],
): Promise<void> {
  const { db, actor } = context
  const asked = await whole(db, actor, { ...wish, inn: null, snils: null })
  const found = (await findDuplicates(bank, db, actor, asked)).filter(({ id }) => !known.includes(id))
  if (found.length === 0) return
  await noteFound(context, found)
  throw new ApiError(409, 'ER_VALIDATION', 'Похоже, этот клиент уже есть: посмотрите найденные дела', {
    current: { duplicates: found },
  })
}
