import {
  partnerLinkFields,
  partnerRegionFields,
} from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import { refuseUnknownIn } from '#features/references/known-codes.service.ts'
import {
  type PartnerDescription,
  type PartnerLink,
  type PartnerLinkInput,
  type PartnerRegion,
  type PartnerRegionInput,
  periodIssues,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import { invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { findPlace } from '../partner-card.repo.ts'
import type { Part } from './partner-parts.service.ts'
import { descriptionRows, findLink, findRegion, linkRows, regionRows } from './small-parts.repo.ts'

/** Regions where the partner works. */
export const regionPart: Part<PartnerRegion, PartnerRegionInput> = {
  ...regionRows,
  notFound: 'Регион не найден',
  async check({ db }, partnerId, input, before) {
    await refuseUnknownIn(db, partnerRegionFields, input, before)
    const twin = await findRegion(db, partnerId, input.regionCode)
    if (twin !== undefined && twin.id !== before?.id)
      throw invalid([{ path: 'regionCode', message: 'Этот регион у партнёра уже есть' }])
    return input
  },
}

/** Notes on the partner; the newest is the description of the card. */
export const descriptionPart: Part<PartnerDescription, { text: string }> = {
  ...descriptionRows,
  notFound: 'Описание не найдено',
}

async function requireLinked(
  { db, actor }: Context,
  partnerId: number,
  input: PartnerLinkInput,
): Promise<void> {
  const refuse = (path: string, message: string) => invalid([{ path, message }])
  if (input.linkedPartnerId === partnerId)
    throw refuse('linkedPartnerId', 'Партнёр не связывается сам с собой')
  const linked = await findPlace(db, actor, input.linkedPartnerId)
  if (linked === undefined) throw refuse('linkedPartnerId', 'Партнёр не найден')
  if (!linked.roles.includes(input.roleCode))
    throw refuse('roleCode', `У партнёра «${linked.shortName}» нет этой роли`)
}

/** Partners that work with this one, each in a role that it holds. */
export const linkPart: Part<PartnerLink, PartnerLinkInput> = {
  ...linkRows,
  notFound: 'Связь не найдена',
  async check(context, partnerId, input, before) {
    const issues = periodIssues(input)
    if (issues.length > 0) throw invalid(issues)
    await refuseUnknownIn(context.db, partnerLinkFields, input, before)
    const isSame = before?.linkedPartnerId === input.linkedPartnerId && before.roleCode === input.roleCode
    if (!isSame) await requireLinked(context, partnerId, input)
    const twin = await findLink(context.db, partnerId, input)
    if (twin !== undefined && twin.id !== before?.id)
      throw invalid([{ path: 'linkedPartnerId', message: 'Такая связь уже есть' }])
    return input
  },
}
