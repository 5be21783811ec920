import { lowered } from '@ipoteka-office/contract/words.ts'
import type { ChangeRequest } from '@ipoteka-office/contract/change-requests/change-requests.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import {
  capFields as of,
  capIssues,
  type CapInput,
  capProgrammes,
  type RateCap,
} from '@ipoteka-office/contract/rate-limits/caps.ts'
import { limitText } from '@ipoteka-office/contract/rate-limits/points.ts'
import { authorityProducts } from '@ipoteka-office/contract/underwriting/authority.ts'
import type { Db } from '#db/database.ts'
import { type ChangeKind, requestChange } from '#features/change-requests/change-requests.service.ts'
import { publish } from '#live/publish.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { nameOfCode, refuseUnknownCodes } from '#features/references/known-codes.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { addDays, bankDay } from '#lib/bank-time.ts'
import { findCap, findPartnerName, insertCap, withdrawCap } from './caps.repo.ts'

/** What a request asks for. */
type AskedCap =
  | { readonly action: 'give'; readonly cap: CapInput }
  | { readonly action: 'change'; readonly cap: CapInput }
  | { readonly action: 'end'; readonly lastDay: string | null }

interface CapWords {
  readonly label: string
  readonly value: string
}

async function wordsOf(db: Db, cap: CapInput, partnerName: string | null): Promise<CapWords[]> {
  const programme = await nameOfCode(db, capProgrammes[cap.product], cap.programme)
  return [
    { label: of.product.label, value: authorityProducts[cap.product] },
    { label: of.programme.label, value: programme ?? 'все' },
    { label: of.partnerId.label, value: partnerName ?? 'любой' },
    { label: of.rate.label, value: limitText(cap.rate) },
    { label: of.validFrom.label, value: dayText(cap.validFrom) },
    { label: of.validTo.label, value: cap.validTo === null ? 'без срока' : dayText(cap.validTo) },
    { label: of.ground.label, value: cap.ground },
  ]
}

const differences = (before: readonly CapWords[], after: readonly CapWords[]) =>
  after
    .map(({ label, value }, at) => ({ label, oldValue: before[at]?.value ?? '', newValue: value }))
    .filter(({ oldValue, newValue }) => oldValue !== newValue)

async function checkCap(bank: BankFigures, db: Db, cap: CapInput): Promise<string | null> {
  const issues = capIssues(cap, bankDay(bank.clock))
  const { partnerId, programme, product } = cap
  const partner = partnerId === null ? null : await findPartnerName(db, partnerId)
  if (partnerId !== null && partner === null)
    issues.push({ path: 'partnerId', message: 'Такого партнёра нет' })
  if (issues.length > 0) throw invalid(issues)
  if (programme !== null)
    await refuseUnknownCodes(db, [
      { path: 'programme', dictionary: capProgrammes[product], code: programme, label: of.programme.label },
    ])
  return partner
}

interface Asked {
  readonly objectId: number | null
  readonly version: number | null
  readonly title: string
  readonly payload: AskedCap
  readonly fields: ChangeRequest['fields']
}

async function ask(
  bank: BankFigures,
  { db, actor }: Context,
  { objectId, version, title, payload, fields }: Asked,
): Promise<ChangeRequest> {
  const request = await requestChange(
    { db, actor, bank },
    {
      kind: 'rate_cap',
      objectId,
      title: `Потолок ставки: ${title}`,
      payload,
      diff: { fields, added: [], removed: [] },
      baseVersion: version,
      affected: 0,
    },
  )
  await publish(db, topics.rateLimits)
  return request
}

const isLive = ({ state }: RateCap) => state === 'CURRENT' || state === 'FUTURE'

/** The cap that is going to change, as the person has seen it. */
async function takeCap(bank: BankFigures, { db }: Context, id: number, version: number): Promise<RateCap> {
  const cap = await findCap(db, id, bankDay(bank.clock), { lock: true })
  if (cap === undefined) throw notFound('Такого потолка ставки нет')
  if (cap.version !== version) throw stale(cap, undefined)
  if (!isLive(cap)) throw conflict('Этот потолок уже не действует: заведите новый')
  return cap
}

