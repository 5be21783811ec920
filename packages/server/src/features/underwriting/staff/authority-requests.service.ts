import type { ChangeRequest } from '@ipoteka-office/contract/change-requests/change-requests.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { type Authority, authorityProducts } from '@ipoteka-office/contract/underwriting/authority.ts'
import { authorityFields as of } from '@ipoteka-office/contract/underwriting/authority-fields.ts'
import {
  type AuthorityInput,
  authorityIssues,
} from '@ipoteka-office/contract/underwriting/authority-input.ts'
import { isAnyOf } from '#db/same-person.ts'
import { requestChange } from '#features/change-requests/change-requests.service.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import { refuseUnknownIn } from '#features/references/known-codes.service.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import { findHolder, findLiveAuthorities, type Holder } from './authorities.repo.ts'
import { type AskedAuthority, refusalOfHolder } from './authority-changes.service.ts'
import { authorityDifferences } from './authority-words.ts'
import { getUnderwriter, requireOfBank, type StaffParts } from './underwriters.service.ts'

interface Versioned {
  readonly version: number
}
type Given = AuthorityInput & Versioned

/** The person held for a request: of the bank, somebody else than asks, and as the card was read. */
async function takeHolder(
  parts: StaffParts,
  context: Context,
  id: number,
  version: number,
): Promise<{ holder: Holder; live: readonly Authority[] }> {
  const { db, actor } = context
  const holder = requireOfBank(await findHolder(db, id, { lock: true }))
  if (await isAnyOf(db, actor.employeeId, [id]))
    throw forbidden('Свои полномочия запрашивает другой сотрудник')
  if (holder.version !== version)
    throw stale(
      await getUnderwriter(parts, context, id),
      await findLastChangeOf(db, { objectType: 'employee', objectId: id }),
    )
  return { holder, live: await findLiveAuthorities(db, id, bankDay(parts.clock)) }
}

function requireAuthority(live: readonly Authority[], id: number): Authority {
  const found = live.find((one) => one.id === id)
  if (found === undefined) throw notFound('Таких полномочий у сотрудника уже нет')
  return found
}

interface Asked {
  readonly asked: AskedAuthority
  /** The change after the person's name. */
  readonly title: string
  readonly fields: ChangeRequest['fields']
  readonly reason: string
}

async function ask(
  parts: StaffParts,
  { db, actor }: Context,
  { id, fullName, version }: Holder,
  { asked, title, fields, reason }: Asked,
): Promise<ChangeRequest> {
  const request = await requestChange(
    { db, actor, bank: parts },
    {
      kind: 'decision_authority',
      objectId: id,
      title: `${fullName}: ${title}`,
      payload: asked,
      diff: {
        fields: [...fields, { label: of.reason.label, oldValue: '', newValue: reason }],
        added: [],
        removed: [],
      },
      baseVersion: version,
      affected: 1,
    },
  )
  await publish(db, topics.underwriters)
  return request
}

const regionNames = async ({ references }: StaffParts) => {
  const nameOf = await codeNames(references, ['region'])
  return (code: string) => nameOf('region', code)
}

/** 400 with what is wrong in what is asked for; 409 where this person is given none. */
async function checkGiven(
  { clock }: StaffParts,
  { db }: Context,
  holder: Holder,
  { input, beside }: { readonly input: AuthorityInput; readonly beside: readonly Authority[] },
): Promise<void> {
  const refusal = refusalOfHolder(holder)
  if (refusal !== null) throw conflict(refusal)
  const issues = authorityIssues(input, { today: bankDay(clock), beside })
  if (issues.length > 0) throw invalid(issues)
  await refuseUnknownIn(db, of, input)
}

const boundsOf = ({ version: _, reason: __, ...bounds }: Given) => ({
  ...bounds,
  regions: [...new Set(bounds.regions)].toSorted(),
  deviations: [...new Set(bounds.deviations)].toSorted(),
})

/** Asks a second person to give an authority. */
export async function askAuthority(
  parts: StaffParts,
  context: Context,
  id: number,
  input: Given,
): Promise<ChangeRequest> {
  const { holder, live } = await takeHolder(parts, context, id, input.version)
  await checkGiven(parts, context, holder, { input, beside: live })
  const bounds = boundsOf(input)
  return ask(parts, context, holder, {
    asked: { action: 'give', bounds },
    title: `новые полномочия, ${authorityProducts[bounds.product].toLocaleLowerCase('ru')}`,
    fields: authorityDifferences(null, bounds, await regionNames(parts)),
    reason: input.reason,
  })
}

/** Asks a second person to put other bounds in the place of these. */
export async function askAuthorityChange(
  parts: StaffParts,
  context: Context,
  { id, authorityId }: { readonly id: number; readonly authorityId: number },
  input: Given,
): Promise<ChangeRequest> {
  const { holder, live } = await takeHolder(parts, context, id, input.version)
  const before = requireAuthority(live, authorityId)
  if (before.product !== input.product)
    throw invalid([
      { path: 'product', message: 'Продукт не меняют: прекратите эти полномочия и дайте другие' },
    ])
  await checkGiven(parts, context, holder, { input, beside: live.filter((one) => one !== before) })
  const bounds = boundsOf(input)
  const fields = authorityDifferences(before, bounds, await regionNames(parts))
  if (fields.every(({ label }) => label === of.validFrom.label))
    throw invalid([{ path: 'maxExposure', message: 'Ничего не изменено' }])
  return ask(parts, context, holder, {
    asked: { action: 'change', authorityId, bounds },
    title: `изменение полномочий, ${authorityProducts[bounds.product].toLocaleLowerCase('ru')}`,
    fields,
    reason: input.reason,
  })
}

/** Asks a second person to end an authority, on a day or as soon as it is agreed to. */
export async function askAuthorityEnd(
  parts: StaffParts,
  context: Context,
  { id, authorityId }: { readonly id: number; readonly authorityId: number },
  { version, lastDay, reason }: Versioned & { readonly lastDay: string | null; readonly reason: string },
): Promise<ChangeRequest> {
  const { holder, live } = await takeHolder(parts, context, id, version)
  const before = requireAuthority(live, authorityId)
  if (lastDay !== null && lastDay < bankDay(parts.clock))
    throw invalid([
      { path: 'lastDay', message: 'Этот день уже прошёл: оставьте пусто, чтобы прекратить сразу' },
    ])
  if (lastDay !== null && before.validTo !== null && lastDay >= before.validTo)
    throw invalid([{ path: 'lastDay', message: 'Полномочия и так закончатся не позже этого дня' }])
  const nameOf = await regionNames(parts)
  const [until] = authorityDifferences(before, { ...before, validTo: lastDay }, nameOf)
  return ask(parts, context, holder, {
    asked: { action: 'end', authorityId, lastDay },
    title: `прекращение полномочий, ${authorityProducts[before.product].toLocaleLowerCase('ru')}`,
    fields: [
      {
        label: of.validTo.label,
        oldValue: until?.oldValue ?? 'без срока',
        newValue: lastDay === null ? 'сразу после подтверждения' : (until?.newValue ?? ''),
      },
    ],
    reason,
  })
}