/** Asks a second person for a new cap. */
export async function askCap(bank: BankFigures, context: Context, cap: CapInput): Promise<ChangeRequest> {
  const partner = await checkCap(bank, context.db, cap)
  return ask(bank, context, {
    objectId: null,
    version: null,
    title: `${limitText(cap.rate)}, ${lowered(authorityProducts[cap.product])}`,
    payload: { action: 'give', cap },
    fields: differences([], await wordsOf(context.db, cap, partner)),
  })
}

/** Asks a second person to put another cap in the place of this one. */
export async function askCapChange(
  bank: BankFigures,
  context: Context,
  id: number,
  { version, ...cap }: CapInput & { readonly version: number },
): Promise<ChangeRequest> {
  const before = await takeCap(bank, context, id, version)
  const partner = await checkCap(bank, context.db, cap)
  const fields = differences(
    await wordsOf(context.db, before, before.partner?.shortName ?? null),
    await wordsOf(context.db, cap, partner),
  )
  if (fields.every(({ label }) => label === of.validFrom.label))
    throw invalid([{ path: 'rate', message: 'Ничего не изменено' }])
  return ask(bank, context, {
    objectId: id,
    version,
    title: `${limitText(before.rate)} → ${limitText(cap.rate)}`,
    payload: { action: 'change', cap },
    fields,
  })
}

/** Asks a second person to end a cap. */
export async function askCapEnd(
  bank: BankFigures,
  context: Context,
  id: number,
  { version, lastDay, reason }: { version: number; lastDay: string | null; reason: string },
): Promise<ChangeRequest> {
  const before = await takeCap(bank, context, id, version)
  if (lastDay !== null && lastDay < bankDay(bank.clock))
    throw invalid([
      { path: 'lastDay', message: 'Этот день уже прошёл: оставьте пусто, чтобы прекратить сразу' },
    ])
  if (lastDay !== null && before.validTo !== null && lastDay >= before.validTo)
    throw invalid([{ path: 'lastDay', message: 'Потолок и так закончится не позже этого дня' }])
  return ask(bank, context, {
    objectId: id,
    version,
    title: `прекращение, ${limitText(before.rate)}`,
    payload: { action: 'end', lastDay },
    fields: [
      {
        label: of.validTo.label,
        oldValue: before.validTo === null ? 'без срока' : dayText(before.validTo),
        newValue: lastDay === null ? 'сразу после подтверждения' : dayText(lastDay),
      },
      { label: of.reason.label, oldValue: '', newValue: reason },
    ],
  })
}

/** Ends a cap on a day: its row is withdrawn, and one that ends takes its place. */
async function endOn(
  db: Db,
  before: RateCap,
  { lastDay, today, requestId }: { lastDay: string; today: string; requestId: number },
): Promise<void> {
  await withdrawCap(db, before.id)
  if (lastDay < today || lastDay < before.validFrom) return
  await insertCap(db, { ...before, validTo: lastDay }, requestId)
}

/** Caps of rates, as a second person decides on them. */
export const capChanges = ({ clock }: Pick<BankFigures, 'clock'>): ChangeKind => ({
  async isStale(db, { objectId, baseVersion, payload }, how) {
    const asked = payload as AskedCap
    if (asked.action !== 'end' && asked.cap.validTo !== null && asked.cap.validTo < bankDay(clock))
      return true
    if (objectId === null) return false
    return (await findCap(db, objectId, bankDay(clock), how))?.version !== baseVersion
  },
  async apply({ db, request: { id, objectId, payload } }) {
    const asked = payload as AskedCap
    const today = bankDay(clock)
    const before = objectId === null ? undefined : await findCap(db, objectId, today, { lock: true })
    if (asked.action === 'end') {
      if (before !== undefined)
        await endOn(db, before, { today, requestId: id, lastDay: asked.lastDay ?? addDays(today, -1) })
      return objectId
    }
    // What was agreed to later begins on the day when it was.
    const validFrom = asked.cap.validFrom < today ? today : asked.cap.validFrom
    if (before !== undefined)
      await endOn(db, before, { today, requestId: id, lastDay: addDays(validFrom, -1) })
    await insertCap(db, { ...asked.cap, validFrom }, id)
    return objectId
  },
  decided: (db) => publish(db, topics.rateLimits),
})
